import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import {
	bookPlace,
	cancelPlan,
	giveUpAll,
	giveUpPlace,
	joinLine,
	leaveLine,
	nearly,
	pausePlan,
	placesAhead,
	resumePlan,
	switchRenewal,
} from './member-acts.ts'
import { type Held, heldAt, isLong, sessionsAhead } from './plan-member.ts'
import type { Setting, Story } from './story.ts'

type Act = (setting: Setting, held: Held) => Promise<unknown>

/** A holder of a plan books sessions or waits for them, gives places up, pauses, goes on, or cancels it all. */
export const holderStory: Story = async (setting) => {
	const { me } = setting
	const { random } = me
	for (let acts = 1 + random.below(3); acts > 0; acts--) {
		const held = await heldAt(setting)
		if (held.length === 0) return
		const one = random.pick(held)
		if (random.chance(0.25)) {
			const both = [random.pick(sudden), random.pick(sudden)]
			await me.together(...both.map((act) => () => act(setting, one)))
		} else await random.pick(planned)(setting, one)
		await me.wait(random.below(random.chance(0.4) ? 10 * MINUTE_MS : 8 * HOUR_MS))
	}
}

/** Several members at the same moment at one session: for its last seat, or for its line. */
const crowd: Act = async (setting, held) => {
	const { me } = setting
	const ahead = await sessionsAhead(setting, held.planId)
	const near = ahead.filter(({ startsAt }) => startsAt < me.now() + 4 * DAY_MS)
	if (near.length === 0) return
	const session = me.random.pick(near)
	const others = (await heldAt(setting, { planId: held.planId })).filter(({ id }) => id !== held.id)
	const count = me.random.below(4)
	const comers = [held, ...others.slice(0, count)]
	await me.together(...comers.map((one) => () => bookOrWait(setting, one, session)))
}

async function bookOrWait(
	setting: Setting,
	held: Held,
	session: { id: string; startsAt: number },
): Promise<void> {
	const { me } = setting
	const waits = me.random.chance(0.8)
	if ((await bookPlace(setting, held, session.id)) !== 'session_full' || !waits) return
	await me.wait(me.random.below(MINUTE_MS))
	if (await joinLine(setting, held, session.id)) await inLine(setting, held, session)
}

/** Until the seat is theirs: takes what is offered, at once or in its last second, lets it pass, or leaves. */
async function inLine(
	setting: Setting,
	held: Held,
	session: { id: string; startsAt: number },
): Promise<void> {
	const { me, world } = setting
	const { random } = me
	let seenOffers = 0
	const patienceEndsAt = Math.min(session.startsAt, me.now() + 2 * DAY_MS)
	while (me.now() < patienceEndsAt) {
		const [wait] = await world.sql.rows(
			'SELECT offer_count, offer_expires_at FROM session_waits WHERE session_id = ? AND user_id = ? AND ended_at IS NULL',
			session.id,
			held.person.userId,
		)
		if (!wait) return
		if (Number(wait.offer_count) > seenOffers) {
			seenOffers = Number(wait.offer_count)
			const does = random.below(10)
			if (does < 2) await nearly(setting, Number(wait.offer_expires_at))
			if (does < 7) {
				if ((await bookPlace(setting, held, session.id)) === 'booked') return
			} else if (does === 7) {
				await leaveLine(setting, held, session.id)
				if (random.chance(0.5)) return
				await me.wait(random.below(90_000))
				await joinLine(setting, held, session.id)
				seenOffers = 0
			}
		}
		await me.wait(random.pick([5, 12, 20]) * MINUTE_MS)
	}
}

/** In time, in the last moment for the entry, late, or in the last moment at all. */
const giveUpOne: Act = async (setting, held) => {
	const { me } = setting
	const places = await placesAhead(setting, held)
	if (places.length === 0) return crowd(setting, held)
	const place = me.random.pick(places)
	const way = me.random.pick(['now', 'now', 'entry', 'late', 'start'] as const)
	if (way === 'entry') await nearly(setting, place.startsAt - DAY_MS)
	if (way === 'late') await nearly(setting, place.startsAt - me.random.below(20 * HOUR_MS))
	if (way === 'start') await nearly(setting, place.startsAt)
	await giveUpPlace(setting, held, place.id)
}

const giveUpNow: Act = async (setting, held) => {
	const [place] = await placesAhead(setting, held)
	if (place) await giveUpPlace(setting, held, place.id)
}

const bookOne: Act = async (setting, held) => {
	const ahead = (await sessionsAhead(setting, held.planId)).slice(0, 3)
	if (ahead.length > 0) await bookPlace(setting, held, setting.me.random.pick(ahead).id)
}

/** Down the list in one tab each: more than a plan with a number of entries gives. */
const bookAll: Act = async (setting, held) => {
	const ahead = (await sessionsAhead(setting, held.planId)).filter(({ startsAt }) => startsAt < held.endsAt)
	await setting.me.together(
		...ahead.slice(0, 4).map(
			({ id }) =>
				() =>
					bookPlace(setting, held, id),
		),
	)
}

/** Asks for the money now, or in the last moment of the seven days. */
const cancelOnce: Act = async (setting, held) => {
	const { me } = setting
	const lastMoment = held.createdAt + 7 * DAY_MS
	if (isLong(setting) && lastMoment - MINUTE_MS > me.now()) {
		const pressedAt = lastMoment + me.random.pick([-1_500, 0, 0, 1, 1_500])
		await me.until(lastMoment - MINUTE_MS)
		return cancelPlan(setting, held, pressedAt)
	}
	if (me.random.chance(0.7)) await cancelPlan(setting, held)
}

const pauseAndGoOn: Act = async (setting, held) => {
	const { me } = setting
	const goesOnAfter = me.random.pick([0, 40_000, 30 * MINUTE_MS, 2 * HOUR_MS, 26 * HOUR_MS, null])
	await pausePlan(setting, held)
	if (goesOnAfter === null) return
	await me.wait(goesOnAfter)
	await resumePlan(setting, held)
}

/** What is planned takes its time; what is sudden meets something else at once. The first ones are the most likely. */
const planned = weighted([
	[8, crowd],
	[3, bookAll],
	[6, giveUpOne],
	[2, pauseAndGoOn],
	[1, cancelOnce],
	[1, switchRenewal],
])
const sudden = weighted([
	[8, bookOne],
	[2, bookAll],
	[8, giveUpNow],
	[1, pauseAndGoOn],
	[1, resumePlan],
	[1, cancelPlan],
	[1, giveUpAll],
])

function weighted(acts: readonly (readonly [number, Act])[]): readonly Act[] {
	return acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
}
