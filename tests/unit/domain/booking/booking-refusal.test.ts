import { expect, test } from 'vitest'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { refusalOfWrite } from '#app/domain/booking/refusal-of-write.server.ts'
import { DatabaseError, laws } from '#db/database-error.server.ts'

const wordings = Object.entries(bookingRefusals)

test('every refusal has a title, whole sentences, and a status that says whose turn it is', () => {
	for (const [code, { title, text, status }] of wordings) {
		expect([code, title]).toEqual([code, expect.stringMatching(/^[A-Z].{3,40}$/)])
		expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z].*[.!?]$/)])
		expect([code, [409, 422, 429, 503].includes(status)]).toEqual([code, true])
		expect(`${title} ${text}`).not.toMatch(/undefined|null|error code|sqlite|constraint|exception|_/i)
	}
})

test('a refusal for a taken time says that what was typed is kept', () => {
	for (const code of ['slot_taken', 'slot_past', 'slot_outside_hours'] as const)
		expect([code, bookingRefusals[code].text, bookingRefusals[code].status]).toEqual([
			code,
			expect.stringContaining('is kept'),
			409,
		])
})

test('every broken rule of the database becomes a refusal in words', () => {
	const refusals = {
		slot_taken: 'slot_taken',
		outside_hours: 'slot_outside_hours',
		staff_not_available: 'staff_not_available',
		too_many_holds: 'too_many_holds',
		promo_not_valid: 'promo_not_valid',
		'check:promo_uses_limit': 'promo_not_valid',
		'check:calendar_range': 'invalid_data_format',
		'unique:appointments.reference_number': 'reference_conflict',
		'unique:anything.else': 'slot_taken',
		not_null: 'missing_required_data',
		foreign_key: 'invalid_selection',
	}
	for (const [rule, refusal] of Object.entries(refusals))
		expect([rule, refusalOfWrite(new DatabaseError('violation', '', rule))]).toEqual([rule, refusal])
	const unnamed = laws.filter((law) => !(law in refusals))
	// Reviews are no part of a booking, and what money may not do is never asked for by a form.
	expect(unnamed).toEqual([
		'review_not_allowed',
		'payment_is_final',
		'payment_decided',
		'refund_not_due',
		'ledger_unbalanced',
		'ledger_is_append_only',
	])
})

test('a database that is busy or silent is told apart: one has certainly changed nothing', () => {
	expect(refusalOfWrite(new DatabaseError('busy', ''))).toBe('busy')
	expect(refusalOfWrite(new DatabaseError('unknown', ''))).toBe('not_saved')
	expect(bookingRefusals.busy.status).toBe(503)
	expect(bookingRefusals.not_saved.status).toBe(503)
})

test('a bug of ours is not dressed up as a refusal', () => {
	for (const error of [new Error('bug'), new DatabaseError('invalid', 'no such column'), new TypeError('x')])
		expect(() => refusalOfWrite(error)).toThrow(error)
})
