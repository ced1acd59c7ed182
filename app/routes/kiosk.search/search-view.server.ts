import type { FoundCustomer } from '#app/domain/booking/customer/customer-search-repository.server.ts'
import { cardAddress, customersLine } from '#app/domain/booking/customer/customers-line.server.ts'
import { customerName } from '#app/domain/booking/desk/shop-appointment-words.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type ListPlace, writePlace } from '#app/kernel/list-place.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'

/** Links to the customer's card and to their latest appointments. */
export function customerView(customer: FoundCustomer, zone: ZoneName, now: Instant) {
	const { clientId, phone, email, appointmentCount, appointments } = customer
	return {
		id: clientId,
		name: customerName(customer),
		phone,
		email,
		count: appointmentCount === 1 ? '1 visit' : `${appointmentCount} visits`,
		card: cardAddress(appointments[0]?.referenceNumber ?? ''),
		appointments: appointments.map((appointment) => customersLine(appointment, zone, now)),
	}
}

export type CustomerView = ReturnType<typeof customerView>

/** The search, from its first page or from `before` on. */
export function searchAddress(typed: string, before: ListPlace): string {
	return `/kiosk/search?${new URLSearchParams({ q: typed, before: writePlace(before) })}`
}
