import { moneyTimeline } from '#app/domain/payments/money-timeline.ts'
import { completeBookingPage, returnPage } from '#app/domain/payments/online-payments.server.ts'
import { isOfferOpen, type Payment } from '#app/domain/payments/payment.ts'
import { isRefundStuck } from '#app/domain/payments/refund-progress.ts'
import type { PaymentWithOffer } from '#app/flows/read-offer.server.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney } from '#app/kernel/money.ts'
import type { RefundReason } from '#app/kernel/vocabulary.ts'
import { momentLabelAt, stampAt, untilLabelAt } from '#app/kernel/zone.server.ts'

/** Why money goes back, to whoever paid it. */
const reasonWords: Record<RefundReason, string> = {
	cancelled: 'The visit that it was for was cancelled.',
	second_payment: 'Your booking had been paid or made before, so this payment was one too many.',
	time_lost: 'Somebody else had your time when it arrived, and no other time was taken.',
	offer_declined: 'Somebody else had your time when it arrived, and you asked for your money back.',
	promo_used_up: 'The promo code was used up before it arrived, so nothing was booked at this price.',
	amount_mismatch:
		'The amount that arrived is not the one that was asked for, so nothing was booked with it.',
	currency_mismatch: 'It did not arrive in naira, so nothing was booked with it.',
	by_operator: 'It was decided to give it back.',
	dispute_lost: 'Your bank asked for it on your behalf.',
}

/** What the recovery page of a payment draws; `isHere`: this browser has its booking. */
export function paymentView(
	{ payment, visit, times }: PaymentWithOffer,
	{ token, isHere, now }: { token: string; isHere: boolean; now: Instant },
) {
	const { received, reference } = payment
	const { shop, services, addOns, startsAt } = visit
	const labelOf = (at: Instant) => momentLabelAt(shop.timeZone, at)
	const minutes = [...services, ...addOns].reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
	const { amountKobo, currency } = received ?? payment
	return {
		amount: formatMoney(amountKobo, currency),
		reference,
		lostLabel: labelOf(startsAt),
		summary: `${services.map(({ name }) => name).join(', ')} at ${shop.name} · ${durationLabel(minutes)}`,
		offer:
			received && isOfferOpen(received, now)
				? {
						/** Made by another way meanwhile: all that is left of the offer is the money. */
						isBookedOtherwise: visit.bookedAppointmentId !== null,
						untilLabel: untilLabelAt(shop.timeZone, received.offerExpiresAt ?? now, now),
						times: times ?? [],
					}
				: null,
		refund: received && !isOfferOpen(received, now) ? refundOf(payment) : null,
		steps: moneyTimeline(payment).map(({ label, amount, at, state }) => ({
			label,
			state,
			amount: amount && formatMoney(amount.kobo, amount.currency),
			whenLabel: at === null ? null : stampAt(shop.timeZone, at),
		})),
		checkoutPage: isHere ? '/booking/checkout' : null,
		servicesPage: `/booking/service-selection?shop=${visit.shopId}`,
		here: completeBookingPage(token),
		checkPage: returnPage(token),
	}
}

export type PaymentView = ReturnType<typeof paymentView>

/** Money that is no visit and no offer any more. An offer that has ended goes back within a minute. */
function refundOf({ refund }: Payment) {
	const reason = refund?.reason ?? 'time_lost'
	return {
		isStuck: refund !== null && isRefundStuck(refund.status),
		isSent: refund?.status === 'processed',
		isMismatch: reason === 'amount_mismatch' || reason === 'currency_mismatch',
		words: reasonWords[reason],
	}
}
