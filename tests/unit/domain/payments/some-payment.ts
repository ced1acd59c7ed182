import type { Payment, ReceivedMoney, Refund } from '#app/domain/payments/payment.ts'

/** When it was started; everything else follows minutes later. */
export const startedAt = Date.parse('2026-11-21T09:00Z')
const minute = 60_000

/** A payment of ₦5,000 that is waited for. */
export const openPayment: Payment = {
	paymentReference: 'wk-SOME',
	purchaseKind: 'appointment',
	checkoutId: 'checkout',
	draftId: 'draft',
	shopId: 'shop',
	amountKobo: 500_000,
	currency: 'NGN',
	provider: 'paystack',
	mode: 'test',
	status: 'open',
	authorizationUrl: 'https://checkout.paystack.example/page',
	gatewayStatus: null,
	createdAt: startedAt,
	expiresAt: startedAt + 35 * minute,
	checkCount: 0,
	unansweredSince: null,
	received: null,
	refund: null,
	partRefunds: [],
}

const received: ReceivedMoney = {
	outcome: 'booked',
	appointmentId: 'visit',
	amountKobo: 500_000,
	leftKobo: 500_000,
	currency: 'NGN',
	staffTipKobo: 0,
	paidAt: startedAt + minute,
	resolvedAt: startedAt + 2 * minute,
	offerExpiresAt: null,
	disputedAt: null,
	isPartUndecided: false,
}

/** That payment with its money. */
export function paidPayment(of: Partial<ReceivedMoney> = {}, refund: Partial<Refund> | null = null): Payment {
	return {
		...openPayment,
		status: 'paid',
		received: { ...received, ...of },
		refund: refund && {
			reason: 'cancelled',
			status: 'requested',
			amountKobo: 500_000,
			requestedAt: startedAt + 3 * minute,
			changedAt: startedAt + 4 * minute,
			...refund,
		},
	}
}
