import type { Payment, ReceivedMoney } from '#app/domain/payments/payment.ts'

export type DecidedPayment = Payment & { received: ReceivedMoney }

export type Settlement =
	| { kind: 'unknown_reference' }
	/** No money yet, as far as is known. `seen`: Paystack's last word; null when it, or the database, did not answer: ask again. */
	| { kind: 'waiting'; payment: Payment; seen: 'unfinished' | 'failed' | null }
	/** Money has arrived: `payment.received.outcome` says what became of it. */
	| { kind: 'decided'; payment: DecidedPayment }

export function isDecided(payment: Payment): payment is DecidedPayment {
	return payment.received !== null
}

/** What a payment is after the write that settled it. */
export function decided(
	payment: Payment,
	received: ReceivedMoney,
	refund: Payment['refund'] = null,
): Settlement {
	return { kind: 'decided', payment: { ...payment, status: 'paid', seenStatus: 'success', received, refund } }
}
