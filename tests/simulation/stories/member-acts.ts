import { bookSession, cancelPlace } from '#app/flows/subscriptions/book-session.server.ts'
import {
	cancelSubscription,
	readForCancelling,
	switchAutoRenewal,
} from '#app/flows/subscriptions/cancel-subscription.server.ts'
import {
	pauseSubscription,
	plannedPause,
	plannedResume,
	readForPause,
	resumeSubscription,
} from '#app/flows/subscriptions/pause-subscription.server.ts'
import { joinWaitlist, leaveWaitlist } from '#app/flows/subscriptions/wait-for-session.server.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { actorOf, type Held } from './plan-member.ts'
import { planRecordOf } from './plan-record.ts'
import { watchSeats } from './refused.ts'
import type { Setting } from './story.ts'

/** Presses Book at a session; gives what the last answer said, null without one. */
export async function bookPlace(
	setting: Setting,
	{ id: subscriptionId, person }: Held,
	sessionId: string,
): Promise<string | null> {
	const { me, world } = setting
	const isNamed = me.random.chance(0.7)
	const { userId } = person
	const press = () =>
		me.press('books a session', async (deps, now) => {
			const booked = await bookSession(deps, actorOf(person, now), {
				sessionId,
				subscriptionId: isNamed ? subscriptionId : null,
			})
			if (booked.ok) planRecordOf(world).placesBooked.push({ ...booked.value, sessionId, userId })
			return booked
		})
	let answers: Awaited<ReturnType<typeof press>> = []
	await watchSeats(
		setting,
		{ sessionId, userId, subscriptionId: isNamed ? subscriptionId : null },
		async () => {
			answers = await press()
			return answers
		},
	)
	const last = answers.at(-1)
	return last ? (last.ok ? 'booked' : last.refusal) : null
}

export async function joinLine({ me }: Setting, { id: subscriptionId, person }: Held, sessionId: string) {
	const answers = await me.press('joins the line', (deps, now) =>
		joinWaitlist(deps, actorOf(person, now), { sessionId, subscriptionId }),
	)
	return answers.some(({ ok }) => ok)
}

export const leaveLine = ({ me }: Setting, { person }: Held, sessionId: string) =>
	me.press('leaves the line', (deps, now) => leaveWaitlist(deps, actorOf(person, now), sessionId))

/** The places of a period in sessions that have not begun, as the list shows them. */
export async function placesAhead({ world }: Setting, { id }: Held) {
	const rows = await world.sql.rows(
		`SELECT id, starts_at FROM session_bookings WHERE subscription_id = ? AND status = 'booked' AND starts_at > ?
			ORDER BY starts_at, id`,
		id,
		world.now(),
	)
	return rows.map((row) => ({ id: String(row.id), startsAt: Number(row.starts_at) }))
}

export async function giveUpPlace(
	{ me, world }: Setting,
	{ person }: Held,
	bookingId: string,
): Promise<void> {
	await me.press('gives up a place', async (deps, now) => {
		const given = await cancelPlace(deps, actorOf(person, now), bookingId)
		if (given.ok && given.value !== 'was_cancelled')
			planRecordOf(world).placesGivenUp.push({ bookingId, at: now, told: given.value })
		return given
	})
}

/** Reads what a pause would cost, and pauses. */
export async function pausePlan({ me, world }: Setting, { id, person }: Held): Promise<void> {
	const days = me.random.pick([7, 7, 14, 30])
	const readsForMs = me.random.below(me.random.pick([50, 50, 20_000, 20_000, 20 * MINUTE_MS]))
	const seen = await me.ask('reads what a pause costs', async (deps, now) => {
		const found = await readForPause(deps, actorOf(person, now), id)
		if (!found) return null
		const { lost, forfeited } = plannedPause(found, days, now)
		return { places: lost.length, forfeited }
	})
	if (!seen) return
	await me.wait(readsForMs)
	await me.press('pauses', async (deps, now) => {
		const paused = await pauseSubscription(deps, actorOf(person, now), { id, days, seen })
		if (paused.ok && paused.value.pausedAt !== null)
			planRecordOf(world).pauses.push({
				subscriptionId: id,
				pausedAt: paused.value.pausedAt,
				shown: seen.places,
			})
		return paused
	})
}

/** Reads what going on costs, and goes on. */
export async function resumePlan({ me }: Setting, { id, person }: Held): Promise<void> {
	const readsForMs = me.random.below(me.random.pick([50, 20_000]))
	const seen = await me.ask('reads what going on costs', async (deps, now) => {
		const found = await readForPause(deps, actorOf(person, now), id)
		if (found?.held.resumesAt == null) return null
		const { lost, forfeited } = plannedResume(found, now)
		return { places: lost.length, forfeited }
	})
	if (!seen) return
	await me.wait(readsForMs)
	await me.press('goes on', (deps, now) => resumeSubscription(deps, actorOf(person, now), { id, seen }))
}

/** Reads which sum comes back, and cancels the plan: soon, or at that very moment. */
export async function cancelPlan(
	{ me, world }: Setting,
	{ id, person }: Held,
	pressedAt: Instant | null = null,
): Promise<void> {
	const readsForMs = me.random.below(me.random.pick([50, 50, 30_000, 30_000, 30 * MINUTE_MS]))
	const reason = me.random.pick(['Too far', 'Too dear'])
	const seen = await me.ask('reads what cancelling gives back', async (deps, now) => {
		const found = await readForCancelling(deps, actorOf(person, now), id)
		return found && found.moneyBack.moneyKobo + found.moneyBack.cashbackKobo
	})
	if (seen === null) return
	await (pressedAt === null ? me.wait(readsForMs) : me.until(pressedAt))
	await me.press('cancels the plan', async (deps, now) => {
		const done = await cancelSubscription(deps, actorOf(person, now), { id, reason, seenKobo: seen })
		// A repeat is told the sum that was shown, cashback with it: the first answer counts.
		const { plansCancelled } = planRecordOf(world)
		if (done.ok && !plansCancelled.some(({ subscriptionId }) => subscriptionId === id))
			plansCancelled.push({ subscriptionId: id, moneyKobo: done.value.moneyKobo })
		return done
	})
}

export async function switchRenewal({ me }: Setting, { id, person }: Held): Promise<void> {
	const autoRenews = me.random.chance(0.5)
	await me.press('switches the renewal', (deps, now) =>
		switchAutoRenewal(deps, actorOf(person, now), { id, autoRenews }),
	)
}

/** Gives up all places, leaves all lines and cancels the plan, all at once. */
export async function giveUpAll(setting: Setting, held: Held): Promise<void> {
	const { world, me } = setting
	const places = await placesAhead(setting, held)
	const lines = await world.sql.rows(
		'SELECT session_id FROM session_waits WHERE subscription_id = ? AND ended_at IS NULL ORDER BY joined_at, id',
		held.id,
	)
	await me.together(
		...places.map(
			({ id }) =>
				() =>
					giveUpPlace(setting, held, id),
		),
		...lines.map((line) => () => leaveLine(setting, held, String(line.session_id))),
		() => cancelPlan(setting, held),
	)
}

/** Just before, at, or just after the last moment of something; at once where that is over or too far. */
export async function nearly({ me }: Setting, at: number, within = 2 * DAY_MS): Promise<void> {
	const aimed = at + me.random.pick([-1_500, 0, 1, 1_500])
	if (aimed > me.now() && aimed - me.now() < within) await me.until(aimed)
}
