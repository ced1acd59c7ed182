import { describe, expect, test } from 'vitest'
import {
	type BookingSubscription,
	entriesLeftFor,
	entryOnCancelling,
	MAX_SESSIONS_AHEAD,
	type SessionToBook,
	sessionBookingProblem,
	sessionBookingState,
} from '#app/domain/subscriptions/session-booking.ts'
import { isLineClosed } from '#app/domain/subscriptions/waitlist.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'

const now = Date.UTC(2026, 10, 25, 9)
const monday = Date.UTC(2026, 10, 23)
const session: SessionToBook = {
	startsAt: now + HOUR_MS,
	weekStartsAt: monday,
	calledOffAt: null,
	capacity: 10,
	seatsTaken: 9,
	ownBookingId: null,
}
const plan: BookingSubscription = {
	startsAt: now - DAY_MS,
	endsAt: now + DAY_MS,
	pausedAt: null,
	resumesAt: null,
	cancelledAt: null,
	entryKind: 'total',
	totalVisitsAllowed: 5,
	maxEntriesPerWeek: null,
	entriesByWeek: { [monday - 7 * DAY_MS]: 3, [monday]: 1 },
	placesAhead: 0,
}
const problem = (of: Partial<SessionToBook> = {}, by: Partial<BookingSubscription> | null = {}) =>
	sessionBookingProblem({ ...session, ...of }, by && { ...plan, ...by }, now)

describe('a session can be booked', () => {
	test('while it has a seat, and the plan an entry', () => {
		expect(problem()).toBeNull()
		expect(problem({ seatsTaken: 10 })).toBe('session_full')
		expect(problem({ seatsTaken: 11 })).toBe('session_full')
	})

	test('until it begins, is called off, or has a place of this customer', () => {
		expect(problem({ startsAt: now })).toBe('session_begun')
		expect(problem({ startsAt: now + 1 })).toBeNull()
		expect(problem({ calledOffAt: now })).toBe('session_called_off')
		expect(problem({ ownBookingId: 'mine', calledOffAt: now })).toBe('already_booked')
	})

	test('with a plan that runs or is to begin, and covers its start', () => {
		expect(problem({}, null)).toBe('subscription_not_usable')
		expect(problem({}, { cancelledAt: now })).toBe('subscription_not_usable')
		expect(problem({}, { endsAt: now })).toBe('subscription_not_usable')
		expect(problem({}, { pausedAt: now, resumesAt: now + 1 })).toBe('plan_paused')
		expect(problem({ startsAt: plan.endsAt })).toBe('outside_plan')
		expect(problem({ startsAt: plan.endsAt - 1 })).toBeNull()
		expect(problem({}, { startsAt: session.startsAt })).toBeNull()
		expect(problem({}, { startsAt: session.startsAt + 1 })).toBe('outside_plan')
	})

	test('D44: and is not within a pause to come, which lets in again at its end', () => {
		const pausedAt = session.startsAt
		expect(problem({}, { pausedAt, resumesAt: pausedAt + 1 })).toBe('outside_plan')
		expect(problem({}, { pausedAt: pausedAt - 1, resumesAt: pausedAt })).toBeNull()
		expect(problem({}, { pausedAt: pausedAt + 1, resumesAt: pausedAt + 2 })).toBeNull()
	})

	test('D10: as long as entries are left: in all, or in the week of the session', () => {
		expect(entriesLeftFor(plan, monday)).toBe(1)
		expect(problem({}, { totalVisitsAllowed: 4 })).toBe('entries_used_up')
		const weekly = { entryKind: 'weekly', totalVisitsAllowed: null, maxEntriesPerWeek: 1 } as const
		expect(problem({}, weekly)).toBe('entries_used_up_in_week')
		expect(problem({ weekStartsAt: monday + 7 * DAY_MS }, weekly)).toBeNull()
	})

	test('and an unlimited plan as long as it keeps fewer than ten places', () => {
		const unlimited = { entryKind: 'unlimited', totalVisitsAllowed: null } as const
		expect(entriesLeftFor({ ...plan, ...unlimited }, monday)).toBeNull()
		expect(problem({}, { ...unlimited, placesAhead: MAX_SESSIONS_AHEAD - 1 })).toBeNull()
		expect(problem({}, { ...unlimited, placesAhead: MAX_SESSIONS_AHEAD })).toBe('too_many_sessions_ahead')
		expect(problem({}, { placesAhead: MAX_SESSIONS_AHEAD })).toBeNull()
	})
})

test('D11: a place is given up without losing its entry until 24 hours before, and not at all from the start on', () => {
	const startsAt = now + 24 * HOUR_MS
	const at = (after: number) => entryOnCancelling(startsAt, now + after)
	expect([0, 1, 24 * HOUR_MS - 1, 24 * HOUR_MS].map(at)).toEqual([
		'returned',
		'forfeited',
		'forfeited',
		'too_late',
	])
})

test('D48: a place that was not used is missed a day after its end', () => {
	const state = (status: 'booked' | 'completed', at: number) =>
		sessionBookingState({ status, endsAt: now }, now + at)
	expect([DAY_MS - 1, DAY_MS].map((at) => state('booked', at))).toEqual(['booked', 'no_show'])
	expect(state('completed', DAY_MS)).toBe('completed')
})

test('M31: the line is closed once less than an hour is left', () => {
	expect([HOUR_MS, HOUR_MS - 1].map((left) => isLineClosed(now + left, now))).toEqual([false, true])
})
