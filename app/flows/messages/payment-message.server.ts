import * as z from 'zod'
import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import type { MailedPayment } from '#app/domain/messaging/mailed-payment.server.ts'
import type { Payment, Refund } from '#app/domain/payments/payment.ts'
import { signPaymentLink } from '#app/domain/payments/payment-link.server.ts'
import { paymentLinkPath } from '#app/kernel/booking-paths.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney, type Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	isOldNews,
	type MessageDeps,
	type MessageNotice,
	type ObsoleteMessage,
	type QueuedMessage,
} from './message-kind.server.ts'

/** The payload of messages about a payment attempt. */
export const paymentPayload = z.object({ paymentReference: z.string(), part: z.int().default(0) })

type PaymentPayload = z.infer<typeof paymentPayload>

/** A payment and what it is for. */
export type PaymentFacts = {
	payment: Payment
	checkout: CheckoutSnapshot
	/** Of a refund: which (D53). */
	part: number
}

/** The refund that a message is about: of all that is left, or of a difference. */
export function refundOf({ payment, part }: Pick<PaymentFacts, 'payment' | 'part'>): Refund | null {
	if (part === 0) return payment.refund
	return payment.partRefunds.find((one) => one.part === part) ?? null
}

/** The payment of a message, as it is now; refuses 'payment_not_found' and 'too_old'. */
export async function readPayment(
	{ payments: { attempts }, booking: { checkouts } }: MessageDeps,
	queued: QueuedMessage<PaymentPayload>,
	now: Instant,
): Promise<Outcome<PaymentFacts, ObsoleteMessage>> {
	const { paymentReference, part } = queued.payload
	const [payment, checkout] = await Promise.all([
		attempts.payment(paymentReference),
		checkouts.checkoutOfPayment(paymentReference),
	])
	if (!payment || !checkout) return refused('payment_not_found')
	return isOldNews(queued, now) ? refused('too_old') : accepted({ payment, checkout, part })
}

/** What an account is told of its payment. */
export function noticeOfPayment(title: string, facts: PaymentFacts, lockScreen: string): MessageNotice {
	const { amountKobo, currency } = moneyOf(facts)
	return {
		title,
		words: `${formatMoney(amountKobo, currency)}, ${facts.checkout.shop.name}`,
		path: '/transactions',
		lockScreen,
	}
}

function moneyOf({ payment, part }: PaymentFacts): { amountKobo: Kobo; currency: string } {
	const { received, amountKobo, currency } = payment
	return {
		amountKobo: refundOf({ payment, part })?.amountKobo ?? received?.amountKobo ?? amountKobo,
		currency: received?.currency ?? currency,
	}
}

/** A payment with the signed link that opens its page. */
export async function mailedPayment(
	{ cookieKeys }: MessageDeps,
	{ payment, checkout, part }: PaymentFacts,
	pageOf: (token: string) => string = paymentLinkPath,
): Promise<MailedPayment> {
	const { paymentReference } = payment
	return {
		paymentReference,
		...moneyOf({ payment, checkout, part }),
		startsAt: checkout.plan ? null : checkout.startsAt,
		what: checkout.plan ? checkout.plan.title : checkout.services.map(({ name }) => name).join('\n'),
		shop: checkout.shop,
		page: pageOf(await signPaymentLink(cookieKeys, paymentReference)),
	}
}
