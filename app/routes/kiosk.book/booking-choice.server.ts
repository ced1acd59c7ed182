import { type CivilDate, isCivilDate, timeText } from '#app/kernel/civil.ts'
import { ID_PATTERN } from '#app/kernel/id.server.ts'

/** Per appointment. */
export const MOST_SERVICES = 4

/** The choices so far, by the page's address. */
export type BookingChoice = {
	/** In the order in which they are done. */
	serviceIds: string[]
	addOnIds: string[]
	/** Null: anyone who is free. */
	staffMemberId: string | null
	date: CivilDate | null
	/** Minute of the day on the shop's clock. */
	minute: number | null
	/** A known customer of this shop. */
	clientId: string | null
}

export function readBookingChoice(search: URLSearchParams): BookingChoice {
	const readIds = (name: string) => [
		...new Set(search.getAll(name).flatMap((ids) => ids.split(',').filter((id) => ID_PATTERN.test(id)))),
	]
	const date = search.get('date')
	const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(search.get('time') ?? '') ?? []
	return {
		serviceIds: readIds('service'),
		addOnIds: readIds('addOn'),
		staffMemberId: readIds('staff').find((id) => id !== 'any') ?? null,
		date: date !== null && isCivilDate(date) ? date : null,
		minute: hours && minutes ? Number(hours) * 60 + Number(minutes) : null,
		clientId: readIds('client')[0] ?? null,
	}
}

/** The choices as fields of an address or a form. */
export function bookingFields(choice: BookingChoice): Record<string, string> {
	const { serviceIds, addOnIds, staffMemberId, date, minute, clientId } = choice
	return {
		...(serviceIds.length > 0 && { service: serviceIds.join(',') }),
		...(addOnIds.length > 0 && { addOn: addOnIds.join(',') }),
		...(staffMemberId !== null && { staff: staffMemberId }),
		...(date !== null && { date }),
		...(minute !== null && { time: timeText(minute) }),
		...(clientId !== null && { client: clientId }),
	}
}

/** `isAgain`: opens at the choice of services. */
export function bookingAddress(choice: BookingChoice, { isAgain = false } = {}): string {
	const search = new URLSearchParams({ ...bookingFields(choice), ...(isAgain && { again: '1' }) })
	return search.size > 0
		? `/kiosk/book?${search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`
		: '/kiosk/book'
}
