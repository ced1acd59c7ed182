import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import {
	callOffOwnSession,
	changeCapacity,
	changePlan,
	createSession,
} from '#app/flows/subscriptions/change-plans.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { bookPlace, cancelPlan, giveUpPlace, joinLine, placesAhead } from './member-acts.ts'
import { heldAt, sessionsAhead } from './plan-member.ts'
import { planSeries } from './session-series.ts'
import type { Setting, Story } from './story.ts'

/** The owner's day with the plans of a shop: seats, sessions, prices, call-offs and refunds. */
export const planDeskStory: Story = async (setting) => {
	const { me } = setting
	const { random } = me
	for (let sessions = random.below(4); sessions > 0; sessions--) await addOne(setting)
	for (let acts = random.below(5); acts > 0; acts--) {
		await me.wait(random.below(4 * HOUR_MS))
		if (random.chance(0.15)) await me.together(...[0, 1].map(() => () => random.pick(acting)(setting)))
		else await random.pick(acting)(setting)
	}
}

type Act = (setting: Setting) => Promise<unknown>

/** Sessions of the shop around now: one that did not take place is called off afterwards. */
async function aSession({ me, world, shop }: Setting, { since }: { since: number }) {
	const rows = await world.sql.rows(
		`SELECT id, plan_id, capacity FROM plan_sessions WHERE shop_id = ? AND starts_at BETWEEN ? AND ? ORDER BY starts_at, id`,
		shop.id,
		me.now() - since,
		me.now() + 3 * DAY_MS,
	)
	return rows.length === 0 ? null : me.random.pick(rows)
}

const callOff: Act = async (setting) => {
	const { me, shop } = setting
	const session = await aSession(setting, { since: 2 * DAY_MS })
	if (!session) return
	const id = String(session.id)
	const press = () =>
		me.press('calls a session off', (deps, now) => callOffOwnSession(deps, { id, shopId: shop.id, now }))
	await me.together(press, ...(await membersAt(setting, { id, planId: String(session.plan_id) })))
}

/** Members who do something with a session at the same moment. */
async function membersAt(setting: Setting, { id, planId }: { id: string; planId: string }) {
	const { random } = setting.me
	const holders = random.chance(0.5) ? (await heldAt(setting, { planId })).slice(0, 3) : []
	return Promise.all(
		holders.map(async (held) => {
			const [place] = await placesAhead(setting, held)
			const giveUp = () => (place ? giveUpPlace(setting, held, place.id) : bookPlace(setting, held, id))
			const book = () => bookPlace(setting, held, id)
			return random.pick([book, book, giveUp, () => joinLine(setting, held, id)])
		}),
	)
}

const setSeats: Act = async (setting) => {
	const { me, shop } = setting
	const session = await aSession(setting, { since: 0 })
	if (!session) return
	const id = String(session.id)
	const capacity = Math.max(0, Number(session.capacity) + me.random.pick([-1, 1, 1]))
	await me.press('sets the seats', (deps, now) =>
		changeCapacity(deps, { id, shopId: shop.id, capacity, now }),
	)
}

const addOne: Act = async ({ me, shop }) => {
	const { random } = me
	const id = newId()
	const fields = {
		planId: random.pick(shop.plans).id,
		staffMemberId: random.pick([null, ...shop.staff]),
		startsAt: Math.ceil(me.now() / HOUR_MS) * HOUR_MS + (1 + random.below(60)) * HOUR_MS,
		durationMinutes: 60,
		capacity: 1 + random.below(2),
	}
	await me.press('adds a session', (deps, now) =>
		createSession(deps, { id, fields, timeZone: shop.zone, shopId: shop.id, now }),
	)
}

/** A price goes up, or a plan is not sold for some hours. */
const changeSale: Act = async ({ me, shop }) => {
	const { random } = me
	const { id } = random.pick(shop.plans)
	const priceKobo = random.pick([1_500_000, 1_500_000, 1_600_000])
	if (random.chance(0.5)) {
		await me.press('sets a price', (deps, now) =>
			changePlan(deps, { id, fields: { priceKobo }, shopId: shop.id, now }),
		)
		return
	}
	const isSoonBack = random.chance(0.7)
	await me.press('withdraws a plan', (deps, now) =>
		changePlan(deps, { id, fields: { status: 'withdrawn' }, shopId: shop.id, now }),
	)
	await me.wait(isSoonBack ? random.below(20 * 60_000) : random.below(6 * HOUR_MS))
	await me.press('offers a plan again', (deps, now) =>
		changePlan(deps, { id, fields: { status: 'on_offer' }, shopId: shop.id, now }),
	)
}

const refundPlan: Act = async (setting) => {
	const { me, world, shop } = setting
	const paid = await world.sql.rows(
		`SELECT came.payment_reference AS reference, period.id FROM transactions came
			JOIN checkouts agreed ON agreed.payment_reference = came.payment_reference
			JOIN subscriptions period ON period.checkout_id = agreed.id
			WHERE came.shop_id = ? AND came.outcome = 'subscribed' ORDER BY came.recorded_at, came.payment_reference`,
		shop.id,
	)
	if (paid.length === 0) return
	const { reference, id } = me.random.pick(paid)
	const givenReference = String(reference)
	const press = () =>
		me.press('refunds a plan, as the operator', (deps, now) =>
			refundByOperator(deps, { givenReference, now }),
		)
	const holder = (await heldAt(setting)).find((held) => held.id === id)
	const session = holder && (await sessionsAhead(setting, holder.planId))[0]
	const meets = holder && me.random.chance(0.5)
	await me.together(
		press,
		...(meets ? [() => cancelPlan(setting, holder)] : []),
		...(meets && session ? [() => bookPlace(setting, holder, session.id)] : []),
	)
}

const acting: readonly Act[] = [
	callOff,
	callOff,
	setSeats,
	setSeats,
	setSeats,
	addOne,
	planSeries,
	changeSale,
	refundPlan,
]
