import { appointmentState } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { CustomersAppointment } from './customer-search-repository.server.ts'

/** An appointment as a line of a customer's list. */
export function customersLine(appointment: CustomersAppointment, zone: ZoneName, now: Instant) {
	const { referenceNumber, startsAt, visitorName, serviceNames, staffNames } = appointment
	const { word, tone } = appointmentState(appointment, now)
	return {
		referenceNumber,
		when: momentLabelAt(zone, startsAt, now),
		what: [visitorName && `For ${visitorName}`, serviceNames, staffNames].filter(Boolean).join(' · '),
		word,
		tone: tone === 'marigold' ? undefined : tone,
	}
}

/** A customer's card, by the number of any of their visits. `before` opens earlier visits. */
export function cardAddress(referenceNumber: string, before = ''): string {
	return `/kiosk/customers/${referenceNumber}${before && `?before=${before}`}`
}
