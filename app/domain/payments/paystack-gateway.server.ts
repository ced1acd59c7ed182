import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChannel } from '#app/kernel/vocabulary.ts'
import { createPaystackCall, type PaystackAccess } from './paystack-call.server.ts'
import {
	readRefund,
	readStarted,
	readVerifiedPayment,
	type TakenRefundStatus,
} from './paystack-data.server.ts'
import type { VerifiedPayment } from './verified-payment.ts'

export type PaymentToStart = {
	reference: string
	amountKobo: Kobo
	email: string
	/** Where Paystack sends the payer back to, and where its 'Cancel' leads. */
	callbackUrl: string
	cancelUrl: string
	channels: readonly PaymentChannel[]
	/** What is paid for, as the operator reads it in Paystack's list of payments. */
	description: string
}

/** 'unknown': the payment was perhaps started. Only a page on Paystack's own origin counts as one. */
export type StartOutcome =
	| { outcome: 'started'; authorizationUrl: string }
	| { outcome: 'refused'; why: 'duplicate_reference' | 'invalid_amount' | 'invalid_key' | 'other' }
	| { outcome: 'no_url' | 'foreign_url' }
	| { outcome: 'unknown'; why: string }

/** 'not_found': Paystack does not know the reference, which never means that its payment failed. */
export type VerifyOutcome =
	| { outcome: 'found'; payment: VerifiedPayment }
	| { outcome: 'not_found' }
	| { outcome: 'unknown'; why: string }

export type RefundToStart = {
	reference: string
	/** Left out: all of it. */
	amountKobo?: Kobo
	customerNote: string
	merchantNote: string
}

/** 'unknown': the money is perhaps on its way back. `message` is Paystack's own sentence, for the operator. */
export type RefundOutcome =
	| { outcome: 'accepted'; refundId: string; status: TakenRefundStatus }
	| { outcome: 'refused'; why: 'already_refunded' | 'other'; message: string }
	| { outcome: 'unknown'; why: string }

export type ReadRefundOutcome =
	| { outcome: 'found'; status: TakenRefundStatus }
	| { outcome: 'not_found' }
	| { outcome: 'unknown'; why: string }

export type PaystackGateway = ReturnType<typeof createPaystackGateway>

/**
 * The four calls of Paystack that we make (guide: paystack). They answer and never throw for what happens outside; a
 * `why` is a short word for the log.
 */
export function createPaystackGateway(settings: PaystackAccess & { checkoutOrigin: string }) {
	const { checkoutOrigin, ...access } = settings
	const call = createPaystackCall(access)

	return {
		/** A new payment page of Paystack's, for a reference that was never used before (R33). */
		async initialize(payment: PaymentToStart): Promise<StartOutcome> {
			const said = await call('POST', '/transaction/initialize', initializeBody(payment))
			if (said.answer === 'unknown') return { outcome: 'unknown', why: said.why }
			if (said.answer === 'no') return { outcome: 'refused', why: startRefusal(said.status, said.message) }
			const { authorizationUrl, reference } = readStarted(said.data)
			// Money paid there would come under a name that we never wrote down (R34).
			if (reference !== null && reference !== payment.reference)
				return { outcome: 'unknown', why: 'other_reference' }
			if (authorizationUrl === null) return { outcome: 'no_url' }
			return isPageOf(checkoutOrigin, authorizationUrl)
				? { outcome: 'started', authorizationUrl }
				: { outcome: 'foreign_url' }
		},

		/** What Paystack knows of a payment. Whether that is good enough, `judgePayment` says. */
		async verify(reference: string): Promise<VerifyOutcome> {
			if (!isName(reference)) return { outcome: 'not_found' }
			const said = await call('GET', `/transaction/verify/${reference}`)
			if (said.answer === 'no') return notFoundOrUnknown(said.status)
			if (said.answer === 'unknown') return { outcome: 'unknown', why: said.why }
			const payment = readVerifiedPayment(said.data)
			return payment ? { outcome: 'found', payment } : { outcome: 'unknown', why: 'not_understood' }
		},

		/** Asks for money to go back. That it was taken is the begin of a process, not its end. */
		async refund(refund: RefundToStart): Promise<RefundOutcome> {
			const said = await call('POST', '/refund', {
				transaction: refund.reference,
				amount: refund.amountKobo,
				customer_note: refund.customerNote,
				merchant_note: refund.merchantNote,
			})
			if (said.answer === 'unknown') return { outcome: 'unknown', why: said.why }
			if (said.answer === 'no') {
				// A wrong key says nothing about the refund: once the operator has mended it, it is sent again.
				if (said.status === 401 || said.status === 403)
					return { outcome: 'unknown', why: `status ${said.status}` }
				const why = /fully reversed/i.test(said.message) ? 'already_refunded' : 'other'
				return { outcome: 'refused', why, message: said.message.slice(0, 200) }
			}
			const taken = readRefund(said.data)
			return taken ? { outcome: 'accepted', ...taken } : { outcome: 'unknown', why: 'not_understood' }
		},

		/** Where a refund is, by Paystack's number of it. */
		async readRefund(refundId: string): Promise<ReadRefundOutcome> {
			if (!isName(refundId)) return { outcome: 'not_found' }
			const said = await call('GET', `/refund/${refundId}`)
			if (said.answer === 'no') return notFoundOrUnknown(said.status)
			if (said.answer === 'unknown') return { outcome: 'unknown', why: said.why }
			const found = readRefund(said.data)
			return found
				? { outcome: 'found', status: found.status }
				: { outcome: 'unknown', why: 'not_understood' }
		},
	}
}

function initializeBody({ reference, amountKobo, email, description, ...payment }: PaymentToStart): object {
	return {
		reference,
		amount: amountKobo,
		currency: 'NGN',
		email,
		callback_url: payment.callbackUrl,
		channels: payment.channels,
		// 'Cancel' does nothing without an address of its own (R35). Paystack wants its metadata as text.
		metadata: JSON.stringify({
			cancel_action: payment.cancelUrl,
			custom_fields: [{ display_name: 'Visit', variable_name: 'visit', value: description }],
		}),
	}
}

function startRefusal(status: number, message: string) {
	if (status === 401) return 'invalid_key'
	if (/duplicate transaction reference/i.test(message)) return 'duplicate_reference'
	return /invalid amount/i.test(message) ? 'invalid_amount' : 'other'
}

/** The exact origin, and no name or password before it, which only serve to deceive. */
function isPageOf(origin: string, address: string): boolean {
	if (!URL.canParse(address)) return false
	const url = new URL(address)
	return url.origin === origin && url.username === '' && url.password === ''
}

/** What may stand in an address: anything else, such as '..', would ask for something else. */
function isName(text: string): boolean {
	return /^[\w.=-]{1,100}$/.test(text) && !/^\.+$/.test(text)
}

function notFoundOrUnknown(status: number): { outcome: 'not_found' } | { outcome: 'unknown'; why: string } {
	return status === 400 || status === 404
		? { outcome: 'not_found' }
		: { outcome: 'unknown', why: `status ${status}` }
}
