import { followsShop, unstaffedHours } from '#app/domain/availability/rota.ts'
import { distanceKm } from '#app/domain/discovery/distance.ts'
import { type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import { middleOfCity } from './alike-shops.ts'
import type { ImportedShop, ImportRemark } from './imported-shop.ts'
import type { StoredShop } from './stored-shop.server.ts'

type Booked = {
	referenceNumber: string
	shopId: string
	staffMemberId: string
	serviceId: string
	date: CivilDate
	startMinute: number
	endMinute: number
}

/** What a shop lacks before it can be booked. */
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
		...(isOffered ? [] : ['service that someone on the staff offers and works hours for']),
	]
	if (lacks.length === 0) return []
	const words = `${shop.externalId} cannot be booked yet: it has no ${lacks.join(', and no ')}`
	return [{ place: file.place, column: null, words }]
}

/** Accepted values that are most likely mistakes (O5): each in a line. */
export function silentTraps(file: ImportedShop, shop: StoredShop, isNew: boolean): ImportRemark[] {
	const remark = (words: string): ImportRemark => ({
		place: file.place,
		column: null,
		words: `${shop.externalId} ${words}`,
	})
	const atWork = shop.staff.filter(({ isActive, week }) => isActive && week.length > 0)
	const offered = shop.services.filter(({ isEnabled }) => isEnabled)
	return [
		...(shop.week.length > 0 && atWork.length > 0 ? hoursTraps(shop.week, atWork).map(remark) : []),
		...(atWork.length > 0
			? offered
					.filter(({ id }) => !atWork.some(({ serviceIds }) => serviceIds.includes(id)))
					.map(({ name }) => remark(`offers ${name}, but no one on the staff offers it`))
			: []),
		...valueTraps(shop.values, offered, isNew).map(remark),
	]
}

type Week = StoredShop['week']

/** Opening hours without staff, and work while the shop is closed. */
function hoursTraps(week: Week, atWork: readonly { firstName: string; week: Week }[]): string[] {
	const unstaffed = unstaffedHours(
		week,
		atWork.map((member) => member.week),
	)
	const outside = atWork.filter(
		(member) =>
			!followsShop(member.week) &&
			member.week.some((shift) => {
				const opening = week.find(({ dayOfWeek }) => dayOfWeek === shift.dayOfWeek)
				return !opening || shift.startMinute < opening.startMinute || shift.endMinute > opening.endMinute
			}),
	)
	return [
		...(unstaffed.length > 0
			? [
					`is open when no one works: ${[...new Set(unstaffed.map(({ dayOfWeek }) => dayNames[dayOfWeek]))].join(', ')}. Staff keep their hours until their own row changes them`,
				]
			: []),
		...outside.map(({ firstName }) => `is closed during some of ${firstName}’s hours`),
	]
}

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A box around Nigeria, in degrees, for an unlisted city. */
const nigeria = { latitude: [4, 14], longitude: [2.6, 14.8] } as const

/** No city reaches so far. */
const FAR_KM = 150
/** Warri's latitude and longitude are alike: swapped, it is little further away. */
const SWAPPED_KM = 30

/** Why a shop's place is not in its city; null where it is. */
function placeTrap({ timeZone, city, latitude, longitude }: StoredShop['values']): string | null {
	if (timeZone !== 'Africa/Lagos') return null
	const middle = middleOfCity(city)
	if (middle) {
		const km = distanceKm(middle, { latitude, longitude })
		const stands = `is ${Math.round(km)} km from ${city}`
		if (km > SWAPPED_KM && distanceKm(middle, { latitude: longitude, longitude: latitude }) < km / 3)
			return `${stands}: are its latitude and longitude swapped?`
		return km > FAR_KM ? `${stands}: is its location right?` : null
	}
	const isInside = (value: number, [least, most]: readonly [number, number]) =>
		value >= least && value <= most
	return isInside(latitude, nigeria.latitude) && isInside(longitude, nigeria.longitude)
		? null
		: 'is outside Nigeria: are its latitude and longitude swapped?'
}

function valueTraps(
	values: StoredShop['values'],
	offered: readonly { priceKobo: number }[],
	isNew: boolean,
): string[] {
	const { depositKind, depositValue, email } = values
	const dearest = Math.max(...offered.map(({ priceKobo }) => priceKobo))
	const trap = placeTrap(values)
	return [
		...(depositKind === 'amount' && offered.length > 0 && depositValue > dearest
			? ['asks for a deposit higher than its most expensive service']
			: []),
		...(trap === null ? [] : [trap]),
		...(isNew && email === null ? ['has no email address: it is not told about bookings or problems'] : []),
	]
}

/** Booked visits that the shop would no longer offer after the import. */
export function bookedOutside(
	file: ImportedShop,
	shop: StoredShop,
	booked: readonly Booked[],
): ImportRemark[] {
	return booked
		.filter((appointment) => appointment.shopId === shop.shopId && !isOffered(shop, appointment))
		.map(({ referenceNumber, date }) => ({
			place: file.place,
			column: null,
			words: `${referenceNumber} on ${date} stays booked at ${shop.externalId}, though its time, service or staff member is no longer offered: move or cancel it with the customer`,
		}))
}

function isOffered({ services, staff, week }: StoredShop, appointment: Booked): boolean {
	const dayOfWeek = dayOfWeekOf(appointment.date)
	const member = staff.find(({ id }) => id === appointment.staffMemberId)
	const opening = week.find((day) => day.dayOfWeek === dayOfWeek)
	const work = member?.week.find((day) => day.dayOfWeek === dayOfWeek)
	if (!member?.isActive || !opening || !work) return false
	const service = services.find(({ id }) => id === appointment.serviceId)
	const missesBreak =
		work.breakStartMinute === null ||
		work.breakEndMinute === null ||
		appointment.endMinute <= work.breakStartMinute ||
		appointment.startMinute >= work.breakEndMinute
	return (
		service?.isEnabled === true &&
		member.serviceIds.includes(appointment.serviceId) &&
		Math.max(opening.startMinute, work.startMinute) <= appointment.startMinute &&
		Math.min(opening.endMinute, work.endMinute) >= appointment.endMinute &&
		missesBreak
	)
}
