import * as z from 'zod'
import type { CheckoutSnapshot } from '#app/domain/booking/checkout-repository.server.ts'
import type { MailedPayment } from '#app/domain/messaging/mailed-payment.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import { signPaymentLink } from '#app/domain/payments/payment-link.server.ts'
import { paymentLinkPath } from '#app/kernel/booking-paths.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney, type Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	isOldNews,
	type MessageDeps,
	type ObsoleteMessage,
	type QueuedMessage,
	type Told,
} from './message-kind.server.ts'

/** The payload of messages about a payment attempt. */
export const paymentPayload = z.object({ paymentReference: z.string() })

type PaymentPayload = z.infer<typeof paymentPayload>

/** A payment and what it is for. */
export type PaymentFacts = { payment: Payment; checkout: CheckoutSnapshot }

/** The payment of a message, as it is now; refuses 'payment_not_found' and 'too_old'. */
export async function readPayment(
	{ payments, checkouts }: MessageDeps,
	queued: QueuedMessage<PaymentPayload>,
	now: Instant,
): Promise<Outcome<PaymentFacts, ObsoleteMessage>> {
	const { paymentReference } = queued.payload
	const [payment, checkout] = await Promise.all([
		payments.payment(paymentReference),
		checkouts.checkoutOfPayment(paymentReference),
	])
	if (!payment || !checkout) return refused('payment_not_found')
	return isOldNews(queued, now) ? refused('too_old') : accepted({ payment, checkout })
}

/** What an account is told of its payment. */
export function toldOfPayment(title: string, { payment, checkout }: PaymentFacts, lockScreen: string): Told {
	const { amountKobo, currency } = moneyOfPayment(payment)
	return {
		title,
		words: `${formatMoney(amountKobo, currency)}, ${checkout.shop.name}`,
		path: '/transactions',
		lockScreen,
	}
}

function moneyOfPayment({ received, refund, amountKobo, currency }: Payment): {
	amountKobo: Kobo
	currency: string
} {
	return {
		amountKobo: refund?.amountKobo ?? received?.amountKobo ?? amountKobo,
		currency: received?.currency ?? currency,
	}
}

/** A payment with the signed link that opens its page. */
export async function mailedPayment(
	{ cookieKeys }: MessageDeps,
	{ payment, checkout }: PaymentFacts,
	pageOf: (token: string) => string = paymentLinkPath,
): Promise<MailedPayment> {
	const { paymentReference } = payment
	return {
		paymentReference,
		...moneyOfPayment(payment),
		startsAt: checkout.plan ? null : checkout.startsAt,
		what: checkout.plan ? checkout.plan.title : checkout.services.map(({ name }) => name).join('\n'),
		shop: checkout.shop,
		page: pageOf(await signPaymentLink(cookieKeys, paymentReference)),
	}
}
