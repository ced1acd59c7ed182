import { assignmentsAtMinute } from '#app/domain/availability/assignments-at-minute.ts'
import type { BookingCalendar } from '#app/domain/availability/calendar-repository.server.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import {
	amountDueNow,
	asksForDeposit,
	type DepositRule,
	isPayableOnline,
} from '#app/domain/booking/checkout/deposit.ts'
import { depositHeldUntil } from '#app/domain/booking/checkout/deposit-link.ts'
import { customerName } from '#app/domain/booking/desk/shop-appointment-words.ts'
import type { ShopDayView } from '#app/domain/booking/desk/shop-day-repository.server.ts'
import type { KnownCustomer } from '#app/domain/booking/desk/walk-in-repository.server.ts'
import type { OfferedService } from '#app/domain/discovery/shop-offer-repository.server.ts'
import { planSegments, searchIn } from '#app/flows/booking/read-draft.server.ts'
import { wholeMinute, withoutNotice } from '#app/flows/booking/take-slot.server.ts'
import { addDays, type CivilDate, durationLabel } from '#app/kernel/civil.ts'
import { clockLabel, clockOrMomentLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { dayLinks } from '#app/kernel/day-links.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo, nairaToType } from '#app/kernel/money.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { type BookingChoice, bookingAddress, bookingFields, MOST_SERVICES } from './booking-choice.server.ts'

/** The first is the requested day. */
export const DAYS_READ = 8

type AddOn = { id: string; name: string; durationMinutes: number; priceKobo: Kobo; isEnabled: boolean }

type Read = {
	offers: OfferedService[]
	addOns: AddOn[]
	day: ShopDayView
	/** Null before services are chosen. */
	calendar: BookingCalendar | null
	shop: { name: string; timeZone: string }
	customer: KnownCustomer | null
	/** Null where customers cannot pay online. */
	depositRule: (DepositRule & { depositHoldHours: number; minimumKobo: Kobo }) | null
	isAgain: boolean
}

/** The next step of the choices: services, then a time, then the customer. */
export function bookingView(input: BookingChoice, read: Read, now: Instant) {
	const zone = read.shop.timeZone
	const today = civilAt(zone, now).date
	const choice = {
		...input,
		date: input.date !== null && input.date > today ? input.date : today,
		clientId: read.customer === null ? null : input.clientId,
	}
	const page = { shopName: read.shop.name }
	const chosen = chosenServices(choice, read)
	if (!chosen.ok || read.isAgain || !read.calendar)
		return { ...page, step: 'services' as const, ...servicesStep(choice, read, chosen, today) }
	const { services, addOns, subtotalKobo } = chosen
	const segments = planSegments({ services, addOns }, read.calendar)
	const search = searchIn(
		{ timeZone: zone, ...withoutNotice },
		read.calendar.rows,
		segments,
		{ firstDate: choice.date, dayCount: DAYS_READ - 1 },
		now,
	)
	const person = read.day.staff.find(({ staffMemberId }) => staffMemberId === choice.staffMemberId)
	const minutes = segments.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
	const about = {
		...page,
		what: [...services, ...addOns].map(({ name }) => name).join(', '),
		more: [durationLabel(minutes), formatNaira(subtotalKobo), person?.name ?? 'Anyone free'].join(' · '),
		again: bookingAddress(choice, { isAgain: true }),
		times: timesStep(choice, search, today),
	}
	const startsAt = choice.minute === null ? null : instantOf(zone, choice.date, choice.minute)
	if (choice.minute === null || startsAt === null) return { ...about, step: 'time' as const, taken: null }
	const when = `${shortDateLabel(choice.date)}, ${clockLabel(choice.minute)}`
	return {
		...about,
		step: 'customer' as const,
		when,
		/** Why the time cannot be booked; null if it can. */
		taken: whyNot(search, startsAt, now),
		otherTime: bookingAddress({ ...choice, minute: null }),
		deposit: depositHint(read.depositRule, { startsAt, totalKobo: subtotalKobo, zone, now }),
		totalKobo: subtotalKobo,
		price: nairaToType(subtotalKobo),
		here: bookingAddress(choice),
		kept: bookingFields(choice),
		customer: read.customer && {
			name: customerName(read.customer),
			contact: [read.customer.phone, read.customer.email].filter(Boolean).join(' · '),
			isMember: read.customer.userId !== null,
			other: bookingAddress({ ...choice, clientId: null }),
		},
	}
}

export type BookingView = ReturnType<typeof bookingView>

type Chosen = ReturnType<typeof chosenServices>

/** The chosen services that the shop offers, in its order, with their sum. */
function chosenServices({ serviceIds, addOnIds }: BookingChoice, { offers, addOns: shopAddOns }: Read) {
	const services = serviceIds
		.flatMap((id) => offers.find(({ serviceId }) => serviceId === id) ?? [])
		.filter(({ staffIds }) => staffIds.length > 0)
	const addOns = addOnIds.flatMap((id) => shopAddOns.find((one) => one.id === id && one.isEnabled) ?? [])
	const isWhole = services.length === serviceIds.length && addOns.length === addOnIds.length
	const problem =
		services.length > MOST_SERVICES
			? 'A visit can have up to four services. Book the others separately.'
			: isWhole
				? null
				: 'Something you chose is no longer offered. Please choose again.'
	return {
		ok: services.length > 0 && problem === null,
		problem,
		services,
		addOns,
		subtotalKobo: [...services, ...addOns].reduce((sum, { priceKobo }) => sum + priceKobo, 0),
	}
}

function servicesStep(
	choice: BookingChoice & { date: CivilDate },
	{ offers, addOns, day }: Read,
	chosen: Chosen,
	today: CivilDate,
) {
	const { serviceIds, addOnIds, staffMemberId, date, minute, clientId } = choice
	const toRow = (
		ids: string[],
		id: string,
		one: { name: string; durationMinutes: number; priceKobo: Kobo },
	) => ({
		id,
		name: one.name,
		text: one.durationMinutes > 0 ? durationLabel(one.durationMinutes) : null,
		price: formatNaira(one.priceKobo),
		isChosen: ids.includes(id),
	})
	return {
		problem: chosen.problem,
		services: offers
			.filter(({ staffIds }) => staffIds.length > 0)
			.map((one) => toRow(serviceIds, one.serviceId, one)),
		addOns: addOns.filter(({ isEnabled }) => isEnabled).map((one) => toRow(addOnIds, one.id, one)),
		people: day.staff.map((person) => ({ id: person.staffMemberId, name: person.name })),
		staff: staffMemberId ?? '',
		date,
		today,
		kept: bookingFields({
			...choice,
			serviceIds: [],
			addOnIds: [],
			staffMemberId: null,
			date: null,
			minute,
			clientId,
		}),
	}
}

/** The day's free half-hours, and the next day with some. */
function timesStep(choice: BookingChoice & { date: CivilDate }, search: SlotSearch, today: CivilDate) {
	const { date } = choice
	const addressOnDay = (day: CivilDate | null) =>
		bookingAddress({ ...choice, date: day ?? today, minute: null })
	const days = openSlots(search)
	const chosen = days.find((day) => day.date === date)
	const nextDate =
		days.find((day) => day.date > date && day.freeCount > 0)?.date ?? addDays(date, DAYS_READ - 1)
	const { date: _, time: __, ...kept } = bookingFields(choice)
	return {
		dayLabel: shortDateLabel(date),
		days: dayLinks(date, today, addressOnDay, today),
		kept,
		free: (chosen?.slots ?? [])
			.filter(({ free }) => free)
			.map(({ startMinute }) => ({
				label: clockLabel(startMinute),
				to: bookingAddress({ ...choice, minute: startMinute }),
			})),
		next: { label: shortDateLabel(nextDate), to: addressOnDay(nextDate) },
	}
}

/** How long the time would wait for its deposit; null where no deposit is possible, or the time begins too soon. */
function depositHint(
	rule: Read['depositRule'],
	{ startsAt, totalKobo, zone, now }: { startsAt: Instant; totalKobo: Kobo; zone: string; now: Instant },
): string | null {
	if (rule === null || !asksForDeposit(rule)) return null
	if (!isPayableOnline(amountDueNow(rule, totalKobo), rule.minimumKobo)) return null
	const untilAt = depositHeldUntil(rule.depositHoldHours, startsAt, now)
	return untilAt === null
		? null
		: `We hold the time until ${clockOrMomentLabelAt(zone, untilAt, now)}. It’s booked once they’ve paid.`
}

function whyNot(search: SlotSearch, startsAt: Instant, now: Instant): string | null {
	if (startsAt < wholeMinute(now)) return 'That time has passed.'
	if (search.segments.some(({ staffMemberIds }) => staffMemberIds.length === 0))
		return 'They don’t do all of this. Choose someone else, or anyone free.'
	const found = assignmentsAtMinute(search, startsAt)
	if (!('problem' in found)) return null
	return found.problem === 'taken'
		? 'That time is taken.'
		: 'The visit wouldn’t fit into working hours at that time.'
}
