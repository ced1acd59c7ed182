import { type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import type { ImportedShop, ImportRemark } from './imported-shop.ts'
import type { StoredShop } from './stored-shop.server.ts'

type Booked = {
	reference: string
	shopId: string
	staffMemberId: string
	serviceId: string
	date: CivilDate
	startMinute: number
	endMinute: number
}

/** What a shop lacks before anybody can book it; no line where it can be booked. */
export function whyNotBookable(file: ImportedShop, shop: StoredShop): ImportRemark[] {
	const isOffered = shop.services.some(
		({ id, isEnabled }) =>
			isEnabled &&
			shop.staff.some(
				({ isActive, serviceIds, week }) => isActive && week.length > 0 && serviceIds.includes(id),
			),
	)
	const lacks = [
		...(shop.week.length === 0 ? ['opening hours'] : []),
		...(isOffered ? [] : ['a service that someone on the staff offers and works hours for']),
	]
	if (lacks.length === 0) return []
	const words = `${shop.externalId} cannot be booked yet: it has no ${lacks.join(', and not ')}`
	return [{ place: file.place, column: null, words }]
}

/** Visits that stay booked though the shop, as the file has it, would not offer their time: each in a line. */
export function bookedOutside(
	file: ImportedShop,
	shop: StoredShop,
	booked: readonly Booked[],
): ImportRemark[] {
	return booked
		.filter((visit) => visit.shopId === shop.shopId && !isOffered(shop, visit))
		.map(({ reference, date }) => ({
			place: file.place,
			column: null,
			words: `${reference} on ${date} stays booked at ${shop.externalId}, though its time, service or person is not offered any more: move or cancel it with the customer`,
		}))
}

function isOffered({ services, staff, week }: StoredShop, visit: Booked): boolean {
	const dayOfWeek = dayOfWeekOf(visit.date)
	const member = staff.find(({ id }) => id === visit.staffMemberId)
	const opening = week.find((day) => day.dayOfWeek === dayOfWeek)
	const work = member?.week.find((day) => day.dayOfWeek === dayOfWeek)
	if (!member?.isActive || !opening || !work) return false
	const service = services.find(({ id }) => id === visit.serviceId)
	const missesBreak =
		work.breakStartMinute === null ||
		work.breakEndMinute === null ||
		visit.endMinute <= work.breakStartMinute ||
		visit.startMinute >= work.breakEndMinute
	return (
		service?.isEnabled === true &&
		member.serviceIds.includes(visit.serviceId) &&
		Math.max(opening.startMinute, work.startMinute) <= visit.startMinute &&
		Math.min(opening.endMinute, work.endMinute) >= visit.endMinute &&
		missesBreak
	)
}
