import type { PaymentProvider } from '#app/domain/payments/payment-provider.server.ts'
import { createPaystackProvider } from '#app/domain/payments/paystack/paystack-provider.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { jsonText, refundEventData, transactionData } from '#scripts/sandbox/paystack-answers.ts'
import { startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'

export type Posted = { body: string; signature: string }

/** A provider, and what its payers and banks do, which no call of ours can. */
export type ProviderBench = {
	provider: PaymentProvider
	/** Where its payment pages are. */
	origin: string
	pay(paymentReference: string): void
	decline(paymentReference: string): void
	finishRefunds(paymentReference: string): void
	finishTransfer(reference: string): void
	topUp(amountKobo: Kobo): void
	/** 'deaf': no call is done. 'lost': each is done. Neither is answered. */
	setLine(to: 'up' | 'deaf' | 'lost'): void
	/** What it posts when a payment was paid, or its newest refund has moved. */
	paidEvent(paymentReference: string): Posted
	refundEvent(paymentReference: string): Posted
	disputeEvent(paymentReference: string): Posted
	sign(body: string): Posted
	close(): Promise<void>
}

/** Every implementation of `PaymentProvider`. */
export const benches: Readonly<Record<string, () => Promise<ProviderBench>>> = {
	async 'Paystack, in front of the sandbox'() {
		const secretKey = 'sk_test_of_the-benches'
		const sandbox = await startSandbox({ paystack: { secretKey } })
		const { paystack, url } = sandbox
		paystack.setBehaviour({ refund: 'hold', transferEnd: 'hold', webhooks: 'lost' })
		const provider = createPaystackProvider({
			baseUrl: url,
			checkoutOrigin: url,
			secretKeys: [secretKey, 'sk_test_the-key-before'],
			timeoutMs: 300,
		})
		const sign = (body: string) => ({ body, signature: paystack.signed(body)['x-paystack-signature'] ?? '' })
		const event = (name: string, data: unknown) => sign(jsonText({ event: name, data }))
		const found = (reference: string) => {
			const transaction = paystack.find(reference)
			if (!transaction) throw new Error(`no payment ${reference}`)
			return transaction
		}
		return {
			provider,
			origin: url,
			pay: (reference) => void paystack.pay(reference),
			decline: paystack.decline,
			finishRefunds: (reference) => void paystack.stepRefund(reference, 'processed'),
			finishTransfer: (reference) => void paystack.stepTransfer(reference, 'success'),
			topUp: paystack.topUp,
			setLine: (to) =>
				paystack.setBehaviour({
					verify: to === 'up' ? 'answer' : 'fail',
					initialize: to === 'up' ? 'answer' : to === 'deaf' ? 'fail' : 'lose',
					refund: to === 'up' ? 'hold' : to === 'deaf' ? 'fail' : 'lose',
					transfer: to === 'up' ? 'answer' : to === 'deaf' ? 'fail' : 'lose',
					transferVerify: to === 'up' ? 'answer' : 'fail',
				}),
			paidEvent: (reference) => event('charge.success', transactionData(found(reference), 'test')),
			refundEvent(reference) {
				const refund = paystack.refunds.findLast(({ transaction }) => transaction.reference === reference)
				if (!refund) throw new Error(`no refund of ${reference}`)
				return event(`refund.${refund.status}`, refundEventData(refund, 'test'))
			},
			disputeEvent: (reference) =>
				event('charge.dispute.create', { id: 7, transaction: { reference }, refund_amount: 100 }),
			sign,
			close: () => sandbox.close(),
		}
	},

	async 'the provider in memory'() {
		const memory = createMemoryProvider()
		const { provider, eventOf } = memory
		return {
			...memory,
			origin: 'https://memory.example',
			paidEvent: (reference) => eventOf({ about: 'payment' }, reference),
			refundEvent(reference) {
				const refund = memory.refunds.findLast(({ paymentReference }) => paymentReference === reference)
				if (!refund) throw new Error(`no refund of ${reference}`)
				const { refundId, amountKobo, status } = refund
				return eventOf(
					{ about: 'refund', status, details: { refundId, amountKobo, currency: 'NGN' } },
					reference,
				)
			},
			disputeEvent: (reference) => {
				const details = { isLost: false, amountKobo: 100, category: null, openedAt: null, dueAt: null }
				return eventOf({ about: 'dispute', step: 'opened', details }, reference)
			},
			provider,
			close: async () => {},
		}
	},
}
