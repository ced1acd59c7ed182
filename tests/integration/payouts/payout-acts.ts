import fc from 'fast-check'
import { expect } from 'vitest'
import { setPayoutAccount } from '#app/flows/payouts/set-payout-account.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addPayoutTerms } from '#tests/support/payout-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import type { payoutBook } from './payout-book.ts'
import { type CountedPayment, type CountedShop, countVoid, feeOf } from './payout-count.ts'

export type ModelShop = { shop: SmallShop; counted: CountedShop; commissionPercent: number }

const act = fc.record({
	kind: fc.constantFrom('refund', 'dispute', 'win', 'lose', 'account', 'reverse', 'release'),
	when: fc.constantFrom('before', 'between', 'after'),
	shop: fc.nat(1),
	which: fc.nat(99),
})
const visit = fc.record({
	shop: fc.nat(1),
	hour: fc.constantFrom(10, 12, 14),
	tip: fc.constantFrom(0, 70_000),
	fate: fc.constantFrom('complete', 'complete', 'complete', 'miss', 'cancel late', 'leave'),
})
/** A day of both shops. */
export const day = fc.record({
	visits: fc.uniqueArray(visit, { maxLength: 4, selector: ({ shop, hour }) => `${shop} ${hour}` }),
	acts: fc.array(act, { maxLength: 5 }),
	transfer: fc.constantFrom(
		'answer',
		'answer',
		'answer',
		'refuse',
		'no-balance',
		'lose',
		'fail',
		'fail-late',
	),
	transferEnd: fc.constantFrom(
		...(['success', 'success', 'success', 'at-once', 'hold', 'otp', 'received'] as const),
		...(['failed', 'reversed', 'abandoned', 'rejected', 'blocked'] as const),
	),
})
export type Act = typeof act extends fc.Arbitrary<infer One> ? One : never
export type Day = typeof day extends fc.Arbitrary<infer One> ? One : never

const at = <Value>(list: readonly Value[], which: number): Value | undefined =>
	list[which % Math.max(1, list.length)]

/** What happens in the days of the model. Each does it to the app and counts it on paper. */
export function payoutActs(desk: ReturnType<typeof withPaymentDesk>, book: ReturnType<typeof payoutBook>) {
	async function newShop(commissionPercent: number): Promise<ModelShop> {
		const shop = await book.newPaidShop()
		// Who bears a commission here has no fee to bear.
		if (commissionPercent > 0)
			await addPayoutTerms(desk.database(), shop.id, { commissionPercent, paymentFeeBearer: 'operator' })
		const [account] = await desk.rows('SELECT id FROM payout_accounts WHERE shop_id = ?', shop.id)
		const counted: CountedShop = {
			payments: [],
			payouts: new Map(),
			account: { id: String(account?.id), number: '0123456789', usableAt: 0 },
			lookedAtDay: null,
		}
		return { shop, counted, commissionPercent }
	}

	async function bookVisit({ shop, counted, commissionPercent }: ModelShop, startsAt: Instant, tip: number) {
		const payer = await desk.atCheckout(shop, { startsAt })
		const paymentReference = await payer.start(
			tip === 0 ? {} : { tip: 'custom', customTip: String(tip / 100) },
		)
		desk.paystack.pay(paymentReference)
		await desk.settle(paymentReference)
		const [visited] = await desk.rows(
			`SELECT id, reference_number FROM appointments WHERE id =
				(SELECT appointment_id FROM transactions WHERE payment_reference = ?)`,
			paymentReference,
		)
		const borne = commissionPercent > 0 ? (500_000 * commissionPercent) / 100 : feeOf(500_000 + tip)
		const payment: CountedPayment = {
			paymentReference,
			worth: 500_000 + tip - borne,
			// An hour long, and the shop has 48 to close it.
			dueAt: startsAt + 49 * HOUR_MS,
			...{ isGone: false, isDisputed: false, settled: 0 },
		}
		counted.payments.push(payment)
		return { payment, appointmentId: String(visited?.id), referenceNumber: String(visited?.reference_number) }
	}

	/** Each payment is disputed once at a time; a later dispute of it has another number. */
	const disputes = new Map<string, number>()
	function disputed(event: 'create' | 'resolve', { paymentReference }: CountedPayment, more: object = {}) {
		const count = (disputes.get(paymentReference) ?? 0) + (event === 'create' ? 1 : 0)
		disputes.set(paymentReference, count)
		return desk.deliver({
			event: `charge.dispute.${event}`,
			data: { id: `${paymentReference}-${count}`, transaction: { reference: paymentReference }, ...more },
		})
	}

	/** Does it, and counts it; nothing where there is nothing to do it to. */
	async function play({ kind, which }: Act, { shop, counted }: ModelShop) {
		const { now } = desk.clock
		const payment = at(
			counted.payments.filter(
				({ isGone, isDisputed }) => !isGone && (isDisputed === /win|lose/.test(kind) || kind === 'refund'),
			),
			which,
		)
		switch (kind) {
			case 'refund': {
				if (!payment) return
				const given = await refundByOperator(desk.deps, { givenReference: payment.paymentReference, now })
				expect(given.ok ? 'given' : given.refusal).toBe(payment.isDisputed ? 'payment_disputed' : 'given')
				payment.isGone = given.ok
				return
			}
			case 'dispute':
			case 'win':
			case 'lose': {
				if (!payment) return
				payment.isDisputed = kind === 'dispute'
				payment.isGone = kind === 'lose'
				if (kind === 'dispute') await disputed('create', payment)
				else
					await disputed('resolve', payment, {
						resolution: kind === 'win' ? 'declined' : 'merchant-accepted',
					})
				return
			}
			case 'account': {
				const number = String(Number(counted.account.number) + 1 + which).padStart(10, '0')
				const set = await setPayoutAccount(
					{ ...desk.deps, provider: desk.online.provider },
					{
						shop: { id: shop.id, name: 'Shop' },
						account: { bankCode: '058', accountNumber: number },
						seenId: counted.account.id,
						by: { setBy: 'operator' },
						linkKey: 'the key of links',
						now,
					},
				)
				if (!set.ok) throw new Error(set.refusal)
				counted.account = { id: set.value.account.accountId, number, usableAt: now + 48 * HOUR_MS }
				return
			}
			case 'reverse': {
				const arrived = [...counted.payouts].filter(([, { state }]) => state === 'arrived')
				const [reference, payout] = at(arrived, which) ?? []
				if (!reference || !payout) return
				desk.paystack.stepTransfer(reference, 'reversed')
				await desk.deliver({ event: 'transfer.reversed', data: { id: `${reference}-${now}`, reference } })
				countVoid(payout)
				return
			}
			case 'release': {
				const held = desk.paystack.transfers.filter(
					({ reference, status }) => counted.payouts.get(reference)?.state === 'sent' && status === 'pending',
				)
				const transfer = at(held, which)
				if (transfer) desk.paystack.stepTransfer(transfer.reference, which % 2 ? 'success' : 'failed')
			}
		}
	}

	return { newShop, bookVisit, play }
}
