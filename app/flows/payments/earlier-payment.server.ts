import type { Payment } from '#app/domain/payments/payment.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { DOUBLE_SUBMIT_MS, type PaymentStart } from './ask-payment-page.server.ts'
import { type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'

/** An open attempt is used again while at least this much of its time is left. */
const MIN_TIME_LEFT_MS = 3 * MINUTE_MS
/** Each attempt keeps from others what it is for, so their number is limited. */
export const MAX_ATTEMPTS = 8

/** What an earlier attempt has become: money that arrived, or a payment page that is still open for this checkout. */
export async function earlierPayment(
	deps: SettlePaymentDeps,
	payments: readonly Payment[],
	checkoutId: string,
	now: Instant,
): Promise<PaymentStart | null> {
	const decided = payments.find(({ received }) => received !== null && received.outcome !== 'refund')
	if (decided) return { next: 'payment', paymentReference: decided.paymentReference }
	const open = payments.find(
		(payment) =>
			payment.checkoutId === checkoutId &&
			payment.status === 'open' &&
			payment.gatewayStatus !== 'failed' &&
			payment.expiresAt - now > MIN_TIME_LEFT_MS,
	)
	if (open?.authorizationUrl && now - open.createdAt < DOUBLE_SUBMIT_MS)
		return { next: 'pay', url: open.authorizationUrl }
	const unpaid = payments.filter(
		({ received, authorizationUrl }) => received === null && authorizationUrl !== null,
	)
	const answers = await Promise.all(
		unpaid.map(({ paymentReference }) => settlePayment(deps, { paymentReference, now })),
	)
	const paid = answers.find((settlement) => settlement.kind === 'decided')
	if (paid?.kind === 'decided') return { next: 'payment', paymentReference: paid.payment.paymentReference }
	return open?.authorizationUrl ? { next: 'pay', url: open.authorizationUrl } : null
}
