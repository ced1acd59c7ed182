import { describe, expect, test } from 'vitest'
import {
	appointmentState,
	isClosed,
	suggestedActions,
} from '#app/domain/booking/desk/shop-appointment-words.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { type AppointmentStatus, appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'

const startsAt = Date.parse('2026-11-24T10:00+01:00')
const visit = (
	status: AppointmentStatus,
	times: { arrivedAt?: number; completedAt?: number; missedAt?: number } = {},
) => ({
	status,
	startsAt,
	arrivedAt: null,
	completedAt: null,
	missedAt: null,
	isOfSignedIn: false,
	...times,
})

describe('the state of a visit, as the kiosk words it', () => {
	test('before its start tells whether it was confirmed, and who waits', () => {
		const state = (one: ReturnType<typeof visit>) => appointmentState(one, startsAt - 1)
		expect(state(visit('SCHEDULED'))).toEqual({ word: 'Expected', tone: 'plain' })
		expect(state(visit('CONFIRMED'))).toEqual({ word: 'Confirmed', tone: 'plain' })
		expect(state(visit('CONFIRMED', { arrivedAt: 1 }))).toEqual({ word: 'Waiting', tone: 'marigold' })
	})

	test('from its start on tells who is here and who is not', () => {
		const state = (one: ReturnType<typeof visit>) => appointmentState(one, startsAt)
		expect(state(visit('SCHEDULED'))).toEqual({ word: 'Not here yet', tone: 'clay' })
		expect(state(visit('CONFIRMED', { arrivedAt: 1 }))).toEqual({ word: 'Here', tone: 'marigold' })
	})

	test('half a day later tells that it was never closed, whoever came', () => {
		const state = (one: ReturnType<typeof visit>, at: number) => appointmentState(one, startsAt + at).word
		expect(state(visit('CONFIRMED'), 12 * HOUR_MS - 1)).toBe('Not here yet')
		for (const arrivedAt of [null, 1])
			expect(state({ ...visit('CONFIRMED'), arrivedAt }, 12 * HOUR_MS)).toBe('Not closed')
	})

	test('once it is closed is how it ended, whoever came', () => {
		const state = (status: AppointmentStatus) => appointmentState(visit(status, { arrivedAt: 1 }), startsAt)
		expect(state('COMPLETED')).toEqual({ word: 'Completed', tone: 'leaf' })
		expect(state('NO_SHOW')).toEqual({ word: 'No-show', tone: 'clay' })
		expect(state('CANCELLED')).toEqual({ word: 'Cancelled', tone: 'clay' })
		expect(appointmentStatuses.filter((one) => isClosed({ status: one }))).toEqual([
			'COMPLETED',
			'CANCELLED',
			'NO_SHOW',
		])
	})
})

describe('what a shop most likely does next', () => {
	test('is the arrival before the start, and completing or missing as soon as each may be', () => {
		const at = (now: number) => suggestedActions(visit('SCHEDULED'), now)
		expect(at(startsAt - 1)).toEqual(['arrive'])
		expect(at(startsAt)).toEqual(['arrive', 'complete'])
		expect(at(startsAt + 15 * MINUTE_MS)).toEqual(['arrive', 'complete', 'miss'])
	})

	test('is completing the visit of a customer who has arrived, once it has begun', () => {
		const arrived = visit('CONFIRMED', { arrivedAt: 1 })
		expect(suggestedActions(arrived, startsAt - 1)).toEqual([])
		expect(suggestedActions(arrived, startsAt + 60 * MINUTE_MS)).toEqual(['complete'])
	})

	test('is taking back what was closed within the last ten minutes', () => {
		for (const closed of [
			visit('COMPLETED', { completedAt: startsAt }),
			visit('NO_SHOW', { missedAt: startsAt }),
		]) {
			expect(suggestedActions(closed, startsAt + 10 * MINUTE_MS - 1)).toEqual(['undo'])
			expect(suggestedActions(closed, startsAt + 10 * MINUTE_MS)).toEqual([])
		}
		expect(suggestedActions(visit('CANCELLED'), startsAt)).toEqual([])
		expect(suggestedActions(visit('CANCELLED'), 1)).toEqual([])
	})

	test('D52: is nothing for the visit of the account that is signed in', () => {
		expect(suggestedActions({ ...visit('SCHEDULED'), isOfSignedIn: true }, startsAt)).toEqual([])
	})
})
