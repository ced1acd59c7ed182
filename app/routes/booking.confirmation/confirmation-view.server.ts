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
import { clockLabel, durationLabel, shortDateLabel } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

const titles: Record<AppointmentStatus, string> = {
	SCHEDULED: 'Booking Confirmed!',
	CONFIRMED: 'Booking Confirmed!',
	COMPLETED: 'Visit completed',
	CANCELLED: 'Booking cancelled',
	NO_SHOW: 'Visit missed',
}

/** What the page of a booking draws; it says nothing about the customer but what this booking is. */
export function confirmationView(visit: BookedVisit, token: string, now: Instant) {
	const { shop } = visit
	const labelOf = (at: Instant) => {
		const { date, minute } = civilAt(shop.timeZone, at)
		return `${shortDateLabel(date)}, ${clockLabel(minute)}`
	}
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
