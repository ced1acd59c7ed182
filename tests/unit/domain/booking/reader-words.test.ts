import { describe, expect, test } from 'vitest'
import { appointmentPageRefusals } from '#app/domain/booking/appointment/appointment-page-refusal.ts'
import {
	appointmentStateRefusals,
	moveConstraints,
} from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import { changeRefusals } from '#app/domain/booking/appointment/change-refusal.ts'
import { bookingKept, ceilingWords, nothingKept } from '#app/domain/booking/booking-wording.ts'
import { depositRefusals } from '#app/domain/booking/checkout/deposit-refusal.ts'
import {
	isTypedCodeRefusal,
	moneyRefusals,
	priceConstraints,
	savingConstraints,
} from '#app/domain/booking/checkout/money-refusal.ts'
import {
	customerRefusals,
	holdConstraints,
	newBookingConstraints,
	newDraftConstraints,
} from '#app/domain/booking/customer/customer-refusal.ts'
import { draftRefusals, numberConstraints, serviceRefusals } from '#app/domain/booking/draft/draft-refusal.ts'
import { blockRefusals, slotConstraints, slotRefusals } from '#app/domain/booking/hold/slot-refusal.ts'
import {
	appointmentWording,
	bookingRefusals,
	customerWords,
	isWordedFor,
	shopWords,
	writeRefusals,
} from '#app/domain/booking/reader-words.ts'
import { slotWaitRefusals } from '#app/domain/booking/wait/slot-wait.ts'
import { paymentRefusals } from '#app/domain/payments/payment-refusal.ts'
import { refusalOfBookingWrite } from '#app/flows/booking/booking-write.server.ts'
import { refusalWords } from '#app/flows/checkout/checkout-post.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { namedConstraints } from '#db/database-error.server.ts'

const subjects = [
	slotRefusals,
	serviceRefusals,
	moneyRefusals,
	customerRefusals,
	draftRefusals,
	depositRefusals,
	appointmentStateRefusals,
	changeRefusals,
	slotWaitRefusals,
	blockRefusals,
	writeRefusals,
]
const codes = Object.keys(bookingRefusals)
const ofCustomers = codes
	.filter((code) => isWordedFor('customer', code))
	.map((code) => [code, customerWords(code)] as const)
const ofShops = codes
	.filter((code) => isWordedFor('shop', code))
	.map((code) => [code, shopWords(code)] as const)

const forNoReader = /undefined|null|error code|sqlite|constraint|exception|_/i

const constraints = {
	...slotConstraints,
	...holdConstraints,
	...newDraftConstraints,
	...newBookingConstraints,
	...priceConstraints,
	...savingConstraints,
	...moveConstraints,
	...numberConstraints,
}
const violation = (rule: string) => new DatabaseError('violation', '', rule)
const refusalOf = (error: unknown) => refusalOfBookingWrite(error, constraints)

/** Codes that stand in two tables, of which the later one would win. */
function doubled(tables: readonly object[]): string[] {
	const all = tables.flatMap((table) => Object.keys(table))
	return all.filter((code, position) => all.indexOf(code) !== position)
}

test('a code stands in one table of one subject, and has words for a reader', () => {
	expect(doubled(subjects)).toEqual([])
	expect(subjects.flatMap(Object.keys)).toEqual(codes)
	for (const code of codes)
		expect([code, isWordedFor('customer', code) || isWordedFor('shop', code)]).toEqual([code, true])
})

test('a planted code that stands in two tables is found', () => {
	expect(doubled([...subjects, { slot_taken: slotRefusals.slot_taken }])).toEqual(['slot_taken'])
})

test('a reader who cannot meet a refusal has no words for it', () => {
	expect(isWordedFor('shop', 'too_late_to_move')).toBe(false)
	expect(isWordedFor('customer', 'own_visit')).toBe(false)
	expect(isWordedFor('customer', 'toString')).toBe(false)
})

test('every refusal has a title, whole sentences, and a status that says whose turn it is', () => {
	for (const [code, { title, text, status }] of [
		...ofCustomers,
		...Object.entries(paymentRefusals),
		...Object.entries(appointmentPageRefusals),
	]) {
		expect([code, title]).toEqual([code, expect.stringMatching(/^[A-Z].{3,40}$/)])
		expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z].*[.!?]$/)])
		expect([code, [409, 422, 429, 502, 503].includes(status)]).toEqual([code, true])
		expect(`${title} ${text}`).not.toMatch(forNoReader)
	}
})

test('what the shop reads is whole sentences too', () => {
	for (const [code, text] of ofShops) {
		expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z].*[.!?]$/)])
		expect(text).not.toMatch(forNoReader)
	}
})

test('a refusal for a taken time says that what was typed is kept', () => {
	for (const code of ['slot_taken', 'slot_past', 'slot_outside_hours'] as const)
		expect([code, customerWords(code).text, customerWords(code).status]).toEqual([
			code,
			expect.stringContaining('are saved'),
			409,
		])
})

test('a lost answer speaks of what was typed at checkout alone: elsewhere a button was pressed', () => {
	expect(customerWords('not_saved').text).toBe('We couldn’t reach the booking system. Please try again.')
	expect(refusalWords('not_saved')).toMatchObject({
		title: customerWords('not_saved').title,
		text: expect.stringContaining('Your details are still on this page.'),
	})
	const slotTaken = customerWords('slot_taken')
	expect(bookingKept(slotTaken)).toEqual({
		...slotTaken,
		text: 'Someone has just taken this time. Your booking has not changed.',
	})
	expect(nothingKept(slotTaken)).toEqual({ ...slotTaken, text: 'Someone has just taken this time.' })
})

test('a refusal at a kiosk carries a status: not found, forbidden, or a conflict', () => {
	const statuses = (['visit_not_found', 'own_visit', 'visit_confirmed'] as const).map(
		(code) => appointmentWording(code).status,
	)
	expect(statuses).toEqual([404, 403, 409])
	expect(appointmentWording('visit_confirmed').text).toBe('This visit is already confirmed.')
})

test('what is wrong with a typed code is said at its field; the rest of what costs money is not', () => {
	expect(Object.keys(moneyRefusals).filter(isTypedCodeRefusal)).toEqual([
		'promo_not_valid',
		'referral_not_valid',
		'referral_own_code',
	])
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
		expect([rule, refusalOf(violation(rule))]).toEqual([rule, refusal])
})

test('only triggers that no booking meets are bugs: reviews, changes, plans with their sessions, and money', () => {
	const isThrown = (rule: string) => {
		try {
			return !refusalOf(violation(rule))
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
		'part_decided',
		'ledger_unbalanced',
		'ledger_is_append_only',
		'ledger_account_overdrawn',
		'payout_has_ended',
		'payout_is_fixed',
	])
})

test('a database that is busy or silent is told apart: one has certainly changed nothing', () => {
	expect(refusalOf(new DatabaseError('busy', ''))).toBe('busy')
	expect(refusalOf(new DatabaseError('unknown', ''))).toBe('not_saved')
	expect(customerWords('busy').status).toBe(503)
	expect(customerWords('not_saved').status).toBe(503)
})

test('a bug of ours is not dressed up as a refusal', () => {
	const unlisted = ['not_null', 'foreign_key', 'unique:checkouts.id', 'check:checkout_amounts', 'constraint']
	for (const error of [
		new Error('bug'),
		new DatabaseError('invalid', 'no such column'),
		new TypeError('x'),
		...unlisted.map(violation),
	])
		expect(() => refusalOf(error)).toThrow(error)
})

describe('D33: a ceiling names its ways on:', () => {
	const ceilings = ofCustomers.map(([, words]) => words).filter(({ isCeiling }) => isCeiling)
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

test('D33: only the way of signing in is another one for whoever is signed in', () => {
	const words = { text: 'No.', status: 409, nextStep: { label: 'See the free times', path: '/times' } }
	expect(ceilingWords(words, { shop: null, isSignedIn: true }).nextStep).toBe(words.nextStep)
})

test('what says to choose another one has a link to where that is done', () => {
	for (const [, { text, nextStep }] of ofCustomers)
		if (text.includes('choose another one')) expect(nextStep?.path).toMatch(/^\/booking\/\w+-selection$/)
})
