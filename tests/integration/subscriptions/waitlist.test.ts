import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seatWaitState } from '#app/domain/subscriptions/waitlist.ts'
import { offerFreeSeats, tellClosedLines } from '#app/flows/lifecycle/offer-seats.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import type { MessageDeps } from '#app/flows/messages/message-kind.server.ts'
import { bookSession, cancelPlace } from '#app/flows/subscriptions/book-session.server.ts'
import { callOffSession } from '#app/flows/subscriptions/change-plans.server.ts'
import { joinWaitlist, leaveWaitlist } from '#app/flows/subscriptions/wait-for-session.server.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { linkKey } from '#tests/support/accounts.ts'
import { keepFirstWrite } from '#tests/support/around-a-write.ts'
import { isDeep } from '#tests/support/deep.ts'
import {
	addHolder,
	addPlan,
	addPlanSession,
	type Holder,
	type TestPlan,
} from '#tests/support/session-desk.ts'
import { addSmallShop, lagos, mondayMorningAt } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const now = mondayMorningAt
const thursdayNoon = lagos('2026-11-26', '12:00')

beforeAll(() => addSmallShop(database().client, 'studio'))

let deps: ReturnType<typeof createRepositories>
beforeEach(() => {
	deps = createRepositories(openDatabase({ url: database().url }))
})

const refusedBy = (refusal: string) => ({ ok: false, refusal })
const done = { ok: true, value: null }

const book = (holder: Holder, sessionId: string, at: Instant = now) =>
	bookSession(deps, holder.actorAt(at), { sessionId, subscriptionId: null })
const join = (holder: Holder, sessionId: string, at: Instant = now) =>
	joinWaitlist(deps, holder.actorAt(at), { sessionId, subscriptionId: null })

async function booked(holder: Holder, sessionId: string, at: Instant = now): Promise<string> {
	const outcome = await book(holder, sessionId, at)
	if (!outcome.ok) throw new Error(outcome.refusal)
	return outcome.value.bookingId
}

/** A customer's state in the line: 'offered', 'spent', the number in it, or 'none'. */
async function standing(holder: Holder, sessionId: string, at: Instant) {
	const session = await deps.subscriptions.planSessions.session(holder.actorAt(at), sessionId)
	if (!session?.wait) return 'none'
	const state = seatWaitState(session.wait, at)
	return state.kind === 'waiting' ? state.place : state.kind
}

/** A full session of one seat: who has it, and those who wait, in their order. */
async function fullSession({
	waiting,
	startsAt = thursdayNoon,
	plan = {},
}: {
	waiting: number
	startsAt?: Instant
	plan?: TestPlan
}) {
	const planId = await addPlan(database(), 'studio', plan)
	const sessionId = await addPlanSession(database(), planId, { startsAt })
	const people = await Promise.all(
		Array.from({ length: waiting + 1 }, () => addHolder(database(), planId, { now })),
	)
	const [holder, ...line] = people
	if (!holder) throw new Error('nobody')
	const bookingId = await booked(holder, sessionId)
	for (const [i, person] of line.entries()) expect(await join(person, sessionId, now + i)).toEqual(done)
	return {
		planId,
		sessionId,
		bookingId,
		holder,
		line: line as [Holder, ...Holder[]],
		/** The seat is given up. */
		free: (at: Instant) => cancelPlace(deps, holder.actorAt(at), bookingId),
	}
}

describe('The line for a seat', () => {
	test('D49: is joined when no seat is free, once, and says the number in it; leaving closes the gap', async () => {
		const { sessionId, holder, line, planId } = await fullSession({ waiting: 2 })
		const [first, second] = line
		expect(await standing(first, sessionId, now + 9)).toBe(1)
		expect(await standing(second as Holder, sessionId, now + 9)).toBe(2)
		expect(await join(first, sessionId, now + 9)).toEqual(done)
		expect(await join(holder, sessionId)).toEqual(refusedBy('already_booked'))
		expect(await leaveWaitlist(deps, first.actorAt(now + 9), sessionId)).toEqual(done)
		expect(await standing(second as Holder, sessionId, now + 9)).toBe(1)
		expect(await standing(first, sessionId, now + 9)).toBe('none')
		const roomy = await addPlanSession(database(), planId, { startsAt: thursdayNoon, capacity: 2 })
		expect(await join(second as Holder, roomy)).toEqual(refusedBy('wait_not_needed'))
	})

	test('who left and joined again stays, though the leaving arrives once more', async () => {
		const { sessionId, line } = await fullSession({ waiting: 1 })
		const ownDeps = { ...deps }
		const kept = keepFirstWrite(ownDeps)
		await leaveWaitlist(ownDeps, line[0].actorAt(now + 9), sessionId)
		expect(await join(line[0], sessionId, now + 10)).toEqual(done)
		await kept.again()
		expect(await standing(line[0], sessionId, now + 11)).toBe(1)
	})

	test('D49: who has no entry left cannot join, and is passed over once it is used elsewhere', async () => {
		const plan = { entryKind: 'total', entries: 1 } as const
		const { planId, sessionId, line, free } = await fullSession({ waiting: 2, plan })
		const [first, second] = line
		const other = await addPlanSession(database(), planId, { startsAt: thursdayNoon + 5 * HOUR_MS })
		await booked(first, other, now + 9)
		await free(now + 10)
		expect(await standing(first, sessionId, now + 10)).toBe(1)
		expect(await standing(second as Holder, sessionId, now + 10)).toBe('offered')
		const without = await addHolder(database(), planId, { now })
		await booked(without, await addPlanSession(database(), planId, { startsAt: thursdayNoon + 5 * HOUR_MS }))
		expect(await join(without, sessionId, now + 11)).toEqual(refusedBy('entries_used_up'))
	})

	test('D49: a freed seat is held 30 minutes for the first, who is told, and full for everybody else', async () => {
		const { planId, sessionId, line, free } = await fullSession({ waiting: 2 })
		const [first, second] = line
		const stranger = await addHolder(database(), planId, { now })
		await free(now + 10)
		expect(await standing(first, sessionId, now + 10)).toBe('offered')
		expect(await book(second as Holder, sessionId, now + 11)).toEqual(refusedBy('session_full'))
		expect(await book(stranger, sessionId, now + 11)).toEqual(refusedBy('session_full'))
		const [mail] = await database().rows(
			`SELECT payload, created_at FROM outbox WHERE kind = 'seat_offered' AND recipient_email = ?`,
			first.email,
		)
		const kind = messages.find((one) => one.kind === 'seat_offered')
		const sender = { name: 'Wakati', origin: 'https://wakati.example', supportContact: null }
		const mailDeps: MessageDeps = { ...deps, sender, cookieKeys: [linkKey] }
		const message = {
			id: 'm',
			kind: 'seat_offered',
			dedupeKey: 'm',
			recipientEmail: first.email,
			userId: null,
			chooser: null,
			unwantedTopics: [],
			payload: String(mail?.payload),
			createdAt: now + 10,
		}
		const inTime = await kind?.prepare(mailDeps, message, now + 11)
		expect(inTime).toMatchObject({
			ok: true,
			value: { letter: { subject: expect.stringMatching(/^A seat is held for you until 8:30 AM/) } },
		})
		expect(await kind?.prepare(mailDeps, message, now + 10 + 30 * MINUTE_MS)).toEqual(refusedBy('offer_over'))
		const ofEarlierOffer = {
			...message,
			payload: JSON.stringify({ ...JSON.parse(message.payload), offeredAt: now }),
		}
		expect(await kind?.prepare(mailDeps, ofEarlierOffer, now + 11)).toEqual(refusedBy('offer_over'))
		await booked(first, sessionId, now + 12)
		expect(await kind?.prepare(mailDeps, message, now + 13)).toEqual(refusedBy('offer_over'))
		expect(await standing(first, sessionId, now + 12)).toBe('none')
	})

	test('D49: an offer that passes goes to the next, and whoever lets two pass is out of the line', async () => {
		const { sessionId, line, free } = await fullSession({ waiting: 2 })
		const [first, second] = line
		let at = now + 10
		await free(at)
		const expected = [
			[1, 'offered'],
			['offered', 1],
			['spent', 'offered'],
			['spent', 'spent'],
		]
		expect([await standing(first, sessionId, at), await standing(second as Holder, sessionId, at)]).toEqual([
			'offered',
			1,
		])
		for (const [ofFirst, ofSecond] of expected) {
			at += 30 * MINUTE_MS
			await offerFreeSeats(deps, at)
			expect([await standing(first, sessionId, at), await standing(second as Holder, sessionId, at)]).toEqual(
				[ofFirst, ofSecond],
			)
		}
		// The line is spent: the seat is for all, and who was in it may join a new one.
		expect(await join(first, sessionId, at)).toEqual(refusedBy('wait_not_needed'))
		await booked(second as Holder, sessionId, at)
		expect(await join(first, sessionId, at)).toEqual(done)
		expect(await standing(first, sessionId, at)).toBe(1)
	})

	test('a run that is out of time leaves the other sessions to the next', async () => {
		const night = lagos('2026-11-25', '23:00')
		const sessions = await Promise.all([1, 2, 3].map(() => fullSession({ waiting: 1 })))
		for (const { free } of sessions) await free(night)
		const seven = lagos('2026-11-26', '07:00')
		let rounds = 0
		expect(await offerFreeSeats(deps, seven, () => ++rounds <= 2)).toBe(2)
		const standings = () =>
			Promise.all(sessions.map(({ line: [first], sessionId }) => standing(first, sessionId, seven)))
		expect((await standings()).filter((one) => one === 'offered')).toHaveLength(2)
		await offerFreeSeats(deps, seven)
		expect(await standings()).toEqual(['offered', 'offered', 'offered'])
	})

	test('D49: in quiet hours and within an hour of the start a freed seat is for all; at 07:00 it is offered', async () => {
		const friday = lagos('2026-11-27', '09:00')
		const night = await fullSession({ waiting: 1, startsAt: friday })
		const [sleeper] = night.line
		const three = lagos('2026-11-27', '03:00')
		await night.free(three)
		expect(await offerFreeSeats(deps, three)).toBe(0)
		expect(await standing(sleeper, night.sessionId, three)).toBe(1)
		const seven = lagos('2026-11-27', '07:00')
		await offerFreeSeats(deps, seven)
		expect(await standing(sleeper, night.sessionId, seven)).toBe('offered')

		const late = await fullSession({ waiting: 1 })
		const lastHour = thursdayNoon - HOUR_MS + 1
		await late.free(lastHour)
		const stranger = await addHolder(database(), late.planId, { now })
		expect(await book(stranger, late.sessionId, lastHour)).toMatchObject({ ok: true })

		const asleep = await fullSession({ waiting: 1, startsAt: friday })
		await asleep.free(three)
		expect(
			await book(await addHolder(database(), asleep.planId, { now }), asleep.sessionId, three),
		).toMatchObject({ ok: true })
	})

	test('M31: within an hour of the start nobody joins, and those who wait are told once that no seat is held any more', async () => {
		const startsAt = lagos('2026-11-27', '15:00')
		const { planId, sessionId, line } = await fullSession({ waiting: 2, startsAt })
		const [first, second] = line
		const late = await addHolder(database(), planId, { now })
		const closesAt = startsAt - HOUR_MS
		for (const early of [closesAt, startsAt]) expect(await tellClosedLines(deps, early)).toBe(0)
		expect(await join(late, sessionId, closesAt + 1)).toEqual({ ok: false, refusal: 'line_closed' })
		expect(await tellClosedLines(deps, closesAt + 1)).toBe(2)
		expect(await tellClosedLines(deps, closesAt + MINUTE_MS)).toBe(0)
		const told = await database().rows(
			`SELECT user_id FROM outbox WHERE kind = 'line_closed' ORDER BY user_id`,
		)
		expect(told).toEqual([first?.userId, second?.userId].toSorted().map((user_id) => ({ user_id })))
	})

	test('M32: a session is ahead until it ends, and a call-off until it would have begun', async () => {
		const { sessionId, holder } = await fullSession({ waiting: 0 })
		const ahead = (at: Instant, isPast = false) =>
			deps.subscriptions.places.listPlaces(holder.actorAt(at), { isPast, after: null, limit: 9 })
		expect(await ahead(thursdayNoon + 59 * MINUTE_MS)).toHaveLength(1)
		expect(await ahead(thursdayNoon + 59 * MINUTE_MS, true)).toHaveLength(0)
		expect(await ahead(thursdayNoon + HOUR_MS)).toHaveLength(0)
		expect(await ahead(thursdayNoon + HOUR_MS, true)).toHaveLength(1)
		await callOffSession(deps, { sessionId, now })
		expect(await ahead(now)).toMatchObject([{ status: 'cancelled', cancelledBy: 'shop' }])
		expect(await ahead(thursdayNoon, true)).toHaveLength(1)
	})

	test('a seat that is held and given up goes to the next at once; a call-off ends the line', async () => {
		const { sessionId, line, free } = await fullSession({ waiting: 2 })
		const [first, second] = line
		await free(now + 10)
		await leaveWaitlist(deps, first.actorAt(now + 11), sessionId)
		expect(await standing(second as Holder, sessionId, now + 11)).toBe('offered')
		await callOffSession(deps, { sessionId, now: now + 12 })
		expect(await standing(second as Holder, sessionId, now + 12)).toBe('none')
		expect(await join(first, sessionId, now + 13)).toEqual(refusedBy('session_called_off'))
	})

	test('waits of sessions that have begun are purged, others stay', async () => {
		const { sessionId } = await fullSession({ waiting: 1, startsAt: now + 2 * HOUR_MS })
		const ahead = await fullSession({ waiting: 1 })
		await deps.writeBatch([deps.subscriptions.waits.purgeOfSessionsBefore(now + 2 * HOUR_MS)])
		const count = (id: string) =>
			database().count('SELECT count(*) FROM session_waits WHERE session_id = ?', id)
		expect([await count(sessionId), await count(ahead.sessionId)]).toEqual([0, 1])
	})
})

type Step = { who: number; does: 'book' | 'cancel' | 'join' | 'leave' | 'nothing'; minutes: number }

test('D49: outside quiet hours and before the last hour, nobody in the line waits beside a free seat', async () => {
	const step = fc.record<Step>({
		who: fc.nat(4),
		does: fc.constantFrom('book', 'cancel', 'join', 'leave', 'nothing'),
		minutes: fc.constantFrom(0, 1, 20, 31, 180, 600),
	})
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 2 }),
			fc.array(step, { minLength: 8, maxLength: 16 }),
			async (capacity, steps) => {
				const planId = await addPlan(database(), 'studio', { entryKind: 'total', entries: 6 })
				const sessionId = await addPlanSession(database(), planId, { startsAt: thursdayNoon, capacity })
				const people = await Promise.all(
					Array.from({ length: 5 }, () => addHolder(database(), planId, { now })),
				)
				let at = now
				for (const { who, does, minutes } of steps) {
					at += minutes * MINUTE_MS + 1
					const person = people[who]
					if (!person) continue
					await act(person, sessionId, does, at)
					await offerFreeSeats(deps, at)
					const [seats] = await database().rows(seatsAndLine, at, at, at, sessionId)
					const { free, line, taken, held } = seats as Record<string, number>
					expect(Number(taken) + Number(held)).toBeLessThanOrEqual(capacity)
					const hour = ((at + HOUR_MS) / HOUR_MS) % 24
					const isOffering = hour >= 7 && hour < 21 && at <= thursdayNoon - HOUR_MS
					if (isOffering) expect(Math.min(Number(free), Number(line))).toBe(0)
				}
			},
		),
		{ numRuns: isDeep ? 200 : 8 },
	)
}, 600_000)

/** Free seats without a hold, and customers in the line: they let fewer than two offers pass and have an entry. */
const seatsAndLine = `SELECT capacity - taken - held AS free, taken, held, line FROM (SELECT capacity,
	(SELECT count(*) FROM session_bookings WHERE session_id = session.id AND status <> 'cancelled') AS taken,
	(SELECT count(*) FROM session_waits WHERE session_id = session.id AND ended_at IS NULL AND offer_expires_at > ?) AS held,
	(SELECT count(*) FROM session_waits wait WHERE wait.session_id = session.id AND wait.ended_at IS NULL AND wait.offer_count < 2
		AND NOT coalesce(wait.offer_expires_at > ?, 0) AND ? > 0 AND (SELECT count(*) FROM subscription_entries
			WHERE subscription_id = wait.subscription_id AND returned_at IS NULL) < 6) AS line
	FROM plan_sessions session WHERE id = ?)`

async function act(person: Holder, sessionId: string, does: Step['does'], at: Instant): Promise<void> {
	if (does === 'book') await book(person, sessionId, at)
	if (does === 'join') await join(person, sessionId, at)
	if (does === 'leave') await leaveWaitlist(deps, person.actorAt(at), sessionId)
	if (does !== 'cancel') return
	const [place] = await database().rows(
		`SELECT id FROM session_bookings WHERE user_id = ? AND session_id = ? AND status = 'booked'`,
		person.userId,
		sessionId,
	)
	if (place) await cancelPlace(deps, person.actorAt(at), String(place.id))
}
