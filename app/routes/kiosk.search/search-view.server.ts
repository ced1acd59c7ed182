import type {
	CustomersAppointment,
	FoundCustomer,
} from '#app/domain/booking/customer-search-repository.server.ts'
import { appointmentState } from '#app/domain/booking/shop-appointment-words.ts'
import { nameOf } from '#app/domain/booking/shop-day-view.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type ListPlace, writePlace } from '#app/kernel/list-place.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'

type Person = Pick<
	FoundCustomer,
	'clientId' | 'firstName' | 'lastName' | 'phone' | 'email' | 'appointmentCount'
>

/** A customer with visits, as the search draws them: the way to each visit's page, and to all of them. */
export function customerView(
	customer: Person & { appointments: CustomersAppointment[] },
	zone: ZoneName,
	now: Instant,
) {
	const { clientId, phone, email, appointmentCount, appointments } = customer
	return {
		id: clientId,
		name: nameOf(customer),
		phone,
		email,
		count: appointmentCount === 1 ? '1 visit' : `${appointmentCount} visits`,
		all: appointmentCount > appointments.length ? customerAddress(clientId) : null,
		appointments: appointments.map(
			({ referenceNumber, status, startsAt, arrivedAt, visitorName, serviceNames, staffNames }) => {
				const { word, tone } = appointmentState({ status, startsAt, arrivedAt }, now)
				return {
					referenceNumber,
					when: momentLabelAt(zone, startsAt, now),
					what: [visitorName && `For ${visitorName}`, serviceNames, staffNames].filter(Boolean).join(' · '),
					word,
					tone: tone === 'marigold' ? undefined : tone,
				}
			},
		),
	}
}

export type CustomerView = ReturnType<typeof customerView>

/** All visits of one customer; `before`: the earlier ones. */
export function customerAddress(clientId: string, before: ListPlace | null = null): string {
	return `/kiosk/search?${new URLSearchParams({ customer: clientId, ...placed(before) })}`
}

/** What was searched for, from its first page on or from where another one ended. */
export function searchAddress(typed: string, before: ListPlace): string {
	return `/kiosk/search?${new URLSearchParams({ q: typed, ...placed(before) })}`
}

function placed(before: ListPlace | null) {
	return before && { before: writePlace(before) }
}
