import { beforeAll, describe, expect, test } from 'vitest'
import { bookSession, cancelPlace } from '#app/flows/subscriptions/book-session.server.ts'
import {
	cancelSubscription,
	readForCancelling,
	switchAutoRenewal,
} from '#app/flows/subscriptions/cancel-subscription.server.ts'
import {
	pauseSubscription,
	plannedPause,
	readForPause,
	resumeSubscription,
} from '#app/flows/subscriptions/pause-subscription.server.ts'
import { joinWaitlist } from '#app/flows/subscriptions/wait-for-session.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { refused } from '#app/kernel/outcome.ts'
import { dayStartsAt } from '#app/kernel/zone.server.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import {
	addHolder,
	addPlan,
	addPlanSession,
	addSubscription,
	type Holder,
	noonInThreeDays,
} from '#tests/support/session-desk.ts'
import { addSmallShop, mondayMorningAt } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const deps = () => bookingDeps(database().url)
const now = mondayMorningAt
const endsAt = now + 20 * DAY_MS
const soon = noonInThreeDays(now)

beforeAll(() => addSmallShop(database().client, 'shop'))

const newPlan = (entries = 5) => addPlan(database(), 'shop', { entryKind: 'total', entries })

/** A customer who bought a plan yesterday. */
async function newHolder(planId: string): Promise<Holder> {
	const holder = await addHolder(database(), planId, { now, startsAt: now - DAY_MS, endsAt })
	await database().change(
		'UPDATE subscriptions SET created_at = starts_at WHERE id = ?',
		holder.subscriptionId,
	)
	await database().change(
		'UPDATE sessions SET expires_at = ? WHERE user_id = ?',
		String(now + 99 * DAY_MS),
		holder.userId,
	)
	return holder
}

/** Pays for the 25 days after a customer's period; gives the id of the next one. */
async function renewed(planId: string, { userId, subscriptionId }: Holder): Promise<string> {
	const period = { startsAt: endsAt, endsAt: endsAt + 25 * DAY_MS }
	const later = await addSubscription(database(), planId, userId, period)
	for (const [table, name] of [
		['subscriptions', 'id'],
		['plan_orders', 'reference_number'],
	])
		await database().change(
			`UPDATE ${table} SET renews_subscription_id = ? WHERE ${name} = ?`,
			subscriptionId,
			later,
		)
	return later
}

/** Books a session of its own, which begins then. */
async function book(
	holder: Holder,
	planId: string,
	startsAt: Instant,
	subscriptionId = holder.subscriptionId,
) {
	const sessionId = await addPlanSession(database(), planId, { startsAt })
	const booked = await bookSession(deps(), holder.actorAt(now), { sessionId, subscriptionId })
	expect(booked).toMatchObject({ ok: true })
	return sessionId
}

const rowOf = async (subscriptionId: string) =>
	(await database().rows('SELECT * FROM subscriptions WHERE id = ?', subscriptionId))[0]
const placesOf = (subscriptionId: string) =>
	database().rows(
		`SELECT place.status, place.cancelled_by AS by, entry.returned_at IS NOT NULL AS returned FROM session_bookings place
			JOIN subscription_entries entry ON entry.booking_id = place.id
			WHERE place.subscription_id = ? ORDER BY place.starts_at`,
		subscriptionId,
	)
const historyOf = async (subscriptionId: string) =>
	(
		await database().rows(
			'SELECT action, entries_before || entries_after AS numbers FROM subscription_usage WHERE subscription_id = ? ORDER BY rowid',
			subscriptionId,
		)
	).map(({ action, numbers }) => `${action} ${numbers}`)

const pause = (holder: Holder, days: number, places: number, at = now, forfeited = 0) =>
	pauseSubscription(deps(), holder.actorAt(at), {
		id: holder.subscriptionId,
		days,
		seen: { places, forfeited },
	})
const resume = (holder: Holder, at: Instant, places = 0) =>
	resumeSubscription(deps(), holder.actorAt(at), {
		id: holder.subscriptionId,
		seen: { places, forfeited: 0 },
	})
const cancel = (holder: Holder, seenKobo: number, at = now) =>
	cancelSubscription(deps(), holder.actorAt(at), { id: holder.subscriptionId, reason: 'too far', seenKobo })

const price = 1_000_000

describe('D44: a pause', () => {
	test('F26: that is sent again because its answer was lost reads as done, and so does its end', async () => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		await book(holder, planId, soon)
		expect(await pause(holder, 7, 1)).toMatchObject({ ok: true })
		expect(await pause(holder, 7, 1)).toMatchObject({ ok: true })
		expect(await pause(holder, 14, 0)).toEqual(refused('subscription_paused'))
		expect(await rowOf(holder.subscriptionId)).toMatchObject({ pause_count: 1, ends_at: endsAt + 7 * DAY_MS })
	})

	test('moves the end, gives up the sessions in it with their entries, and keeps those after it', async () => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		await book(holder, planId, soon)
		await book(holder, planId, soon + 10 * DAY_MS)
		expect(await pause(holder, 7, 0)).toEqual(refused('subscription_changed'))
		expect(await pause(holder, 7, 1)).toMatchObject({ ok: true })
		expect(await rowOf(holder.subscriptionId)).toMatchObject({
			paused_at: now,
			resumes_at: now + 7 * DAY_MS,
			ends_at: endsAt + 7 * DAY_MS,
			pause_count: 1,
		})
		expect(await placesOf(holder.subscriptionId)).toEqual([
			{ status: 'cancelled', by: 'pause', returned: 1 },
			{ status: 'booked', by: null, returned: 0 },
		])
		expect(await historyOf(holder.subscriptionId)).toEqual([
			'booking 01',
			'booking 12',
			'cancel 21',
			'pause 11',
		])
		// It is paused already, and then its only pause is used.
		expect(await pause(holder, 14, 0)).toEqual(refused('subscription_paused'))
		expect(await pause(holder, 7, 0, now + 7 * DAY_MS)).toEqual(refused('no_pause_left'))
	})

	test('is one instant of the history, whose lines keep their order, page on, and name their session', async () => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		const sessions = [soon, soon + 2 * HOUR_MS, soon + 4 * HOUR_MS]
		for (const startsAt of sessions) await book(holder, planId, startsAt)
		expect(await pause(holder, 7, 3)).toMatchObject({ ok: true })
		const read = (before: ListPlace | null, limit: number) =>
			deps().subscriptions.periods.usageHistory(holder.actorAt(now), holder.subscriptionId, { before, limit })
		const all = await read(null, 10)
		expect(
			all.map(({ action, entriesBefore, entriesAfter }) => `${action} ${entriesBefore}${entriesAfter}`),
		).toEqual((await historyOf(holder.subscriptionId)).reverse())
		expect(new Set(all.map(({ occurredAt }) => occurredAt)).size).toBe(1)
		expect(
			all.filter(({ action }) => action === 'booking').map(({ sessionStartsAt }) => sessionStartsAt),
		).toEqual(sessions.toReversed())
		const [, , third] = all
		expect(await read({ at: third?.occurredAt ?? 0, id: third?.id ?? '' }, 10)).toEqual(all.slice(3))
	})

	test('that ends early moves the end back by its rest; one that is over is not ended again', async () => {
		const holder = await newHolder(await newPlan())
		await pause(holder, 14, 0)
		expect(await resume(holder, now + 4 * DAY_MS)).toMatchObject({ ok: true })
		expect(await rowOf(holder.subscriptionId)).toMatchObject({
			resumes_at: now + 4 * DAY_MS,
			ends_at: endsAt + 4 * DAY_MS,
		})
		expect(await resume(holder, now + 5 * DAY_MS)).toEqual(refused('subscription_not_paused'))
		expect(await historyOf(holder.subscriptionId)).toEqual(['pause 00', 'resume 00'])
	})

	test('moves the period that was paid for after it, and gives up what that no longer lets in', async () => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		const later = await renewed(planId, holder)
		await book(holder, planId, endsAt + DAY_MS, later)
		await book(holder, planId, endsAt + 20 * DAY_MS, later)
		expect(await pause(holder, 7, 1)).toMatchObject({ ok: true })
		expect(await rowOf(later)).toMatchObject({
			starts_at: endsAt + 7 * DAY_MS,
			ends_at: endsAt + 32 * DAY_MS,
		})
		expect((await placesOf(later)).map(({ status }) => status)).toEqual(['cancelled', 'booked'])
		await resume(holder, now)
		expect(await rowOf(later)).toMatchObject({ starts_at: endsAt, ends_at: endsAt + 25 * DAY_MS })
	})

	test('of 20 requests at once is one pause', async () => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		await book(holder, planId, soon)
		const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => pause(holder, 7, 1, now + i)))
		expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
		const row = await rowOf(holder.subscriptionId)
		expect([row?.pause_count, row?.ends_at]).toEqual([1, endsAt + 7 * DAY_MS])
		expect(await historyOf(holder.subscriptionId)).toEqual(['booking 01', 'cancel 10', 'pause 00'])
	})

	test('is no longer than the plan allows, and of nobody else’s subscription', async () => {
		const [holder, other] = [await newHolder(await newPlan()), await newHolder(await newPlan())]
		expect(await pause(holder, 8, 0)).toEqual(refused('pause_too_long'))
		expect(await pause(holder, 31, 0)).toEqual(refused('pause_too_long'))
		expect(await pause({ ...other, subscriptionId: holder.subscriptionId }, 7, 0)).toEqual(
			refused('subscription_not_found'),
		)
		expect(await historyOf(holder.subscriptionId)).toEqual([])
	})
})

describe('D46: cancelling', () => {
	test('within seven days, with nothing used, gives all money back and frees the sessions', async () => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		const sessionId = await book(holder, planId, soon)
		expect(await cancel(holder, 0)).toEqual(refused('subscription_changed'))
		expect(await cancel(holder, price)).toMatchObject({ ok: true, value: { moneyKobo: price, from: 'shop' } })
		expect(await rowOf(holder.subscriptionId)).toMatchObject({
			cancelled_at: now,
			cancellation_reason: 'too far',
			ends_at: endsAt,
		})
		expect(await placesOf(holder.subscriptionId)).toEqual([{ status: 'cancelled', by: 'plan', returned: 1 }])
		expect(await historyOf(holder.subscriptionId)).toEqual(['booking 01', 'cancel 10', 'cancelled 00'])
		const next = await newHolder(planId)
		expect(
			await bookSession(deps(), next.actorAt(now), { sessionId, subscriptionId: next.subscriptionId }),
		).toMatchObject({ ok: true })
		// F26: a moment later it is a post whose answer was lost; then it is over.
		expect(await cancel(holder, price)).toMatchObject({ ok: true })
		expect(await historyOf(holder.subscriptionId)).toHaveLength(3)
		expect(await cancel(holder, price, now + HOUR_MS)).toEqual(refused('subscription_over'))
	})

	test.each([
		['on the seventh day, the last instant included', price, 6 * DAY_MS, 0],
		['after it', 0, 6 * DAY_MS + 1, 0],
		['with a session ahead that can be given up for free', price, 0, 24 * HOUR_MS],
		['with one that begins sooner', 0, 0, 23 * HOUR_MS],
	])('%s gives back %i kobo', async (_, expected, afterMs, sessionInMs) => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		if (sessionInMs > 0) await book(holder, planId, now + sessionInMs)
		const read = await readForCancelling(deps(), holder.actorAt(now + afterMs), holder.subscriptionId)
		expect(read?.moneyBack.moneyKobo).toBe(expected)
		expect(await cancel(holder, expected, now + afterMs)).toMatchObject({ ok: true })
	})

	test('gives no money back when a place was given up too late for free, by a pause', async () => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		await book(holder, planId, now + 2 * HOUR_MS)
		await pause(holder, 7, 1, now, 1)
		await resume(holder, now + HOUR_MS)
		expect(await cancel(holder, price, now + 2 * HOUR_MS)).toEqual(refused('subscription_changed'))
		expect(await cancel(holder, 0, now + 2 * HOUR_MS)).toMatchObject({ ok: true })
	})

	test('L26: is done to what is paused, and not to what is over, nor to another’s', async () => {
		const [holder, other] = [await newHolder(await newPlan()), await newHolder(await newPlan())]
		expect(await cancel({ ...other, subscriptionId: holder.subscriptionId }, price)).toEqual(
			refused('subscription_not_found'),
		)
		await pause(holder, 7, 0)
		expect(await cancel(holder, price)).toMatchObject({ ok: true, value: { moneyKobo: price } })
		expect(await rowOf(holder.subscriptionId)).toMatchObject({ cancelled_at: now })
		expect(await cancel(other, 0, endsAt)).toEqual(refused('subscription_over'))
	})
})

describe('D67: a pause cancels the sessions in it by the day before', () => {
	test('what begins within 24 hours loses its entry, and resuming does not return it', async () => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		await book(holder, planId, now + 16 * HOUR_MS)
		await book(holder, planId, now + 24 * HOUR_MS)
		// The customer has to have been told of both.
		expect(await pause(holder, 7, 2)).toEqual(refused('subscription_changed'))
		expect(await pause(holder, 7, 2, now, 1)).toMatchObject({ ok: true })
		expect(await placesOf(holder.subscriptionId)).toEqual([
			{ status: 'cancelled', by: 'pause', returned: 0 },
			{ status: 'cancelled', by: 'pause', returned: 1 },
		])
		expect(await historyOf(holder.subscriptionId)).toEqual([
			'booking 01',
			'booking 12',
			'late_cancel 22',
			'cancel 21',
			'pause 11',
		])
		await resume(holder, now + HOUR_MS)
		expect((await placesOf(holder.subscriptionId)).map(({ returned }) => returned)).toEqual([0, 1])
	})

	test('a seat that is held for its holder is named first, and goes to the next in line', async () => {
		const planId = await newPlan()
		const [holder, seated, next] = [await newHolder(planId), await newHolder(planId), await newHolder(planId)]
		const sessionId = await book(seated, planId, soon)
		for (const [i, { actorAt, subscriptionId }] of [holder, next].entries())
			await joinWaitlist(deps(), actorAt(now + i), { sessionId, subscriptionId })
		const [place] = await database().rows('SELECT id FROM session_bookings WHERE session_id = ?', sessionId)
		await cancelPlace(deps(), seated.actorAt(now + 1), String(place?.id))
		const read = await readForPause(deps(), holder.actorAt(now + 2), holder.subscriptionId)
		expect(read && plannedPause(read, 7, now + 2).lostWaits).toMatchObject([
			{ sessionId, startsAt: soon, offerExpiresAt: now + 1 + 30 * 60_000 },
		])
		expect(await pause(holder, 7, 0, now + 2)).toMatchObject({ ok: true })
		const waits = 'SELECT user_id, ended_by FROM session_waits WHERE session_id = ? ORDER BY joined_at, rowid'
		expect((await database().rows(waits, sessionId)).map(({ ended_by }) => ended_by)).toEqual(['plan', null])
		const held = 'SELECT count(*) FROM session_waits WHERE user_id = ? AND offer_expires_at > ?'
		expect(await database().count(held, next.userId, String(now + 2))).toBe(1)
	})
})

describe('F22: what is booked beside a change', () => {
	test('a place in the next period refuses a pause that did not name it', async () => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		const later = await renewed(planId, holder)
		const beside = beforeWrite(deps(), () => book(holder, planId, endsAt + DAY_MS, later))
		const asked = { id: holder.subscriptionId, days: 7, seen: { places: 0, forfeited: 0 } }
		expect(await pauseSubscription(beside, holder.actorAt(now), asked)).toEqual(
			refused('subscription_changed'),
		)
		expect(await pause(holder, 7, 1)).toMatchObject({ ok: true })
		expect((await placesOf(later)).map(({ status }) => status)).toEqual(['cancelled'])
	})

	test('a place is named before a cancellation takes it', async () => {
		const planId = await newPlan()
		const holder = await newHolder(planId)
		const beside = beforeWrite(deps(), () => book(holder, planId, soon))
		const asked = { id: holder.subscriptionId, reason: 'far', seenKobo: price }
		expect(await cancelSubscription(beside, holder.actorAt(now), asked)).toEqual(
			refused('subscription_changed'),
		)
		expect((await placesOf(holder.subscriptionId)).map(({ status }) => status)).toEqual(['booked'])
	})
})

test('a pause moves an end by days of the shop’s clock, so that it stays a midnight when the clocks change', async () => {
	await addSmallShop(database().client, 'new-york')
	await database().change(`UPDATE shops SET time_zone = 'America/New_York' WHERE id = 'new-york'`)
	const planId = await addPlan(database(), 'new-york')
	// The clocks went back on 1 November 2026, and go forward on 14 March 2027.
	const midnight = (date: string) => dayStartsAt('America/New_York', date)
	const holder = await addHolder(database(), planId, {
		now,
		startsAt: midnight('2027-02-10'),
		endsAt: midnight('2027-03-12'),
	})
	await database().change(
		'UPDATE sessions SET expires_at = ? WHERE user_id = ?',
		'4000000000000',
		holder.userId,
	)
	const pausedAt = midnight('2027-03-10') + 9 * HOUR_MS
	expect(await pause(holder, 7, 0, pausedAt)).toMatchObject({ ok: true })
	expect((await rowOf(holder.subscriptionId))?.ends_at).toBe(midnight('2027-03-19'))
	await resume(holder, pausedAt + 5 * DAY_MS)
	expect((await rowOf(holder.subscriptionId))?.ends_at).toBe(midnight('2027-03-17'))
})

test('D45: the renewal is switched on and off until the end, by its holder alone', async () => {
	const [holder, other] = [await newHolder(await newPlan()), await newHolder(await newPlan())]
	const turn = (autoRenews: boolean, at = now, actor = holder.actorAt(at)) =>
		switchAutoRenewal(deps(), actor, { id: holder.subscriptionId, autoRenews })
	expect(await turn(true)).toMatchObject({ ok: true })
	expect(await rowOf(holder.subscriptionId)).toMatchObject({ auto_renews: 1 })
	expect(await turn(false, now, other.actorAt(now))).toEqual(refused('subscription_not_found'))
	expect(await turn(false, endsAt)).toEqual(refused('subscription_over'))
	expect(await rowOf(holder.subscriptionId)).toMatchObject({ auto_renews: 1 })
})
