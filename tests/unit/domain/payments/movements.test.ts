import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	type Movement,
	movementName,
	readMovementCursor,
	readMovementName,
	writeMovementCursor,
} from '#app/domain/payments/movement.ts'
import { MAX_CSV_MOVEMENTS, movementRow, movementsCsv } from '#app/domain/payments/movement-lines.server.ts'
import { movementAmount, movementDescription, movementWords } from '#app/domain/payments/movement-words.ts'
import { receipt } from '#app/domain/payments/receipt.server.ts'
import { type MovementKind, movementKinds } from '#app/kernel/vocabulary/payments.ts'

const threePm = Date.parse('2025-01-05T15:00+01:00')

function aMovement(kind: MovementKind, changes: Partial<Movement> = {}): Movement {
	return {
		kind,
		id: 'abc-1',
		at: threePm,
		amountKobo: kind.startsWith('reward') ? 0 : 500_000,
		currency: 'NGN',
		refundStatus: null,
		isDisputed: false,
		label: '',
		serviceNames: ['Silk press'],
		referenceNumber: 'ABC-2345',
		paymentReference: null,
		shopName: 'Adé Hair Studio',
		timeZone: 'Africa/Lagos',
		...changes,
	}
}

describe('the amount of a movement', () => {
	const signs: Record<MovementKind, string> = {
		paid: '₦5,000',
		deposit: '₦5,000',
		refund: '+₦5,000',
		kept: '₦5,000',
		paid_at_shop: '₦5,000',
		cashback_earned: '+₦5,000',
		cashback_reversed: '₦5,000',
		cashback_spent: '₦5,000',
		cashback_returned: '+₦5,000',
		referral_earned: '+₦5,000',
		referral_taken_back: '₦5,000',
		reward_earned: 'Reward',
		reward_used: 'Reward',
	}

	test.each(movementKinds)('%s: what went has no sign, what came a plus, nothing is a reward', (kind) => {
		expect(movementAmount(aMovement(kind))).toBe(signs[kind])
	})

	test('shows odd kobo and other currencies', () => {
		expect(movementAmount(aMovement('refund', { amountKobo: 123_456_789 }))).toBe('+₦1,234,567.89')
		expect(movementAmount(aMovement('paid', { amountKobo: 5_000, currency: 'USD' }))).toBe('USD 50.00')
	})
})

describe('the words of a movement', () => {
	test('say what it was for', () => {
		const said = (kind: MovementKind, changes: Partial<Movement> = {}) =>
			movementDescription(aMovement(kind, changes))
		expect(said('paid')).toBe('Silk press at Adé Hair Studio')
		expect(said('deposit', { serviceNames: ['Cut', 'Wash'] })).toBe(
			'Deposit for Cut, Wash at Adé Hair Studio',
		)
		expect(said('refund', { serviceNames: [], label: 'Cut at Palm House' })).toBe(
			'Refund for Cut at Palm House',
		)
		expect(said('paid_at_shop', { serviceNames: [] })).toBe('a visit at Adé Hair Studio')
		expect(said('reward_used', { label: 'Free wash' })).toBe('Free wash at Adé Hair Studio')
		expect(said('referral_earned')).toBe('Referral reward at Adé Hair Studio')
	})

	const ofSilkPress: Record<MovementKind, [description: string, status: string]> = {
		paid: ['Silk press at Adé Hair Studio', 'Paid online'],
		deposit: ['Deposit for Silk press at Adé Hair Studio', 'Paid online'],
		refund: ['Refund for Silk press at Adé Hair Studio', 'On its way'],
		kept: ['Not refunded: Silk press at Adé Hair Studio', 'Kept by the shop'],
		paid_at_shop: ['Silk press at Adé Hair Studio', 'Paid at the shop'],
		cashback_earned: ['Cashback for Silk press at Adé Hair Studio', 'Cashback earned'],
		cashback_reversed: ['Cashback reversed for Silk press at Adé Hair Studio', 'Cashback reversed'],
		cashback_spent: ['Silk press at Adé Hair Studio', 'Paid with cashback'],
		cashback_returned: ['Cashback returned for Silk press at Adé Hair Studio', 'Cashback returned'],
		referral_earned: ['Referral reward at Adé Hair Studio', 'Cashback earned'],
		referral_taken_back: ['Referral reward reversed at Adé Hair Studio', 'Cashback reversed'],
		reward_earned: ['Free wash at Adé Hair Studio', 'Reward earned'],
		reward_used: ['Free wash at Adé Hair Studio', 'Reward used'],
	}

	test.each(movementKinds)('say of %s what it was for and where it stands', (kind) => {
		const movement = aMovement(kind, { label: 'Free wash' })
		expect([movementDescription(movement), movementWords[kind].status(movement)]).toEqual(ofSilkPress[kind])
	})

	test('say that a payment is disputed', () => {
		const disputed = aMovement('deposit', { isDisputed: true })
		expect(movementWords.deposit.status(disputed)).toBe('Disputed with your bank')
	})

	test('say whether a refund is on its way, was sent, or needs somebody', () => {
		const said = (refundStatus: Movement['refundStatus']) =>
			movementWords.refund.status(aMovement('refund', { refundStatus }))
		expect(said('requested')).toBe('On its way')
		expect(said('processing')).toBe('On its way')
		expect(said('processed')).toBe('Sent back')
		expect(said('failed')).toBe('Needs attention')
	})

	test('C29: a line has its time by the clock of the shop, and the newest few leave out the year', () => {
		expect(movementRow(aMovement('paid')).when).toBe('Jan 5, 2025, 3:00 PM')
		expect(movementRow(aMovement('paid', { timeZone: 'Africa/Nairobi' })).when).toBe('Jan 5, 2025, 5:00 PM')
		expect(movementRow(aMovement('paid'), 'recent').when).toBe('Jan 5, 3:00 PM')
	})
})

describe('the receipt', () => {
	const shop = { address: '1 Road', area: 'Yaba', city: 'Lagos' }
	const bill = {
		items: [{ label: 'Silk press', amountKobo: 600_000 }],
		discountKobo: 100_000,
		tipKobo: 50_000,
		totalKobo: 550_000,
		cashbackKobo: 0,
		rewardLabel: null,
		promoCode: null,
		friendCode: 'ADAEZE24',
	}

	test('has the bill with discount and tip, and what there is of references', () => {
		const view = receipt({ ...aMovement('paid', { paymentReference: 'pay-1' }), shop, bill }, 'Ada Obi')
		expect(view.bill?.lines.map(({ label, amountKobo }) => `${label} ${amountKobo}`)).toEqual([
			'Silk press 600000',
			'Friend’s code ADAEZE24 -100000',
			'Tip 50000',
		])
		expect(view.bill?.total.amountKobo).toBe(550_000)
		expect(view.facts.map(({ text }) => text)).toEqual(
			expect.arrayContaining(['ABC-2345', 'pay-1', 'Ada Obi']),
		)
	})

	test('D36: says what of the total cashback has paid', () => {
		const paid = aMovement('cashback_spent', { amountKobo: 200_000 })
		const view = receipt({ ...paid, shop, bill: { ...bill, cashbackKobo: 200_000 } }, 'Ada Obi')
		expect(view.bill?.total.amountKobo).toBe(550_000)
		expect(view.bill?.cashback).toEqual({
			lines: [{ label: 'Paid with cashback', amountKobo: -200_000 }],
			total: { label: 'To pay', amountKobo: 350_000 },
		})
	})

	test('of a reward has no bill and no way of paying', () => {
		const view = receipt({ ...aMovement('reward_used'), shop, bill }, 'Ada Obi')
		expect(view.bill).toBeNull()
		expect(view.facts.map(({ label }) => label)).not.toContain('How')
	})
})

describe('the place where a page begins', () => {
	const anId = fc.stringMatching(/^[\w-]{1,64}$/)

	test('is read as it was written', () => {
		fc.assert(
			fc.property(fc.nat(4e12), fc.constantFrom(...movementKinds), anId, (at, kind, id) => {
				expect(readMovementCursor(writeMovementCursor({ at, kind, id }))).toEqual({ at, kind, id })
				expect(readMovementName(movementName({ kind, id }))).toEqual({ kind, id })
			}),
		)
	})

	test.each([
		...[
			'',
			'x',
			'1.paid',
			'1.paid.',
			'.paid.a',
			'-1.paid.a',
			'1e3.paid.a',
			'1.stolen.a',
			'1.paid.a.b',
			"1.paid.a'",
		],
		...['1.__proto__.a', '9999999999999999.paid.a', `1.paid.${'a'.repeat(65)}`, '1.PAID.a', '1.paid.a\n'],
	])('%j is none', (text) => {
		expect(readMovementCursor(text)).toBeNull()
	})
})

test.each(['', '-paid.a', 'a paid.a', '.a', 'stolen.a'])('%j names no movement', (text) => {
	expect(readMovementName(text)).toBeNull()
})

describe('the CSV file', () => {
	const linesOf = (movements: Movement[]) => movementsCsv(movements).slice(1).trimEnd().split('\r\n')

	test('has money out and money in apart, without signs', () => {
		const [header, paid, refund, reward, kept] = linesOf([
			aMovement('paid', { paymentReference: 'pay-1' }),
			aMovement('refund', { refundStatus: 'processed' }),
			aMovement('reward_earned', { label: '=cmd()' }),
			aMovement('kept'),
		])
		expect(header).toBe(
			'Date,Time,Description,Shop,Reference,Payment reference,Money out,Money in,Currency,Status',
		)
		expect(paid).toBe(
			'2025-01-05,15:00,Silk press at Adé Hair Studio,Adé Hair Studio,ABC-2345,pay-1,5000.00,,NGN,Paid online',
		)
		expect(refund).toContain(',,5000.00,NGN,Sent back')
		expect(reward).toContain("'=cmd() at Adé Hair Studio")
		expect(reward).toMatch(/,,,,Reward earned$/)
		expect(kept).toMatch(/,,,NGN,Kept by the shop: 5000.00$/)
	})

	test('holds the newest, and says where there are more', () => {
		const many = Array.from({ length: MAX_CSV_MOVEMENTS + 1 }, (_, i) =>
			aMovement('paid', { id: `m-${i}`, referenceNumber: `R-${i}` }),
		)
		const all = linesOf(many.slice(1))
		expect(all).toHaveLength(1 + MAX_CSV_MOVEMENTS)
		expect(all.at(-1)).not.toContain('Only the newest')
		const cut = linesOf(many)
		expect(cut).toHaveLength(1 + MAX_CSV_MOVEMENTS + 1)
		expect(cut.at(-2)).toContain(`R-${MAX_CSV_MOVEMENTS - 1}`)
		expect(cut.at(-1)).toContain('Only the newest 5000 transactions')
	})
})
