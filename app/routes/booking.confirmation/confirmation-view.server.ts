import type { BookedVisit } from '#app/domain/booking/appointment-repository.server.ts'
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
export function confirmationView(visit: BookedVisit, link: string, now: Instant) {
	const { shop } = visit
	const labelOf = (at: Instant) => {
		const { date, minute } = civilAt(shop.timeZone, at)
		return `${shortDateLabel(date)}, ${clockLabel(minute)}`
	}
	const whenLabel = labelOf(visit.startsAt)
	const isAhead = (visit.status === 'SCHEDULED' || visit.status === 'CONFIRMED') && visit.startsAt > now
	const [what] = visit.services
	return {
		title: titles[visit.status],
		isAhead,
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
		freeCancellationLabel: isAhead && visit.refundableUntilAt > now ? labelOf(visit.refundableUntilAt) : null,
		shop: {
			id: shop.id,
			name: shop.name,
			address: shop.address,
			phone: shop.phone && { href: `tel:${shop.phone}`, label: phoneLabel(shop.phone) },
			directions: directionsLink(shop),
			bankAccount: visit.paymentChoice === 'transfer' ? shop.bankAccount : null,
		},
		shareLink: `https://wa.me/?text=${encodeURIComponent(`${what?.name ?? 'My visit'} at ${shop.name}, ${whenLabel}: ${link}`)}`,
	}
}

export type ConfirmationView = ReturnType<typeof confirmationView>
