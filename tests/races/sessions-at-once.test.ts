import { beforeAll, expect, test } from 'vitest'
import { bookSession } from '#app/flows/subscriptions/book-session.server.ts'
import { joinWaitlist } from '#app/flows/subscriptions/wait-for-session.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { isDeep } from '#tests/support/deep.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import {
	addHolder,
	addPlan,
	addPlanSession,
	type Holder,
	type TestPlan,
} from '#tests/support/session-desk.ts'
import { addSmallShop, lagos, mondayMorningAt } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type SessionAct, withSessionRacers } from './session-race.ts'

/** Seats, entries and places, wanted by many requests of four processes at the same moment. */
const database = withTestDatabase()
const race = withSessionRacers()

const rounds = Array.from({ length: isDeep ? 20 : 1 }, (_, i) => i + 1)
const REQUESTS = isDeep ? 200 : 40
const PEOPLE = isDeep ? 25 : 8

const now = mondayMorningAt
const startsAt = lagos('2026-11-26', '12:00')

beforeAll(() => addSmallShop(database().client, 'gym'))

const together = (acts: SessionAct[]) => race({ databaseUrl: database().url, acts })
const count = (sql: string, ...values: string[]) => database().count(sql, ...values)
const placesIn = (sessionId: string) =>
	count(`SELECT count(*) FROM session_bookings WHERE session_id = ? AND status <> 'cancelled'`, sessionId)
/** All requests, the one of each person not beside their next one. */
const presses = <Of>(of: readonly Of[], act: (one: Of) => SessionAct) =>
	Array.from({ length: REQUESTS }, (_, i) => act(of[i % of.length] as Of))

async function setUp(plan: TestPlan, people: number) {
	const planId = await addPlan(database(), 'gym', plan)
	const holders: Holder[] = []
	for (let i = 0; i < people; i++) holders.push(await addHolder(database(), planId, { now }))
	return { planId, holders, first: holders[0] as Holder }
}

async function booked({ actor }: Holder, sessionId: string): Promise<string> {
	const place = await bookSession(bookingDeps(database().url), actor, { sessionId, subscriptionId: null })
	if (!place.ok) throw new Error(place.refusal)
	return place.value.bookingId
}

test.each(rounds)('round %i: a session has as many places as seats, and nobody has two', async (round) => {
	const { planId, holders } = await setUp({}, PEOPLE)
	// From one seat to more than there are people.
	const capacity = [1, 7, PEOPLE + 1][round % 3] as number
	const sessionId = await addPlanSession(database(), planId, { startsAt, capacity })
	const tally = await together(presses(holders, ({ actor }) => ({ kind: 'book', actor, sessionId })))
	expect(
		Object.keys(tally).filter((outcome) => !['booked', 'already_booked', 'session_full'].includes(outcome)),
	).toEqual([])
	expect(await placesIn(sessionId)).toBe(Math.min(capacity, PEOPLE))
})

test.each(rounds)('D10: round %i: a plan gives as many entries as it has', async (round) => {
	const entryKind = round % 2 === 1 ? 'total' : 'weekly'
	const { planId, first } = await setUp({ entryKind, entries: 3 }, 1)
	const sessions: string[] = []
	for (let i = 0; i < 10; i++)
		sessions.push(await addPlanSession(database(), planId, { startsAt: startsAt + i * HOUR_MS }))
	const tally = await together(
		presses(sessions, (sessionId) => ({ kind: 'book', actor: first.actor, sessionId })),
	)
	const expected = ['booked', 'already_booked', 'entries_used_up', 'entries_used_up_in_week', 'session_full']
	expect(Object.keys(tally).filter((outcome) => !expected.includes(outcome))).toEqual([])
	const entries =
		'SELECT count(*) FROM subscription_entries WHERE subscription_id = ? AND returned_at IS NULL'
	expect(await count(entries, first.subscriptionId)).toBe(3)
})

test.each(rounds)('round %i: a place is given up once, and its entry comes back once', async () => {
	const { planId, first } = await setUp({ entryKind: 'total', entries: 3 }, 1)
	const sessionId = await addPlanSession(database(), planId, { startsAt })
	const bookingId = await booked(first, sessionId)
	const tally = await together(
		Array.from({ length: REQUESTS }, (_, i) => ({
			kind: 'cancel',
			actor: first.actorAt(now + i),
			bookingId,
		})),
	)
	expect((tally.returned ?? 0) + (tally.was_cancelled ?? 0)).toBe(REQUESTS)
	expect(tally.returned ?? 0).toBeLessThanOrEqual(1)
	const usage = `SELECT count(*) FROM subscription_usage WHERE subscription_id = ? AND action = 'cancel'`
	expect(await count(usage, first.subscriptionId)).toBe(1)
})

test.each(rounds)(
	'D49: round %i: a seat that is given up goes to the line, whoever else wants it',
	async () => {
		const { planId, holders, first } = await setUp({}, PEOPLE)
		const [, waiting, ...strangers] = holders as [Holder, Holder, ...Holder[]]
		const sessionId = await addPlanSession(database(), planId, { startsAt })
		const bookingId = await booked(first, sessionId)
		await joinWaitlist(bookingDeps(database().url), waiting.actor, { sessionId, subscriptionId: null })
		const acts = presses(strangers, ({ actor }) => ({ kind: 'book' as const, actor, sessionId }))
		acts.splice(REQUESTS / 2, 1, { kind: 'cancel', actor: first.actor, bookingId })
		expect(await together(acts)).toEqual({ returned: 1, session_full: REQUESTS - 1 })
		expect(await placesIn(sessionId)).toBe(0)
		await booked(waiting, sessionId)
	},
)
