import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#app/flows/lists/messages.server.ts'
import { bookSession, cancelPlace } from '#app/flows/subscriptions/book-session.server.ts'
import { callOffSession } from '#app/flows/subscriptions/change-plans.server.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { linkKey } from '#tests/support/accounts.ts'
import {
	addHolder,
	addPlan,
	addPlanSession,
	addSubscription,
	type Holder,
	type TestPlan,
} from '#tests/support/session-desk.ts'
import { addSmallShop, lagos, mondayMorningAt } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const now = mondayMorningAt
const thursdayNoon = lagos('2026-11-26', '12:00')

beforeAll(() => addSmallShop(database().client, 'gym'))

let deps: ReturnType<typeof createRepositories>
beforeEach(() => {
	deps = createRepositories(openDatabase({ url: database().url }))
})

const refusedBy = (refusal: string) => ({ ok: false, refusal })
const holderOf = (planId: string, at = now) => addHolder(database(), planId, { now: at })
const book = (holder: Holder, sessionId: string, at = now, subscriptionId: string | null = null) =>
	bookSession(deps, holder.actorAt(at), { sessionId, subscriptionId })

async function booked(holder: Holder, sessionId: string, at = now): Promise<string> {
	const outcome = await book(holder, sessionId, at)
	if (!outcome.ok) throw new Error(outcome.refusal)
	return outcome.value.bookingId
}

/** A plan with a customer who holds it, and sessions of it at these instants. */
async function setUp(plan: TestPlan, starts: readonly number[] = [thursdayNoon], capacity = 1) {
	const planId = await addPlan(database(), 'gym', plan)
	const holder = await holderOf(planId)
	const sessions: string[] = []
	for (const startsAt of starts)
		sessions.push(await addPlanSession(database(), planId, { startsAt, capacity }))
	return { planId, holder, sessions, session: sessions[0] ?? '' }
}

const entriesOf = ({ subscriptionId }: Holder) =>
	database().count(
		'SELECT count(*) FROM subscription_entries WHERE subscription_id = ? AND returned_at IS NULL',
		subscriptionId,
	)
const usageOf = async ({ subscriptionId }: Holder) =>
	(
		await database().rows(
			'SELECT action, entries_before, entries_after FROM subscription_usage WHERE subscription_id = ? ORDER BY occurred_at, rowid',
			subscriptionId,
		)
	).map((row) => `${row.action} ${row.entries_before} ${row.entries_after}`)
const mailsAbout = async (bookingId: string) =>
	(
		await database().rows(
			`SELECT kind || coalesce(' ' || (payload ->> 'hoursBefore'), '') AS kind, next_attempt_at FROM outbox
				WHERE payload ->> 'bookingId' = ? AND withheld_at IS NULL ORDER BY next_attempt_at`,
			bookingId,
		)
	).map((row) => [row.kind, Number(row.next_attempt_at)])

describe('Booking a session', () => {
	test('D10: takes a seat and an entry, writes the history, and queues the mails', async () => {
		const { holder, session } = await setUp({ entryKind: 'total', entries: 3 })
		const bookingId = await booked(holder, session)
		expect(await entriesOf(holder)).toBe(1)
		expect(await usageOf(holder)).toEqual(['booking 0 1'])
		expect(await mailsAbout(bookingId)).toEqual([
			['session_booked', now],
			['session_reminder 24', thursdayNoon - DAY_MS],
			['session_reminder 2', thursdayNoon - 2 * HOUR_MS],
		])
		expect(await book(holder, session, now + HOUR_MS)).toEqual(refusedBy('already_booked'))
	})

	test('F26: a post that is sent again because its answer was lost reads as done', async () => {
		const { holder, session } = await setUp({ entryKind: 'total', entries: 3 })
		const bookingId = await booked(holder, session)
		expect(await book(holder, session)).toEqual({ ok: true, value: { bookingId } })
		expect(await entriesOf(holder)).toBe(1)
	})

	test('a full session is full for the next, whatever the page showed', async () => {
		const { planId, holder, session } = await setUp({})
		await booked(holder, session)
		const late = await holderOf(planId)
		expect(await book(late, session)).toEqual(refusedBy('session_full'))
		expect(await entriesOf(late)).toBe(0)
	})

	test('D10: a weekly plan gives its entries in each week of the sessions', async () => {
		const starts = ['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-30'].map((day) => lagos(day, '12:00'))
		const { holder, sessions } = await setUp({ entryKind: 'weekly', entries: 2 }, starts)
		const [first = '', second = '', third = '', nextWeek = ''] = sessions
		await booked(holder, first)
		await booked(holder, second)
		expect(await book(holder, third)).toEqual(refusedBy('entries_used_up_in_week'))
		expect(await book(holder, nextWeek)).toMatchObject({ ok: true })
	})

	test('D10: a plan of so many visits in all gives no more', async () => {
		const { holder, sessions } = await setUp({ entryKind: 'total', entries: 1 }, [
			thursdayNoon,
			thursdayNoon + DAY_MS,
		])
		await booked(holder, sessions[0] ?? '')
		expect(await book(holder, sessions[1] ?? '')).toEqual(refusedBy('entries_used_up'))
	})

	test('with a plan without a limit ten sessions ahead are the most', async () => {
		const starts = Array.from({ length: 11 }, (_, day) => thursdayNoon + day * DAY_MS)
		const { holder, sessions } = await setUp({}, starts)
		for (const session of sessions.slice(0, 10)) await booked(holder, session)
		expect(await book(holder, sessions[10] ?? '')).toEqual(refusedBy('too_many_sessions_ahead'))
		// Once one has begun there is room again.
		expect(await book(holder, sessions[10] ?? '', thursdayNoon)).toMatchObject({ ok: true })
	})

	test('D47: nobody is in two sessions at once; one may begin when another ends', async () => {
		const { planId, holder, sessions } = await setUp({}, [thursdayNoon, thursdayNoon + HOUR_MS])
		const [noon = '', one = ''] = sessions
		const between = await addPlanSession(database(), planId, { startsAt: thursdayNoon + HOUR_MS / 2 })
		await booked(holder, noon)
		expect(await book(holder, between)).toEqual(refusedBy('session_overlaps'))
		await booked(holder, one)
		expect(await book(await holderOf(planId), between)).toMatchObject({ ok: true })
	})

	test('D44, D46, D47: a plan that is paused, over, cancelled or ends before gives none', async () => {
		const planId = await addPlan(database(), 'gym')
		const session = await addPlanSession(database(), planId, { startsAt: thursdayNoon })
		const holding = (period: Parameters<typeof addHolder>[2]) => addHolder(database(), planId, period)
		const later = thursdayNoon + DAY_MS
		const cases = [
			[{ now, pausedAt: now, resumesAt: now + DAY_MS }, 'plan_paused'],
			[{ now, endsAt: now }, 'subscription_not_usable'],
			[{ now, cancelledAt: now }, 'subscription_not_usable'],
			[{ now, endsAt: thursdayNoon }, 'outside_plan'],
			[{ now, startsAt: later, endsAt: later + 1 }, 'outside_plan'],
		] as const
		for (const [period, refusal] of cases)
			expect(await book(await holding(period), session)).toEqual(refusedBy(refusal))
		// A renewal that has not begun yet gives entries for its own time.
		const renewed = await holding({ now, endsAt: thursdayNoon })
		await addSubscription(database(), planId, renewed.userId, { startsAt: thursdayNoon })
		expect(await book(renewed, session)).toMatchObject({ ok: true })
	})

	test('is refused for a session that has begun, is called off, or is of a plan that one never held', async () => {
		const { holder, session } = await setUp({})
		const stranger = await holderOf(await addPlan(database(), 'gym'))
		expect(await book(holder, session, thursdayNoon)).toEqual(refusedBy('session_begun'))
		expect(await book(stranger, session)).toEqual(refusedBy('session_not_found'))
		expect(await book(holder, session, now, stranger.subscriptionId)).toEqual(
			refusedBy('subscription_not_usable'),
		)
		await callOffSession(deps, { sessionId: session, now })
		expect(await book(holder, session)).toEqual(refusedBy('session_called_off'))
	})
})

describe('Cancelling a place', () => {
	test('D11: up to 24 hours before, the entry comes back; the last instant counts', async () => {
		const { planId, holder, session } = await setUp({ entryKind: 'total', entries: 1 })
		const bookingId = await booked(holder, session)
		const lastAt = thursdayNoon - DAY_MS
		expect(await cancelPlace(deps, holder.actorAt(lastAt), bookingId)).toEqual({
			ok: true,
			value: 'returned',
		})
		expect(await usageOf(holder)).toEqual(['booking 0 1', 'cancel 1 0'])
		expect(await book(await holderOf(planId), session)).toMatchObject({ ok: true })
	})

	test('D11: later it is forfeited, and the seat is free all the same', async () => {
		const { planId, holder, session } = await setUp({ entryKind: 'total', entries: 1 })
		const bookingId = await booked(holder, session)
		const late = thursdayNoon - DAY_MS + 1
		expect(await cancelPlace(deps, holder.actorAt(late), bookingId)).toEqual({ ok: true, value: 'forfeited' })
		expect(await entriesOf(holder)).toBe(1)
		expect(await usageOf(holder)).toEqual(['booking 0 1', 'late_cancel 1 1'])
		expect(await book(await holderOf(planId), session)).toMatchObject({ ok: true })
	})

	test('twice, and twenty times at once, gives the entry back once', async () => {
		const { holder, session } = await setUp({ entryKind: 'total', entries: 2 }, [thursdayNoon])
		const bookingId = await booked(holder, session)
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, i) => cancelPlace(deps, holder.actorAt(now + i), bookingId)),
		)
		expect(answers.filter((answer) => answer.ok && answer.value === 'returned')).toHaveLength(1)
		expect(answers.filter((answer) => answer.ok && answer.value === 'was_cancelled')).toHaveLength(19)
		expect(await usageOf(holder)).toEqual(['booking 0 1', 'cancel 1 0'])
	})

	test('D47: not from its start on, not after a check-in, and never by somebody else', async () => {
		const { planId, holder, session } = await setUp({})
		const bookingId = await booked(holder, session)
		expect(await cancelPlace(deps, (await holderOf(planId)).actor, bookingId)).toEqual(
			refusedBy('place_not_found'),
		)
		expect(await cancelPlace(deps, holder.actorAt(thursdayNoon), bookingId)).toEqual(
			refusedBy('session_begun'),
		)
		await database().change(
			`UPDATE session_bookings SET status = 'completed', completed_at = ? WHERE id = ?`,
			String(now),
			bookingId,
		)
		expect(await cancelPlace(deps, holder.actor, bookingId)).toEqual(refusedBy('place_used'))
	})
})

describe('Calling a session off', () => {
	test('D47: gives every entry back, also one that was forfeited, and tells everybody once', async () => {
		const { planId, holder, session } = await setUp({ entryKind: 'total', entries: 1 }, [thursdayNoon], 3)
		const late = await holderOf(planId)
		const bookingId = await booked(holder, session)
		const lateId = await booked(late, session)
		const at = thursdayNoon - HOUR_MS
		await cancelPlace(deps, late.actorAt(at), lateId)
		expect(await callOffSession(deps, { sessionId: session, now: at })).toEqual({
			ok: true,
			value: { places: 1, entries: 2 },
		})
		expect(await callOffSession(deps, { sessionId: session, now: at + 1 })).toEqual({ ok: true, value: null })
		expect([await entriesOf(holder), await entriesOf(late)]).toEqual([0, 0])
		expect(await usageOf(holder)).toEqual(['booking 0 1', 'called_off 1 0'])
		expect((await mailsAbout(bookingId)).map(([kind]) => kind)).toContain('session_called_off')
		expect((await mailsAbout(lateId)).map(([kind]) => kind)).not.toContain('session_called_off')
	})

	test('in the millisecond in which a place is given up its entry comes back once', async () => {
		const { holder, session } = await setUp({ entryKind: 'total', entries: 1 })
		const bookingId = await booked(holder, session)
		const at = now + HOUR_MS
		await cancelPlace(deps, holder.actorAt(at), bookingId)
		expect(await callOffSession(deps, { sessionId: session, now: at })).toEqual({
			ok: true,
			value: { places: 0, entries: 0 },
		})
		expect(await usageOf(holder)).toEqual(['booking 0 1', 'cancel 1 0'])
	})

	test('D47: a plan that ended meanwhile runs seven days more', async () => {
		const planId = await addPlan(database(), 'gym', { entryKind: 'total', entries: 1 })
		const endsAt = thursdayNoon + HOUR_MS
		const holder = await addHolder(database(), planId, { now, endsAt })
		const session = await addPlanSession(database(), planId, { startsAt: thursdayNoon })
		await booked(holder, session)
		await callOffSession(deps, { sessionId: session, now: endsAt })
		const [row] = await database().rows(
			'SELECT ends_at FROM subscriptions WHERE id = ?',
			holder.subscriptionId,
		)
		expect(Number(row?.ends_at)).toBe(endsAt + 7 * DAY_MS)
		expect(await entriesOf(holder)).toBe(0)
	})

	test('a place that was checked in stays; one of long ago cannot be called off', async () => {
		const { holder, session } = await setUp({})
		const bookingId = await booked(holder, session)
		await database().change(
			`UPDATE session_bookings SET status = 'completed', completed_at = ? WHERE id = ?`,
			String(thursdayNoon),
			bookingId,
		)
		const longAfter = thursdayNoon + 31 * DAY_MS
		expect(await callOffSession(deps, { sessionId: session, now: longAfter })).toEqual(
			refusedBy('session_long_over'),
		)
		expect(await callOffSession(deps, { sessionId: session, now: thursdayNoon })).toEqual({
			ok: true,
			value: { places: 0, entries: 0 },
		})
		expect(await entriesOf(holder)).toBe(1)
	})
})

describe('The operator’s call-off', () => {
	const run = async (sessionId: string, ...more: string[]) => {
		const said: string[] = []
		const say = (line: string) => void said.push(line)
		const code = await runOps(['session', 'call-off', sessionId, ...more], {
			env: { DATABASE_URL: database().url },
			say,
			note: say,
			now,
		})
		return { code, said: said.join(' ') }
	}

	test('says what it would do, does it with --apply, and changes nothing a second time', async () => {
		const { holder, session } = await setUp({ entryKind: 'total', entries: 1 })
		await booked(holder, session)
		expect(await run(session)).toEqual({
			code: 0,
			said: expect.stringMatching(/1 person would be told\. Nothing was written/),
		})
		expect(await entriesOf(holder)).toBe(1)
		expect(await run(session, '--apply')).toEqual({
			code: 0,
			said: expect.stringMatching(/is called off: 1 person will be told, and 1 entry is returned/),
		})
		expect(await entriesOf(holder)).toBe(0)
		expect(await run(session, '--apply')).toEqual({
			code: 0,
			said: expect.stringMatching(/already called off/),
		})
		expect(await run('nothing', '--apply')).toMatchObject({ code: 1 })
		// O4: the shop reads of it, once.
		expect(await database().rows('SELECT kind, key_id FROM shop_acts WHERE subject_id = ?', session)).toEqual(
			[{ kind: 'session_called_off', key_id: null }],
		)
	})
})

describe('R42: the mails about a place', () => {
	const sender = { name: 'Wakati', origin: 'https://wakati.example', supportContact: null }
	const compose = (kind: string, payload: object, at: number) =>
		messages
			.find((one) => one.kind === kind)
			?.prepare(
				{ ...deps, sender, cookieKeys: [linkKey] },
				{
					chooser: null,
					payload: JSON.stringify(payload),
					createdAt: now,
				},
				at,
			)

	test('remind of a place that is kept, at their own time, and are dropped after a cancellation', async () => {
		const { holder, session } = await setUp({})
		const bookingId = await booked(holder, session)
		const payload = { bookingId, holderId: holder.userId }
		const dayBefore = thursdayNoon - DAY_MS
		const twoHoursBefore = thursdayNoon - 2 * HOUR_MS
		const remind = (hoursBefore: number, at: number) =>
			compose('session_reminder', { ...payload, hoursBefore }, at)
		expect(await remind(24, dayBefore)).toMatchObject({
			ok: true,
			value: { letter: { text: expect.stringContaining('you get your entry back') } },
		})
		expect(await remind(24, twoHoursBefore)).toEqual(refusedBy('too_old'))
		expect(await remind(2, twoHoursBefore)).toMatchObject({ ok: true })
		expect(await remind(2, thursdayNoon)).toEqual(refusedBy('too_old'))
		expect(await compose('session_booked', payload, now)).toMatchObject({
			ok: true,
			value: { letter: { subject: expect.stringContaining('Session Booked!') } },
		})
		await cancelPlace(deps, holder.actorAt(now + 1), bookingId)
		expect(await remind(2, twoHoursBefore)).toEqual(refusedBy('place_not_booked'))
		expect(await compose('session_booked', payload, now + 1)).toEqual(refusedBy('place_not_booked'))
		expect(await compose('session_called_off', payload, now + 1)).toEqual(refusedBy('place_not_called_off'))
	})

	test('a session that is booked late has the reminders that are still to come', async () => {
		const { holder, session } = await setUp({})
		const late = await booked(holder, session, thursdayNoon - 3 * HOUR_MS)
		expect((await mailsAbout(late)).map(([kind]) => kind)).toEqual(['session_booked', 'session_reminder 2'])
	})

	test('W11: an address that nobody has proved gets five in a day; a proven one all of them', async () => {
		const starts = [1, 2, 3].map((day) => thursdayNoon + day * DAY_MS)
		const { holder, sessions } = await setUp({}, starts)
		const mails = () =>
			database().count(
				'SELECT count(*) FROM outbox WHERE recipient_email = ? AND withheld_at IS NULL',
				holder.email,
			)
		await booked(holder, sessions[0] ?? '')
		await booked(holder, sessions[1] ?? '')
		expect(await mails()).toBe(6)
		await database().change('UPDATE users SET email_verified_at = NULL WHERE id = ?', holder.userId)
		await booked(holder, sessions[2] ?? '')
		expect(await mails()).toBe(6)
	})
})
