import { describe, expect, test } from 'vitest'
import { bookingRefusals, ceilingWords, moveRefusal } from '#app/domain/booking/booking-refusal.ts'
import { refusalOfBookingWrite } from '#app/domain/booking/booking-write.server.ts'
import { paymentRefusals } from '#app/domain/payments/payment-refusal.ts'
import { refusalWords } from '#app/flows/checkout/checkout-refusal.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { namedConstraints } from '#db/database-error.server.ts'

const wordings = [...Object.entries(bookingRefusals), ...Object.entries(paymentRefusals)]

const violation = (rule: string) => new DatabaseError('violation', '', rule)

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

test('a lost answer speaks of what was typed at checkout alone: elsewhere a button was pressed', () => {
	expect(bookingRefusals.not_saved.text).toBe('We couldn’t reach the booking system. Please try again.')
	expect(refusalWords('not_saved')).toMatchObject({
		title: bookingRefusals.not_saved.title,
		text: expect.stringContaining('Your details are still on this page.'),
	})
	expect(moveRefusal('slot_taken').text).not.toContain('details')
})

test('a rule of the database that has another name becomes a refusal in words', () => {
	const refusals = {
		outside_hours: 'slot_outside_hours',
		'check:promo_uses_limit': 'promo_not_valid',
		'unique:appointments.reference_number': 'reference_number_conflict',
		draft_deleted: 'invalid_selection',
		shown_prices_changed: 'price_changed',
		appointment_not_movable: 'appointment_not_ahead',
		shop_not_listed: 'service_not_offered',
		network_holds_full: 'too_many_network_holds',
		unpaid_promo_uses_full: 'promo_busy',
	}
	for (const [rule, refusal] of Object.entries(refusals))
		expect([rule, refusalOfBookingWrite(violation(rule))]).toEqual([rule, refusal])
})

test('only triggers that no booking meets are bugs: reviews, changes, plans with their sessions, and money', () => {
	const isThrown = (rule: string) => {
		try {
			return !refusalOfBookingWrite(violation(rule))
		} catch {
			return true
		}
	}
	expect(namedConstraints.filter(isThrown)).toEqual([
		'review_not_allowed',
		'draft_already_booked',
		'visit_changed',
		'periods_overlap',
		'entries_used_up',
		'session_not_bookable',
		'session_full',
		'session_booking_ended',
		'time_not_free',
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
		...unlisted.map(violation),
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
			expect(ceilingWords(words, { shop, isSignedIn: false }).nextStep).toEqual({
				label: 'Sign in',
				path: '/login?redirectTo=/booking',
			})
			expect(ceilingWords(words, { shop, isSignedIn: true }).nextStep).toEqual({
				label: 'Confirm your email',
				path: '/verify-email',
			})
		},
	)
})

test('L17: what says to choose another one has a link to where that is done', () => {
	for (const { text, nextStep } of Object.values(bookingRefusals))
		if (text.includes('choose another one')) expect(nextStep?.path).toMatch(/^\/booking\/\w+-selection$/)
})
