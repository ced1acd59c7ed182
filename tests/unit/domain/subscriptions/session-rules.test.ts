import { describe, expect, test } from 'vitest'
import { findLaterWeek, sessionGroup, sessionsEndAt } from '#app/domain/subscriptions/session-list.server.ts'
import { describeSpots } from '#app/domain/subscriptions/spots.ts'
import { seatWaitState } from '#app/domain/subscriptions/waitlist.ts'

const LAGOS = 'Africa/Lagos'
const lagos = (moment: string) => Date.parse(`${moment}+01:00`)

describe('The group of a session', () => {
	test.each([
		['2026-11-25T09:00', '2026-11-25T23:30', 'Today'],
		['2026-11-25T09:00', '2026-11-26T00:00', 'Tomorrow'],
		['2026-11-25T09:00', '2026-11-29T23:59', 'This Week'],
		['2026-11-25T09:00', '2026-11-30T00:00', 'Later'],
		// On a Sunday the week is over: its Monday is tomorrow.
		['2026-11-29T09:00', '2026-11-30T08:00', 'Tomorrow'],
		['2026-11-29T09:00', '2026-12-01T08:00', 'Later'],
	])('at %s, of one at %s, is %s', (now, startsAt, group) => {
		expect(sessionGroup(LAGOS, lagos(startsAt), lagos(now))).toBe(group)
	})

	test('goes by the clock of its shop', () => {
		const now = lagos('2026-11-25T09:00')
		// Half past midnight in Lagos is still Wednesday evening in New York.
		expect(sessionGroup('America/New_York', lagos('2026-11-26T00:30'), now)).toBe('Today')
	})

	test('a later one names the Monday of its week; the window ends after thirty days', () => {
		const now = lagos('2026-11-25T09:00')
		expect(findLaterWeek(LAGOS, lagos('2026-11-29T12:00'), now)).toBeNull()
		expect(findLaterWeek(LAGOS, lagos('2026-12-06T23:00'), now)).toBe('2026-11-30')
		expect(sessionsEndAt(LAGOS, now)).toBe(lagos('2026-12-26T00:00'))
	})
})

test.each([
	[100, 26, 'green'],
	[100, 25, 'yellow'],
	[100, 11, 'yellow'],
	[100, 10, 'orange'],
	[100, 1, 'orange'],
	[100, 0, 'red'],
	[0, 0, 'red'],
	[0, 1, 'red'],
	[4, -1, 'red'],
])('of %i spots, %i left are %s', (capacity, spotsLeft, tone) => {
	const spots = describeSpots({ capacity, spotsLeft })
	expect(spots.tone).toBe(tone)
	expect(spots.words).toBe(tone === 'red' ? 'Session Full' : `${spotsLeft}/${capacity} spots left`)
	// The colour is never all that is said.
	expect(spots.hint === null).toBe(tone === 'red')
})

test.each([2, 8, 100])('the one that is left of %i spots is the last, whatever its share', (capacity) => {
	expect(describeSpots({ capacity, spotsLeft: 1 }).hint).toBe('Last spot')
	expect(describeSpots({ capacity, spotsLeft: 2 }).hint).not.toBe('Last spot')
})

test('D49: a wait is offered until its instant, then waits again once, then is spent', () => {
	const until = 1_000
	const at = (offerCount: number, offerExpiresAt: number | null, now: number) =>
		seatWaitState({ offerCount, offerExpiresAt, ahead: 2 }, now)
	expect(at(0, null, 0)).toEqual({ kind: 'waiting', place: 3 })
	expect(at(1, until, until - 1)).toEqual({ kind: 'offered', until })
	expect(at(1, until, until)).toEqual({ kind: 'waiting', place: 3 })
	expect(at(2, until, until - 1)).toEqual({ kind: 'offered', until })
	expect(at(2, until, until)).toEqual({ kind: 'spent' })
})
