import { describe, expect, test } from 'vitest'
import { bookingRefusals, ceilingWords } from '#app/domain/booking/booking-refusal.ts'
import { refusalOfBookingWrite } from '#app/domain/booking/booking-write.server.ts'
import { paymentRefusals } from '#app/domain/payments/payment-refusal.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { namedConstraints } from '#db/database-error.server.ts'

const wordings = [...Object.entries(bookingRefusals), ...Object.entries(paymentRefusals)]

test('every refusal has a title, whole sentences, and a status that says whose turn it is', () => {
	for (const [code, { title, text, status }] of wordings) {
		expect([code, title]).toEqual([code, expect.stringMatching(/^[A-Z].{3,40}$/)])
		expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z].*[.!?]$/)])
		expect([code, [409, 422, 429, 502, 503].includes(status)]).toEqual([code, true])
		expect(`${title} ${text}`).not.toMatch(/undefined|null|error code|sqlite|constraint|exception|_/i)
	}
})

test('a refusal for a taken time says that what was typed is kept', () => {
	for (const code of ['slot_taken', 'slot_past', 'slot_outside_hours'] as const)
		expect([code, bookingRefusals[code].text, bookingRefusals[code].status]).toEqual([
			code,
			expect.stringContaining('are saved'),
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
		'unique:appointments.reference_number': 'reference_number_conflict',
		draft_deleted: 'invalid_selection',
		shown_prices_changed: 'price_changed',
		appointment_not_movable: 'appointment_not_ahead',
		promo_rate_limited: 'promo_rate_limited',
		shop_not_listed: 'service_not_offered',
		network_holds_full: 'too_many_network_holds',
		hold_time_used: 'hold_time_used',
		too_many_drafts: 'too_many_drafts',
		too_many_guest_bookings: 'too_many_guest_bookings',
		too_many_appointments_ahead: 'too_many_appointments_ahead',
		too_many_payment_starts: 'too_many_payment_starts',
		too_many_moves: 'too_many_moves',
		unpaid_promo_uses_full: 'promo_busy',
		referral_not_valid: 'referral_not_valid',
		reward_not_available: 'reward_not_available',
		cashback_not_available: 'cashback_not_available',
	}
	for (const [rule, refusal] of Object.entries(refusals))
		expect([rule, refusalOfBookingWrite(new DatabaseError('violation', '', rule))]).toEqual([rule, refusal])
	const unnamed = namedConstraints.filter((word) => !(word in refusals))
	// Reviews are no part of a booking, a booked draft answers with its appointment; an e-mail change, closing a visit, a shop's side,
	// plans with their sessions, and money have codes of their own.
	expect(unnamed).toEqual([
		'review_not_allowed',
		'dispute_over',
		'draft_already_booked',
		'session_or_password_changed',
		'visit_changed',
		'plan_not_on_offer',
		'periods_overlap',
		'subscription_not_usable',
		'entries_used_up',
		'session_not_bookable',
		'session_full',
		'session_overlaps',
		'session_booking_ended',
		'too_many_sessions_ahead',
		'wait_not_needed',
		'check_in_code_used',
		'time_not_free',
		'live_appointments_met',
		'act_done_already',
		'kiosk_link_used',
		'key_ended',
		'too_many_webhooks',
		'too_many_slot_waits',
		'payment_is_final',
		'payment_decided',
		'refund_not_due',
		'ledger_unbalanced',
		'ledger_is_append_only',
		'ledger_account_overdrawn',
	])
})

test('a database that is busy or silent is told apart: one has certainly changed nothing', () => {
	expect(refusalOfBookingWrite(new DatabaseError('busy', ''))).toBe('busy')
	expect(refusalOfBookingWrite(new DatabaseError('unknown', ''))).toBe('not_saved')
	expect(bookingRefusals.busy.status).toBe(503)
	expect(bookingRefusals.not_saved.status).toBe(503)
})

test('a bug of ours is not dressed up as a refusal', () => {
	const unlisted = ['not_null', 'foreign_key', 'unique:checkouts.id', 'check:checkout_amounts', 'constraint']
	for (const error of [
		new Error('bug'),
		new DatabaseError('invalid', 'no such column'),
		new TypeError('x'),
		...unlisted.map((rule) => new DatabaseError('violation', '', rule)),
	])
		expect(() => refusalOfBookingWrite(error)).toThrow(error)
})

describe('D33: a ceiling names its ways on:', () => {
	const ceilings = Object.values(bookingRefusals).filter(({ isCeiling }) => isCeiling)
	const shop = { name: 'Adé Hair Studio', phone: '+2348031234567' }

	test.each(ceilings.map((words) => [words.title, words]))('%s: the phone of the shop', (_, words) => {
		expect(ceilingWords(words, { shop, isSignedIn: false }).text).toMatch(
			/Or call Adé Hair Studio: 0803 123 4567\.$/,
		)
		expect(ceilingWords(words, { shop: { ...shop, phone: null }, isSignedIn: false }).text).toBe(words.text)
		expect(ceilingWords(words, { shop: null, isSignedIn: false }).text).toBe(words.text)
	})

	test.each(ceilings.filter(({ text }) => text.includes('Sign in')).map((words) => [words.title, words]))(
		'%s: signing in, or for whoever has, a confirmed email',
		(_, words) => {
			expect(ceilingWords(words, { shop, isSignedIn: false }).wayOn).toEqual({
				label: 'Sign in',
				path: '/login?redirectTo=/booking',
			})
			expect(ceilingWords(words, { shop, isSignedIn: true }).wayOn).toEqual({
				label: 'Confirm your email',
				path: '/verify-email',
			})
		},
	)
})

test('L17: what says to choose another one has a link to where that is done', () => {
	for (const { text, wayOn } of Object.values(bookingRefusals))
		if (text.includes('choose another one')) expect(wayOn?.path).toMatch(/^\/booking\/\w+-selection$/)
})
