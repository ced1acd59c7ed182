import { stripQuery } from '#app/domain/availability/week-view.ts'
import type { BookedVisit } from '#app/domain/booking/appointment-repository.server.ts'
import {
	isAhead,
	isFreeToCancel,
	mayMove,
	moneyOnCancelling,
	movableUntil,
} from '#app/domain/booking/cancellation-policy.ts'
import { directionsLink } from '#app/domain/discovery/directions-link.ts'
import { moneyTimeline } from '#app/domain/payments/money-timeline.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import { isRefundStuck } from '#app/domain/payments/refund-progress.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary.ts'
import { civilAt, momentLabelAt, stampAt } from '#app/kernel/zone.server.ts'

const titles: Record<AppointmentStatus, string> = {
	SCHEDULED: 'Booking Confirmed!',
	CONFIRMED: 'Booking Confirmed!',
	COMPLETED: 'Visit completed',
	CANCELLED: 'Booking cancelled',
	NO_SHOW: 'Visit missed',
}

/**
 * What the page of a booking draws, with what was paid online for it; it says nothing about the customer but what this
 * booking is.
 */
export function confirmationView(visit: BookedVisit, payment: Payment | null, token: string, now: Instant) {
	const { shop } = visit
	const labelOf = (at: Instant) => momentLabelAt(shop.timeZone, at)
	const dateOf = (at: Instant) => civilAt(shop.timeZone, at).date
	const whenLabel = labelOf(visit.startsAt)
	const visitIsAhead = isAhead(visit, now)
	const strip = stripQuery(dateOf(now), dateOf(visit.startsAt))
	const [what] = visit.services
	return {
		title: titles[visit.status],
		isAhead: visitIsAhead,
		referenceNumber: visit.referenceNumber,
		whenLabel,
		services: visit.services,
		addOns: visit.addOns,
		durationLabel: durationLabel(visit.durationMinutes),
		discountKobo: visit.discountKobo,
		tipKobo: visit.tipKobo,
		totalKobo: visit.totalKobo,
		paymentChoice: visit.paymentChoice,
		isPaid: visit.paymentStatus === 'completed',
		/** In advance, or the whole price where the shop has marked it as paid: what cancelling is about. */
		paidKobo: visit.paidKobo > 0 || visit.paymentStatus !== 'completed' ? visit.paidKobo : visit.totalKobo,
		/** Still to be paid at the shop, of a visit that was paid online in part. */
		dueAtShopKobo: visit.paidKobo > 0 ? visit.totalKobo - visit.paidKobo : 0,
		isPaidOnline: payment !== null,
		timeline: payment
			? moneyTimeline(payment, visit.cancelledAt).map(({ label, amount, at, state }) => ({
					label,
					state,
					amount: amount && formatMoney(amount.kobo, amount.currency),
					whenLabel: at === null ? null : stampAt(shop.timeZone, at),
				}))
			: [],
		needsAttention: payment?.refund ? isRefundStuck(payment.refund.status) : false,
		refundableUntilLabel: labelOf(visit.refundableUntilAt),
		isFreeToCancel: isFreeToCancel(visit.refundableUntilAt, now),
		/** What cancelling does, or did, to the money. */
		money: moneyOnCancelling(visit, visit.cancelledAt ?? now),
		cancelledLabel: visit.cancelledAt === null ? null : labelOf(visit.cancelledAt),
		page: `/booking/confirmation?visit=${token}`,
		movePage: mayMove(visit, shop.rescheduleCutoffMinutes, now)
			? `/booking/reschedule?visit=${token}${strip && `&${strip}`}`
			: null,
		movableUntilLabel: labelOf(movableUntil(visit.startsAt, shop.rescheduleCutoffMinutes)),
		shop: {
			id: shop.id,
			name: shop.name,
			address: shop.address,
			phone: shop.phone && { href: `tel:${shop.phone}`, label: phoneLabel(shop.phone) },
			directions: directionsLink(shop),
			bankAccount: visit.paymentChoice === 'transfer' ? shop.bankAccount : null,
		},
		// Without the signed link: whoever holds that can cancel the visit.
		shareLink: `https://wa.me/?text=${encodeURIComponent(`${what?.name ?? 'My visit'} at ${shop.name}, ${whenLabel}. ${shop.address}`)}`,
	}
}

export type ConfirmationView = ReturnType<typeof confirmationView>
