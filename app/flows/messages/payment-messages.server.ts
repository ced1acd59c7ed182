import * as z from 'zod'
import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import { type Mail, type MailSender, mailLink, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedPayment,
	moneyLabel,
	paymentFacts,
	reasonOfPaymentMail,
} from '#app/domain/messaging/mailed-facts.server.ts'
import type { Payment, Refund } from '#app/domain/payments/payment.ts'
import { signPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import { completeBookingPath, paymentLinkPath } from '#app/kernel/booking-paths.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney, type Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	isOldNews,
	type MessageDeps,
	type MessageNotice,
	messageKind,
	type ObsoleteMessage,
	type QueuedMessage,
} from './message-kind.server.ts'

export const paymentPayload = z.object({ paymentReference: z.string(), part: z.int().default(0) })

type PaymentPayload = z.infer<typeof paymentPayload>

type PaymentFacts = {
	payment: Payment
	checkout: CheckoutSnapshot
	/** Which refund (D53). */
	part: number
}

/** The refund of a message: of all that is left, or of a difference. */
export function findRefund({ payment, part }: Pick<PaymentFacts, 'payment' | 'part'>): Refund | null {
	if (part === 0) return payment.refund
	return payment.partRefunds.find((one) => one.part === part) ?? null
}

/** The payment as it is now; refuses 'payment_not_found' and 'too_old'. */
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

export function noticeOfPayment(title: string, facts: PaymentFacts, lockScreen: string): MessageNotice {
	const { amountKobo, currency } = paidMoney(facts)
	return {
		title,
		words: `${formatMoney(amountKobo, currency)}, ${facts.checkout.shop.name}`,
		path: '/transactions',
		lockScreen,
	}
}

function paidMoney({ payment, part }: PaymentFacts): { amountKobo: Kobo; currency: string } {
	const { received, amountKobo, currency } = payment
	return {
		amountKobo: findRefund({ payment, part })?.amountKobo ?? received?.amountKobo ?? amountKobo,
		currency: received?.currency ?? currency,
	}
}

/** A payment with the signed link of its page. */
export async function mailedPayment(
	{ cookieKeys }: MessageDeps,
	{ payment, checkout, part }: PaymentFacts,
	pageOf: (token: string) => string = paymentLinkPath,
): Promise<MailedPayment> {
	const { paymentReference } = payment
	return {
		paymentReference,
		...paidMoney({ payment, checkout, part }),
		startsAt: checkout.plan ? null : checkout.startsAt,
		what: checkout.plan ? checkout.plan.title : checkout.services.map(({ name }) => name).join('\n'),
		shop: checkout.shop,
		page: pageOf(await signPaymentLink(cookieKeys, paymentReference)),
	}
}

/** Reminds of a started payment (R36), while its checkout is not booked and an attempt is open. */
export const paymentUnfinishedMessage = messageKind({
	kind: 'payment_unfinished',
	payload: paymentPayload,
	async isStillTrue(deps, queued, now) {
		const found = await readPayment(deps, queued, now)
		if (!found.ok) return found
		const { checkout } = found.value
		const payment = await findOpenAttempt(deps, found.value.payment, now)
		return payment && checkout.bookedAppointmentId === null
			? accepted({ ...found.value, payment })
			: refused('payment_went_on')
	},
	letter: async (deps, facts) =>
		paymentUnfinishedMail(deps.sender, await mailedPayment(deps, facts), facts.payment.expiresAt),
})

/** The attempt, if it is open and for the message's checkout. */
async function findOpenAttempt(
	{ payments: { attempts } }: MessageDeps,
	{ draftId, checkoutId }: Payment,
	now: Instant,
) {
	const [newest] = await attempts.paymentsOfDraft(draftId)
	if (newest?.checkoutId !== checkoutId) return null
	const isOpen = newest.status === 'created' || newest.status === 'open'
	return isOpen && newest.expiresAt > now ? newest : null
}

export function paymentUnfinishedMail(
	sender: MailSender,
	payment: MailedPayment,
	keptUntilAt: Instant,
): Mail {
	const { shop } = payment
	return writeMail(sender, {
		subject: `Your payment to ${shop.name} is not finished`,
		title: 'Your payment is not finished',
		blocks: [
			`We’re holding your time until ${mailedMomentLabelAt(shop.timeZone, keptUntilAt)}, and book it when your payment arrives.`,
			paymentFacts(payment),
			mailLink('Finish or check your payment', `${sender.origin}${payment.page}`),
			'Already paid? Open the same link: it checks your payment, and you won’t be charged twice.',
		],
		reason: reasonOfPaymentMail(payment),
	})
}

export const otherTimeOfferedMessage = messageKind({
	kind: 'other_time_offered',
	payload: paymentPayload,
	async isStillTrue(deps, queued, now) {
		const found = await readPayment(deps, queued, now)
		if (!found.ok) return found
		const { received } = found.value.payment
		const offeredUntilAt = received?.outcome === 'offered' ? received.offerExpiresAt : null
		return offeredUntilAt !== null && offeredUntilAt > now
			? accepted({ ...found.value, offeredUntilAt })
			: refused('payment_went_on')
	},
	async letter(deps, { offeredUntilAt, ...facts }) {
		const payment = await mailedPayment(deps, facts, completeBookingPath)
		return otherTimeOfferedMail(deps.sender, payment, offeredUntilAt)
	},
	notice: (facts) => ({
		...noticeOfPayment('Choose another time', facts, 'The time you paid for is taken. Choose another one.'),
		words: `The time you paid for at ${facts.checkout.shop.name} is taken. Open our email to choose another time or get a refund.`,
	}),
})

/** A payment arrived after its time was gone: it waits for another time, or is refunded (K25). */
export function otherTimeOfferedMail(
	sender: MailSender,
	payment: MailedPayment,
	offeredUntilAt: Instant,
): Mail {
	const { shop } = payment
	return writeMail(sender, {
		subject: `Choose another time at ${shop.name}: your payment arrived late`,
		title: 'Choose another time',
		blocks: [
			`Your payment of ${moneyLabel(payment)} arrived after our hold on your time had ended, and the time is no longer available. Your money is safe.`,
			paymentFacts(payment),
			mailLink('Choose another time', `${sender.origin}${payment.page}`),
			`You can choose another time or ask for a refund until ${mailedMomentLabelAt(shop.timeZone, offeredUntilAt)}. After that we’ll refund you automatically.`,
		],
		reason: reasonOfPaymentMail(payment),
	})
}
