import type { ShownAppointment } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { customerName, isClosed } from '#app/domain/booking/desk/shop-appointment-words.ts'
import type { ShopDayView } from '#app/domain/booking/desk/shop-day-repository.server.ts'
import type { OfferedService } from '#app/domain/discovery/shop-offer-repository.server.ts'
import { shownSums } from '#app/flows/booking/change-appointment.server.ts'
import type { ChangeableAppointment, ChangePlan } from '#app/flows/booking/plan-change.server.ts'
import type { WantedStaff } from '#app/flows/booking/read-appointment.server.ts'
import { type CivilDate, durationLabel, isCivilDate, timeText } from '#app/kernel/civil.ts'
import { clockLabelAt, momentLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'

/** From the address: the appointment, day and staff whose free times are listed. */
type MoveInput = { appointmentId: string; date: CivilDate; staff: WantedStaff }

type Read = {
	appointment: ShownAppointment
	day: ShopDayView
	offers: OfferedService[]
	request: MoveInput | null
	/** Free on the requested day. */
	times: Instant[] | null
	zone: ZoneName
}

/** Null if the address names no appointment or no day: then times are typed. */
export function readMoveInput(search: URLSearchParams): MoveInput | null {
	const appointmentId = readId(search.get('visit'))
	const date = search.get('date')
	if (appointmentId === null || date === null || !isCivilDate(date)) return null
	return { appointmentId, date, staff: readId(search.get('staff')) }
}

/** An open appointment and its possible changes; null once it is closed. */
export function editView({ appointment, day, offers, zone, ...read }: Read) {
	if (isClosed(appointment)) return null
	const { appointmentId, referenceNumber, startsAt, services, bookingNotes, customer } = appointment
	const { date, minute } = civilAt(zone, startsAt)
	// The address may name another appointment.
	const request = read.request?.appointmentId === appointmentId ? read.request : null
	const times = request && read.times
	return {
		appointmentId,
		referenceNumber,
		who: `${customerName(customer)}, ${momentLabelAt(zone, startsAt)}`,
		isOwn: appointment.isOfSignedIn,
		date: request?.date ?? date,
		staff: request?.staff ?? '',
		time: timeText(minute),
		/** Preselects the appointment's start, if listed. */
		slot: times === null || times.includes(startsAt) ? String(startsAt) : '',
		free: times && {
			legend: `${times.length > 0 ? 'Free' : 'No free time'} on ${shortDateLabel(request?.date ?? date)}`,
			times: times.map((at) => ({
				at: String(at),
				label: clockLabelAt(zone, at),
				isNow: at === startsAt,
			})),
		},
		people: [
			{ id: 'any', name: 'Anyone free' },
			...day.staff.map(({ staffMemberId, name }) => ({ id: staffMemberId, name })),
		],
		present: [...new Set(services.map(({ staffName }) => staffName))].join(', '),
		services: services.map(({ name }, position) => ({ id: String(position), name })),
		others: offers
			.filter(
				({ serviceId, staffIds }) =>
					staffIds.length > 0 && services.every((one) => one.serviceId !== serviceId),
			)
			.map(({ serviceId, name, priceKobo, durationMinutes }) => ({
				id: serviceId,
				name: `${name}, ${durationLabel(durationMinutes)}, ${formatNaira(priceKobo)}`,
			})),
		note: bookingNotes.customerNote ?? '',
	}
}

export type EditView = NonNullable<ReturnType<typeof editView>>

/** What another service would change, before it is done. */
export function serviceQuestionView(
	{ toChange }: ChangeableAppointment,
	{ bill, service, staff, position }: ChangePlan,
) {
	const backKobo = bill.backKobo + bill.cashbackBackKobo
	const keptKobo = bill.keptKobo + bill.cashbackKeptKobo
	return {
		title: `Change ${toChange.services[position]?.name} to ${service?.name}?`,
		lines: [
			`With ${staff.name}, ${durationLabel(bill.durationMinutes)} in all.`,
			bill.totalKobo === toChange.totalKobo
				? `The total stays ${formatNaira(bill.totalKobo)}.`
				: `The total is ${formatNaira(bill.totalKobo)} instead of ${formatNaira(toChange.totalKobo)}.`,
			...(backKobo > 0 ? [`The customer gets ${formatNaira(backKobo)} back.`] : []),
			...(keptKobo > 0
				? [`${formatNaira(keptKobo)} that was paid is not refunded: it’s too late for that.`]
				: []),
			...(bill.isSavingLost ? ['Their code or reward no longer fits, and can be used again.'] : []),
			...(bill.dueAtShopKobo > 0 ? [`${formatNaira(bill.dueAtShopKobo)} is left to pay at the shop.`] : []),
		],
		fields: {
			position: String(position),
			service: service?.id ?? '',
			sequence: String(toChange.sequence),
			shown: shownSums(bill),
		},
	}
}
