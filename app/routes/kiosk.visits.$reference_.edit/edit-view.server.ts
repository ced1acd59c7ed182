import type { ShownAppointment } from '#app/domain/booking/shop-appointment-repository.server.ts'
import { isClosed } from '#app/domain/booking/shop-appointment-words.ts'
import type { ShopDayView } from '#app/domain/booking/shop-day-repository.server.ts'
import { nameOf } from '#app/domain/booking/shop-day-view.server.ts'
import type { OfferedService } from '#app/domain/discovery/shop-offer-repository.server.ts'
import { shownSums } from '#app/flows/booking/change-appointment.server.ts'
import type { ChangeableAppointment, ChangePlan } from '#app/flows/booking/plan-change.server.ts'
import { durationLabel, timeText } from '#app/kernel/civil.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'

type Read = { appointment: ShownAppointment; day: ShopDayView; offers: OfferedService[]; zone: ZoneName }

/** An open visit with what the shop can make of it; null for one that is closed. */
export function editView({ appointment, day, offers, zone }: Read) {
	if (isClosed(appointment)) return null
	const { referenceNumber, startsAt, services, customerNote, customer } = appointment
	const { date, minute } = civilAt(zone, startsAt)
	return {
		referenceNumber,
		who: `${nameOf(customer)}, ${momentLabelAt(zone, startsAt)}`,
		isOwn: appointment.isOfSignedIn,
		date,
		time: timeText(minute),
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
		note: customerNote ?? '',
	}
}

export type EditView = NonNullable<ReturnType<typeof editView>>

/** What another service would make of a visit, asked before it is done. */
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
