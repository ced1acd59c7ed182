import type {
	FindRefundOutcome,
	PaymentToStart,
	ReadRefundOutcome,
	RefundOutcome,
	RefundToFind,
	RefundToStart,
	StartOutcome,
	VerifyOutcome,
} from '#app/domain/payments/payment-provider.server.ts'
import { shortenText } from '#app/kernel/clean-text.ts'
import { keyedHash } from '#app/kernel/signed.server.ts'
import type { PurchaseKind } from '#app/kernel/vocabulary/payments.ts'
import {
	createPaystackCall,
	isPaystackName,
	isPerhapsOurFault,
	type PaystackAccess,
} from './paystack-call.server.ts'
import { readListedRefunds, readRefund, readStarted, readVerifiedPayment } from './paystack-data.server.ts'

/** Paystack's calls about payments and refunds (K1, K4, K10). */
export function createPaystackGateway(settings: PaystackAccess & { checkoutOrigin: string }) {
	const { checkoutOrigin, ...access } = settings
	const call = createPaystackCall(access)

	async function verify(paymentReference: string): Promise<VerifyOutcome> {
		if (!isPaystackName(paymentReference)) return { outcome: 'not_found' }
		const answer = await call('GET', `/transaction/verify/${paymentReference}`)
		if (answer.answer === 'no') return notFoundOrUnknown(answer.status)
		if (answer.answer === 'unknown') return { outcome: 'unknown', why: answer.why }
		const payment = readVerifiedPayment(answer.data, (signature) => cardKey(access.secretKey, signature))
		if (!payment) return { outcome: 'unknown', why: 'not_understood' }
		// A success of zero kobo proves neither a payment nor its absence (F11).
		const isOfNothing = payment.status === 'success' && payment.amountKobo === 0
		return isOfNothing ? { outcome: 'unknown', why: 'success_of_nothing' } : { outcome: 'found', payment }
	}

	return {
		verify,

		/** The reference was never used before (R33). */
		async start(payment: PaymentToStart): Promise<StartOutcome> {
			const answer = await call('POST', '/transaction/initialize', initializeBody(payment))
			if (answer.answer === 'unknown') return { outcome: 'unknown', why: answer.why }
			if (answer.answer === 'no')
				return { outcome: 'refused', why: startRefusal(answer.status, answer.message) }
			const { authorizationUrl, paymentReference } = readStarted(answer.data)
			// The money would come with a reference that we never stored (R34).
			if (paymentReference !== null && paymentReference !== payment.paymentReference)
				return { outcome: 'unknown', why: 'other_reference' }
			if (authorizationUrl === null) return { outcome: 'no_url' }
			const page = pageOn(checkoutOrigin, authorizationUrl)
			return page === null ? { outcome: 'foreign_url' } : { outcome: 'started', authorizationUrl: page }
		},

		async refund(refund: RefundToStart): Promise<RefundOutcome> {
			const answer = await call('POST', '/refund', {
				transaction: refund.paymentReference,
				amount: refund.amountKobo,
				customer_note: refund.customerNote,
				merchant_note: refund.merchantNote,
			})
			if (answer.answer === 'unknown') return { outcome: 'unknown', why: answer.why }
			if (answer.answer === 'no') {
				// A wrong key, or another account's, says nothing about the refund: with the right key it is sent again (S4).
				if (isPerhapsOurFault(answer)) return { outcome: 'unknown', why: `status ${answer.status}` }
				const why = /fully reversed/i.test(answer.message) ? 'already_refunded' : 'other'
				return { outcome: 'refused', why, message: shortenText(answer.message, 200) }
			}
			const taken = readRefund(answer.data)
			return taken ? { outcome: 'accepted', ...taken } : { outcome: 'unknown', why: 'not_understood' }
		},

		/**
		 * For a lost answer or number (F10). Paystack lists refunds by its own number of the payment, which `verify` gives.
		 */
		async findRefund(wanted: RefundToFind): Promise<FindRefundOutcome> {
			const verified = await verify(wanted.paymentReference)
			if (verified.outcome === 'unknown') return verified
			if (verified.outcome === 'not_found') return { outcome: 'unknown', why: 'not_found' }
			const { id, status } = verified.payment
			if (status !== 'success' && status !== 'reversed') return { outcome: 'unknown', why: status }
			const answer = await call('GET', `/refund?transaction=${id}&perPage=100`)
			if (answer.answer === 'no') return { outcome: 'unknown', why: `status ${answer.status}` }
			if (answer.answer === 'unknown') return { outcome: 'unknown', why: answer.why }
			const refunds = readListedRefunds(answer.data)
			if (!refunds) return { outcome: 'unknown', why: 'not_understood' }
			const found = refundAmong(refunds, id, wanted)
			if (found) return { outcome: 'found', refundId: found.refundId, status: found.status }
			return status === 'reversed'
				? { outcome: 'found', refundId: null, status: 'processed' }
				: { outcome: 'none' }
		},

		async readRefund(refundId: string): Promise<ReadRefundOutcome> {
			if (!isPaystackName(refundId)) return { outcome: 'not_found' }
			const answer = await call('GET', `/refund/${refundId}`)
			if (answer.answer === 'no') return notFoundOrUnknown(answer.status)
			if (answer.answer === 'unknown') return { outcome: 'unknown', why: answer.why }
			const found = readRefund(answer.data)
			return found
				? { outcome: 'found', status: found.status }
				: { outcome: 'unknown', why: 'not_understood' }
		},
	}
}

/** For the operator, beside the payment at Paystack. */
const purchaseFields: Record<PurchaseKind, { display_name: string; variable_name: string }> = {
	appointment: { display_name: 'Visit', variable_name: 'visit' },
	plan: { display_name: 'Plan', variable_name: 'plan' },
}

function initializeBody({
	paymentReference,
	amountKobo,
	email,
	buys,
	description,
	checkoutCopy,
	...payment
}: PaymentToStart): object {
	return {
		reference: paymentReference,
		amount: amountKobo,
		currency: 'NGN',
		email,
		callback_url: payment.callbackUrl,
		channels: payment.channels,
		// 'Cancel' needs its own address (K3, R35). Paystack wants its metadata as text.
		metadata: JSON.stringify({
			cancel_action: payment.cancelUrl,
			...(checkoutCopy ? { wakati: { checkout: checkoutCopy } } : {}),
			custom_fields: [{ ...purchaseFields[buys], value: description }],
		}),
	}
}

/** Failed refunds come last. */
function refundAmong(
	refunds: NonNullable<ReturnType<typeof readListedRefunds>>,
	transactionId: string,
	{ amountKobo, isWhole, otherRefundIds }: RefundToFind,
) {
	// A list that ignores its filter has refunds of other payments.
	const alike = refunds.filter(
		(one) =>
			one.transactionId === transactionId &&
			(isWhole ? one.amountKobo >= amountKobo : one.amountKobo === amountKobo) &&
			!otherRefundIds.includes(one.refundId),
	)
	return alike.find((one) => one.status !== 'failed') ?? alike[0]
}

function startRefusal(status: number, message: string) {
	if (status === 401) return 'invalid_key'
	if (/duplicate transaction reference/i.test(message)) return 'duplicate_reference'
	return /invalid amount/i.test(message) ? 'invalid_amount' : 'other'
}

/**
 * The parsed address, without line breaks that would break the redirect (F12). Null on another origin, or with a user
 * name or password, which only deceive.
 */
function pageOn(origin: string, address: string): string | null {
	if (!URL.canParse(address)) return null
	const url = new URL(address)
	return url.origin === origin && url.username === '' && url.password === '' ? url.href : null
}

function notFoundOrUnknown(status: number): { outcome: 'not_found' } | { outcome: 'unknown'; why: string } {
	return status === 400 || status === 404
		? { outcome: 'not_found' }
		: { outcome: 'unknown', why: `status ${status}` }
}

/** Equal for equal cards, and useless without the key. Cards from before and after a rotation do not match. */
export function cardKey(secretKey: string, signature: string): string {
	return keyedHash(secretKey, 'card', signature).slice(0, 22)
}
