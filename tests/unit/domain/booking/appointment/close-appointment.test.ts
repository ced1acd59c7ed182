import { describe, expect, test } from 'vitest'
import {
	type AppointmentToClose,
	closedAs,
	completionProblem,
	missProblem,
	restAtShop,
	spentOn,
	transferProblem,
	undoProblem,
} from '#app/domain/booking/appointment/close-appointment.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'

const startsAt = Date.parse('2026-11-24T10:00+01:00')
const closed = ['visit_completed', 'visit_cancelled', 'visit_missed']

test('a visit is closed once it took place, was cancelled or was missed', () => {
	expect(appointmentStatuses.map(closedAs)).toEqual([null, null, ...closed])
})

describe('D52: a visit', () => {
	test('can be completed from its start on, while it is open', () => {
		const at = (now: number) => completionProblem({ status: 'CONFIRMED', startsAt }, now)
		expect([at(startsAt - 1), at(startsAt), at(startsAt + 1)]).toEqual(['visit_not_begun', null, null])
		const problems = appointmentStatuses.map((status) => completionProblem({ status, startsAt }, startsAt))
		expect(problems).toEqual([null, null, ...closed])
	})

	test('can count as missed 15 minutes after its start, while it is open', () => {
		const missable = startsAt + 15 * MINUTE_MS
		const at = (now: number) => missProblem({ status: 'SCHEDULED', startsAt }, now)
		expect([at(startsAt), at(missable - 1), at(missable)]).toEqual([
			'too_early_to_miss',
			'too_early_to_miss',
			null,
		])
		expect(appointmentStatuses.map((status) => missProblem({ status, startsAt }, startsAt))).toEqual([
			'too_early_to_miss',
			'too_early_to_miss',
			...closed,
		])
	})

	test('is opened again only if it took place or was missed, and nobody has reviewed it', () => {
		const undo = (status: AppointmentToClose['status'], isReviewed = false) =>
			undoProblem({ status, isReviewed, completedAt: startsAt, missedAt: null }, startsAt)
		expect(appointmentStatuses.map((status) => undo(status))).toEqual([
			'visit_still_open',
			'visit_still_open',
			null,
			'visit_cancelled',
			null,
		])
		expect(undo('COMPLETED', true)).toBe('visit_reviewed')
		expect(undo('CANCELLED', true)).toBe('visit_cancelled')
	})

	test('is opened again within the time that is given, the last instant included, and at any time without one', () => {
		const done = { status: 'COMPLETED', isReviewed: false, completedAt: startsAt, missedAt: null } as const
		const missed = { ...done, status: 'NO_SHOW', completedAt: null, missedAt: startsAt } as const
		for (const visit of [done, missed]) {
			expect(undoProblem(visit, startsAt + 10, 10)).toBeNull()
			expect(undoProblem(visit, startsAt + 11, 10)).toBe('undo_too_late')
			expect(undoProblem(visit, startsAt + 11)).toBeNull()
		}
	})
})

describe('the money of a visit that is closed', () => {
	const bill = { totalKobo: 1_000, paidKobo: 300, cashbackKobo: 200, transferPaidAt: null }

	test('D40: the rest is paid at the shop, unless the shop says that it was not; a transfer has come either way', () => {
		expect(restAtShop(bill, true)).toBe(500)
		expect(restAtShop(bill, false)).toBe(0)
		expect(restAtShop({ ...bill, transferPaidAt: startsAt }, false)).toBe(500)
	})

	test('the rest is never below nothing, where more was paid than the bill asks for now', () => {
		expect(restAtShop({ ...bill, paidKobo: 900 }, true)).toBe(0)
	})

	test('D36: what was spent leaves the tip out, and cashback is not in it', () => {
		expect(spentOn({ tipKobo: 100, paidKobo: 300 }, 500)).toBe(700)
		expect(spentOn({ tipKobo: 100, paidKobo: 50 }, 0)).toBe(0)
	})

	test('a transfer is awaited while the visit is open, is paid by one, and has something left to pay', () => {
		const visit = { ...bill, status: 'CONFIRMED', paymentMethod: 'TRANSFER' } as AppointmentToClose
		expect(transferProblem(visit)).toBeNull()
		expect(transferProblem({ ...visit, paymentMethod: 'CASH' })).toBe('transfer_not_due')
		expect(transferProblem({ ...visit, transferPaidAt: startsAt })).toBe('transfer_not_due')
		expect(transferProblem({ ...visit, paidKobo: 800 })).toBe('transfer_not_due')
		expect(transferProblem({ ...visit, status: 'CANCELLED' })).toBe('visit_cancelled')
	})
})
