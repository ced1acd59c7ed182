import { isRefundStuck, moneyTimeline } from '#app/domain/payments/money-timeline.ts'
import { isOfferOpen, type Payment } from '#app/domain/payments/payment.ts'
import type { PaymentWithOffer } from '#app/flows/payments/answer-offer.server.ts'
import {
	checkoutPath,
	completeBookingPath,
	paymentLinkPath,
	servicesOfShopPath,
} from '#app/kernel/booking-paths.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { clockOrMomentLabelAt, nearMomentLabelAt, nearMomentWordsAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney } from '#app/kernel/money.ts'
import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'

/** For the payer. */
const reasonWords: Record<RefundReason, string> = {
	cancelled: 'The visit it was for was cancelled.',
	visit_changed: 'The visit it was for was changed.',
	second_payment: 'Your booking was already made or paid for, so this payment was a duplicate.',
	time_lost: 'Your time was no longer available when it arrived, and no other time was chosen.',
	offer_declined: 'Your time was no longer available when it arrived, and you asked for a refund.',
	promo_used_up:
		'The promo code, reward or cashback in its price was used up before it arrived, so nothing was booked.',
	plan_cancelled: 'You cancelled the plan it was for.',
	plan_not_on_offer: 'The plan it was for could no longer be bought or renewed when it arrived.',
	amount_mismatch: 'The amount was not the one we asked for, so nothing was booked.',
	currency_mismatch: 'The payment was not in naira, so nothing was booked.',
	by_operator: 'We decided to refund it.',
	dispute_lost: 'Your bank asked for it on your behalf.',
}

/** `isHere`: this browser has the payment's draft. */
export function paymentView(
	{ payment, checkout, times }: PaymentWithOffer,
	{ token, isHere, now }: { token: string; isHere: boolean; now: Instant },
) {
	const { received, paymentReference } = payment
	const { shop, services, addOns, startsAt } = checkout
	const formatMoment = (at: Instant) => nearMomentWordsAt(shop.timeZone, at, now)
	const minutes = [...services, ...addOns].reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
	const { amountKobo, currency } = received ?? payment
	return {
		amount: formatMoney(amountKobo, currency),
		paymentReference,
		lostLabel: formatMoment(startsAt),
		summary: checkout.plan
			? `${checkout.plan.title} at ${shop.name}`
			: `${services.map(({ name }) => name).join(', ')} at ${shop.name} · ${durationLabel(minutes)}`,
		offer:
			received && isOfferOpen(received, now)
				? {
						/** The draft was booked another way meanwhile: the offer is a refund only. */
						isBookedOtherwise: checkout.bookedAppointmentId !== null,
						untilLabel: clockOrMomentLabelAt(shop.timeZone, received.offerExpiresAt ?? now, now),
						times: times ?? [],
					}
				: null,
		refund: received && !isOfferOpen(received, now) ? refundView(payment) : null,
		steps: moneyTimeline(payment).map(({ label, amount, at, state }) => ({
			label,
			state,
			amount: amount && formatMoney(amount.kobo, amount.currency),
			whenLabel: at === null ? null : nearMomentLabelAt(shop.timeZone, at, now),
		})),
		checkoutPage: isHere ? checkoutPath : null,
		servicesPage: servicesOfShopPath(checkout.shopId),
		here: completeBookingPath(token),
		checkPage: paymentLinkPath(token),
	}
}

export type PaymentView = ReturnType<typeof paymentView>

/** Money without an appointment or an open offer. An expired offer is refunded within a minute. */
function refundView({ refund }: Payment) {
	const reason = refund?.reason ?? 'time_lost'
	return {
		isStuck: refund !== null && isRefundStuck(refund.status),
		isSent: refund?.status === 'processed',
		isMismatch: reason === 'amount_mismatch' || reason === 'currency_mismatch',
		words: reasonWords[reason],
	}
}
