import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutRefund } from '#app/domain/loyalty/count-appointment.ts'

test.each([
	['nothing went back', { paidKobo: 500_000, cashbackKobo: 25_000 }, 0, 25_000],
	['a half went back', { paidKobo: 500_000, cashbackKobo: 25_000 }, 250_000, 12_500],
	['all went back', { paidKobo: 500_000, cashbackKobo: 25_000 }, 500_000, 0],
	['more went back than was paid without the tip', { paidKobo: 500_000, cashbackKobo: 25_000 }, 600_000, 0],
	['a third went back', { paidKobo: 300_000, cashbackKobo: 10_000 }, 100_000, 6_700],
	['nothing was paid', { paidKobo: 0, cashbackKobo: 0 }, 100_000, 0],
])('D38: of cashback stays what is paid for still: %s', (_, appointment, refundedKobo, cashbackKobo) => {
	expect(withoutRefund(appointment, refundedKobo).cashbackKobo).toBe(cashbackKobo)
})

test('D38: it never grows, and a larger refund never leaves more', () => {
	const naira = fc.nat(1_000_000).map((amount) => amount * 100)
	fc.assert(
		fc.property(naira, naira, naira, naira, (paidKobo, cashbackKobo, one, more) => {
			const appointment = { paidKobo, cashbackKobo: Math.min(cashbackKobo, paidKobo) }
			const after = withoutRefund(appointment, one)
			expect(after.cashbackKobo).toBeLessThanOrEqual(appointment.cashbackKobo)
			expect(after.cashbackKobo % 100).toBe(0)
			expect(withoutRefund(appointment, one + more).cashbackKobo).toBeLessThanOrEqual(after.cashbackKobo)
		}),
	)
})
