import { signCheckInToken } from '#app/domain/subscriptions/check-in-token.server.ts'
import { checkIn, issueCheckInCode } from '#app/flows/subscriptions/check-in.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { simulatedKeys } from '../request.ts'
import { bookPlace, cancelPlan, giveUpPlace, nearly, pausePlan, placesAhead } from './member-acts.ts'
import { actorOf, type Held, heldAt, sessionsAhead } from './plan-member.ts'
import { planRecordOf } from './plan-record.ts'
import type { Setting, Story } from './story.ts'

type Code = { id: string; typed: string; token: string; expiresAt: Instant }

/** A holder comes to the shop, with a booked session or without one, and shows a code. */
export const checkInStory: Story = async (setting) => {
	const { me } = setting
	const { random } = me
	const held = await heldAt(setting)
	if (held.length === 0) return
	const soon: [Held, Instant][] = []
	for (const one of held)
		for (const { startsAt } of await placesAhead(setting, one))
			if (startsAt < me.now() + 30 * HOUR_MS) soon.push([one, startsAt])
	const place = soon.length > 0 && random.chance(0.8) ? random.pick(soon) : null
	const one = place?.[0] ?? random.pick(held)
	const opens = random.pick([
		-HOUR_MS,
		-HOUR_MS,
		-40 * MINUTE_MS,
		-20 * MINUTE_MS,
		0,
		30 * MINUTE_MS,
		HOUR_MS,
	])
	if (place) await nearly(setting, place[1] + opens)
	for (let visits = random.pick([1, 1, 2, 3]); visits > 0; visits--) {
		const code = await newCode(setting, one)
		if (code) await show(setting, one, code)
		await me.wait(random.below(random.chance(0.5) ? 3 * MINUTE_MS : 90 * MINUTE_MS))
	}
}

/** Opens the page of check-in; gives the code that it shows then. */
async function newCode({ me, world, shop }: Setting, { id, person }: Held): Promise<Code | null> {
	await me.press('opens a code', (deps, now) => issueCheckInCode(deps, actorOf(person, now), id))
	const [row] = await world.sql.rows(
		'SELECT id, typed_code, expires_at FROM check_in_codes WHERE subscription_id = ? AND used_at IS NULL',
		id,
	)
	if (!row) return null
	const expiresAt = Number(row.expires_at)
	const codeId = String(row.id)
	const token = await signCheckInToken(simulatedKeys, {
		codeId,
		subscriptionId: id,
		shopId: shop.id,
		expiresAt,
	})
	return { id: codeId, typed: String(row.typed_code), token, expiresAt }
}

/** In one of many ways: at one desk or two, in time or late, while something else happens to the plan. */
async function show(setting: Setting, held: Held, code: Code): Promise<void> {
	const { me, town, shop } = setting
	const { random } = me
	const present = (how: Partial<Presented> = {}) =>
		presentAt(setting, held, code, { shopId: shop.id, isTyped: random.chance(0.4), ownUserId: null, ...how })
	const meanwhile = async () => {
		const [place] = await placesAhead(setting, held)
		const [session] = await sessionsAhead(setting, held.planId)
		const giveUp = () => (place ? giveUpPlace(setting, held, place.id) : newCode(setting, held))
		const book = () => (session ? bookPlace(setting, held, session.id) : newCode(setting, held))
		const pause = () => pausePlan(setting, held)
		const cancel = () => cancelPlan(setting, held)
		await random.pick([giveUp, giveUp, giveUp, book, book, book, pause, cancel])()
	}
	await me.wait(random.below(40_000))
	const ways: readonly (() => Promise<unknown>)[] = [
		() => present(),
		() => present(),
		() => present(),
		() => me.together(present, present),
		() => me.together(present, present, present),
		() => me.together(present, meanwhile),
		() => me.together(present, () => newCode(setting, held)),
		async () => {
			await nearly(setting, code.expiresAt, DAY_MS)
			await present()
		},
		async () => {
			await present({ shopId: random.pick(town.shops).id })
			await present()
		},
		() => present({ ownUserId: held.person.userId }),
		() =>
			presentAt(
				setting,
				held,
				{ ...code, typed: 'AAAAAA' },
				{ shopId: shop.id, isTyped: true, ownUserId: null },
			),
	]
	await random.pick(ways)()
}

type Presented = { shopId: string; isTyped: boolean; ownUserId: string | null }

async function presentAt(
	{ me, world, shop }: Setting,
	held: Held,
	code: Code,
	{ shopId, isTyped, ownUserId }: Presented,
): Promise<void> {
	const key = newId()
	const { showings } = planRecordOf(world)
	await me.press(`scans a code${isTyped ? ' by typing' : ''}`, async (deps, now) => {
		const showing: (typeof showings)[number] = { codeId: code.id, subscriptionId: held.id, key, told: null }
		showings.push(showing)
		const isDone =
			(await world.sql.count(
				'SELECT count(*) FROM check_in_codes WHERE id = ? AND used_by_key = ?',
				code.id,
				key,
			)) > 0
		const presented = isTyped ? { typed: code.typed } : { token: code.token, keys: simulatedKeys }
		const checked = await checkIn(deps, { shopId, presented, ownUserId, key, now })
		showing.told = !checked.ok ? 'refused' : checked.value.sessionStartsAt === null ? 'visit' : 'session'
		me.expect(!checked.ok || (shopId === shop.id && ownUserId === null), 'a code let in where it may not')
		// A token that is over may be refused.
		const isRefused = !checked.ok && checked.refusal.code === 'code_used'
		me.expect(!isDone || !isRefused, `code ${code.id} let in, and the repeat of that is refused`)
		return checked
	})
}
