import { assignmentsAtMinute, nextStartOnDay } from '#app/domain/availability/assignments-at-minute.ts'
import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import type { BookingCalendar } from '#app/domain/availability/calendar-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { unlessBooked } from '#app/domain/booking/booking-write.server.ts'
import { refundableUntil } from '#app/domain/booking/cancellation-policy.ts'
import { priceConstraints } from '#app/domain/booking/money-refusal.ts'
import type { NewBooking, NewCheckout } from '#app/domain/booking/new-booking.ts'
import { type PricedItem, priceDraft, type Quote } from '#app/domain/booking/price-draft.ts'
import { NO_TIP } from '#app/domain/booking/tip.ts'
import { onAppointmentBooked } from '#app/flows/lifecycle/on-appointment-booked.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type Alongside, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { newAppointment, newCheckout, withFreshReferenceNumber } from './new-booking.server.ts'
import { daysAround, nearestTimes, type OtherTimes } from './offer-other-times.server.ts'
import { calendarWindow, postedDays, searchIn, segmentsOf } from './read-draft.server.ts'
import { takeMinute, wholeMinute, withoutNotice } from './take-minute.server.ts'
import type { TakeRefusal } from './take-slot.server.ts'

type WalkInDeps = Pick<
	Repositories,
	'booking' | 'availability' | 'payments' | 'messaging' | 'shops' | 'writeBatch'
>

export type WalkInInput = {
	shopId: string
	/** In order; one to four. */
	serviceIds: readonly string[]
	addOnIds?: readonly string[]
	/** Null: any free person. */
	staffMemberId: string | null
	/** Any minute; now by default, at most an hour ago. */
	startsAt: Instant
	/** The customer is on the telephone: the visit begins later, and other free times of the week are offered. */
	isByPhone?: boolean
	customer: WalkInCustomer
	/** For the shop and the customer. */
	note?: string
	/** What the caller showed as the price of it all; another one of now is refused. */
	shownKobo?: Kobo
	/** What the shop asks for instead, and why; never more than its prices come to. */
	lowered?: { totalKobo: Kobo; reason: string } | null
	/** The account that is signed in on the device may not be booked for (D52). */
	ownUserId?: string | null
	/** Made by the caller: sent again with it, the first booking is the answer. */
	draftId: string
	/** The act that says who did it. */
	alongside?: Alongside
	now: Instant
}

/**
 * As the shop types it, which links nothing (D8, D32); with `userId`, a scanned code's, the account's own name and
 * contact are taken; with `clientId` those of a customer who has visited this shop (D65).
 */
export type WalkInCustomer = {
	firstName: string
	lastName: string
	email: string | null
	phone: string | null
	userId: string | null
	clientId?: string | null
}

export type WalkIn = {
	appointmentId: string
	referenceNumber: string
	startsAt: Instant
	staffName: string
	/** A mail confirms it. */
	hasEmail: boolean
}

/** What could be had instead: who is free then, and when the asked people are free next that day. */
export type WalkInOffer = {
	freeStaff: { staffMemberId: string; name: string }[]
	nextStartsAt: Instant | null
	/** On the telephone: the nearest free times of the week, with their labels. */
	times: OtherTimes['times']
}

export type WalkInRefusal =
	| TakeRefusal
	| 'service_not_offered'
	| 'add_on_not_offered'
	| 'price_changed'
	| 'price_not_lower'
	| 'reason_missing'
	| 'customer_not_found'
	| 'own_visit'
	| 'visit_not_found'

export type WalkInAnswer =
	| { ok: true; value: WalkIn }
	| { ok: false; refusal: WalkInRefusal; offer: WalkInOffer | null }

/** A second attempt has another reference number. */
const walkInConstraints = {
	...priceConstraints,
	'unique:appointments.reference_number': 'slot_taken',
} as const

/** Of a visit. */
const MAX_SERVICES = 4
/** A walk-in is often entered a little later. */
const WRITTEN_DOWN_WITHIN_MS = 60 * MINUTE_MS

/**
 * Books a customer at the shop or on its telephone, through the booking's own write: confirmed, to be paid at the
 * shop, and there already when it begins now. A shop's notice, its horizon and the ceilings of guests are no matter;
 * hours, breaks, days off, blocked time and other visits are, and the refusal then offers who is free and when. No
 * saving of the customer's is used. An account sees the visit, and it counts for it once it is completed (D50, D65).
 *
 * Refuses:
 * - 'service_not_offered', 'add_on_not_offered', 'staff_not_available';
 * - 'slot_past', 'slot_outside_hours', 'slot_taken';
 * - 'price_changed' where the caller showed another price, 'price_not_lower' for one that is more, 'reason_missing';
 * - 'customer_not_found' for a client of no visit here, 'own_visit' for the account signed in on the device.
 */
export async function bookWalkIn(deps: WalkInDeps, input: WalkInInput): Promise<WalkInAnswer> {
	const { shopId, staffMemberId, draftId, isByPhone = false, alongside = [], now } = input
	const startsAt = wholeMinute(input.startsAt)
	const days = isByPhone ? daysAround(startsAt, now) : postedDays(startsAt, now)
	const { services, addOns, calendar, customer, earlierId } = await readForWalkIn(deps, input, days)
	if (earlierId !== null) return walkInOf(deps, shopId, earlierId)
	const [service] = services
	if (!service || services.length < input.serviceIds.length) return refuse('service_not_offered')
	if (addOns.length < (input.addOnIds ?? []).length) return refuse('add_on_not_offered')
	if (customer === null) return refuse('customer_not_found')
	if (customer.userId !== null && customer.userId === input.ownUserId) return refuse('own_visit')
	const quote = quoteOfShop({ services, addOns }, input)
	if (typeof quote === 'string') return refuse(quote)
	const { timeZone, freeCancellationMinutes } = service
	const segments = segmentsOf(
		{ services: services.map((one) => ({ ...one, serviceId: one.id })), addOns },
		calendar,
	)
	if (staffMemberId !== null && segments.some(({ staffMemberIds }) => staffMemberIds.length === 0))
		return refuse('staff_not_available')
	const search = searchIn({ timeZone, ...withoutNotice }, calendar.rows, segments, days, now)
	const offer = () => offerOf(search, calendar, { startsAt, timeZone, isByPhone, now })
	const earliestAt = isByPhone ? wholeMinute(now) : now - WRITTEN_DOWN_WITHIN_MS
	if (startsAt < earliestAt) return refuse('slot_past', isByPhone ? offer() : null)

	const refundableUntilAt = refundableUntil(startsAt, freeCancellationMinutes)
	const booking = newWalkIn(input, { quote, customer, startsAt, timeZone, refundableUntilAt })
	const write = (times: WantedTime[]) =>
		withFreshReferenceNumber(booking, async () =>
			writeIdempotent(deps.writeBatch, [
				...(await alongside),
				...deps.booking.checkouts.insertCheckout(booking),
				...deps.availability.calendar.takeTime({ appointmentId: booking.appointmentId }, shopId, times, now),
				...deps.booking.appointments.insertAppointment(booking),
				...onAppointmentBooked(deps, {
					...booking,
					timeZone,
					payment: null,
					cashback: { accountId: null, amountKobo: 0 },
				}),
			]),
		)
	const taken = await unlessBooked(() => takeMinute(search, startsAt, write, walkInConstraints))
	if (taken === 'booked_before') {
		const first = await deps.booking.appointments.idOfDraft(draftId)
		return first === null ? refuse('busy') : walkInOf(deps, shopId, first)
	}
	if (taken.ok) return walkInOf(deps, shopId, booking.appointmentId)
	const isOffered = taken.refusal === 'slot_taken' || taken.refusal === 'slot_outside_hours'
	return refuse(taken.refusal, isOffered ? offer() : null)
}

type Asked = { firstDate: CivilDate; dayCount: number }
type BookedCustomer = NewCheckout['contact'] & { userId: string | null }

/** In one trip. `customer` null: one who was found at this shop, and is not there any more. */
async function readForWalkIn(
	{ booking: { appointments }, availability }: WalkInDeps,
	{ shopId, addOnIds = [], staffMemberId, customer, draftId, now, ...input }: WalkInInput,
	{ firstDate, dayCount }: Asked,
) {
	const serviceIds = [...new Set(input.serviceIds)].slice(0, MAX_SERVICES)
	const { userId, clientId = null, ...typed } = customer
	const [services, addOns, calendar, account, client, earlierId] = await Promise.all([
		appointments.servicesAsked(shopId, serviceIds),
		addOnIds.length === 0 ? [] : appointments.addOnsAsked(shopId, [...new Set(addOnIds)]),
		availability.calendar.calendarOf(
			{ kind: 'services', shopId, serviceIds, staffMemberId },
			calendarWindow(firstDate, dayCount),
			now,
		),
		userId === null ? null : appointments.contactOfAccount(userId),
		clientId === null ? null : appointments.knownCustomer(shopId, clientId),
		appointments.idOfDraft(draftId),
	])
	const named: BookedCustomer = account
		? { ...account, userId }
		: { ...typed, firstName: typed.firstName.trim() || 'Walk-in', userId: null }
	return { services, addOns, calendar, customer: clientId === null ? named : client, earlierId }
}

/** The price, which the shop may lower and never raise. */
function quoteOfShop(
	items: { services: PricedItem[]; addOns: PricedItem[] },
	{ shownKobo, lowered }: WalkInInput,
): Quote | 'price_changed' | 'price_not_lower' | 'reason_missing' {
	const priced = { ...items, cashbackKobo: 0, tip: NO_TIP }
	const quote = priceDraft({ ...priced, saving: null })
	if (shownKobo !== undefined && shownKobo !== quote.subtotalKobo) return 'price_changed'
	if (!lowered || lowered.totalKobo === quote.subtotalKobo) return quote
	const amountKobo = quote.subtotalKobo - lowered.totalKobo
	if (amountKobo < 0) return 'price_not_lower'
	if (lowered.reason.trim() === '') return 'reason_missing'
	return priceDraft({ ...priced, saving: { kind: 'shop', amountKobo } })
}

function newWalkIn(
	{ shopId, draftId, isByPhone = false, note = '', lowered, now }: WalkInInput,
	{
		quote,
		customer: { userId, ...contact },
		startsAt,
		timeZone,
		refundableUntilAt,
	}: {
		quote: Quote
		customer: BookedCustomer
		startsAt: Instant
		timeZone: string
		refundableUntilAt: Instant
	},
): NewBooking {
	const checkout = newCheckout(
		{ draft: { id: draftId }, shop: { id: shopId }, quote },
		{
			choices: {
				paymentChoice: 'cash',
				customerNote: note,
				...(quote.saving && lowered && { discountReason: lowered.reason }),
			},
			contact,
			userId,
			now,
		},
	)
	return {
		...checkout,
		...newAppointment(checkout, { startsAt, timeZone, refundableUntilAt, paidKobo: 0, now }),
		clientId: checkout.clientId,
		walkIn: { arrivedAt: !isByPhone && startsAt <= now ? now : null },
	}
}

/** Everybody who does all of it and is free then, and the next start of the people who were asked for. */
function offerOf(
	search: SlotSearch,
	calendar: BookingCalendar,
	{
		startsAt,
		timeZone,
		isByPhone,
		now,
	}: { startsAt: Instant; timeZone: string; isByPhone: boolean; now: Instant },
): WalkInOffer {
	const people = new Map(calendar.staff.map(({ staffMemberId, name }) => [staffMemberId, name]))
	const freeStaff = [...people].flatMap(([staffMemberId, name]) => {
		const segments = search.segments.map((segment) => ({ ...segment, staffMemberIds: [staffMemberId] }))
		const doesAll =
			calendar.staff.filter((member) => member.staffMemberId === staffMemberId).length === segments.length
		return doesAll && assignmentsAtMinute({ ...search, segments }, startsAt).assignments.length > 0
			? [{ staffMemberId, name }]
			: []
	})
	return {
		freeStaff: startsAt < wholeMinute(now) && isByPhone ? [] : freeStaff,
		nextStartsAt: nextStartOnDay(search, Math.max(startsAt, wholeMinute(now))),
		times: isByPhone ? nearestTimes(search, timeZone, startsAt).times : [],
	}
}

/** Nothing of another shop's, whose draft was named. */
async function walkInOf(
	{ booking: { appointments } }: WalkInDeps,
	shopId: string,
	appointmentId: string,
): Promise<WalkInAnswer> {
	const appointment = await appointments.appointment(appointmentId)
	if (appointment?.shop.id !== shopId) return refuse('visit_not_found')
	const { referenceNumber, startsAt, services, hasEmail } = appointment
	const staffName = [...new Set(services.map((service) => service.staffName))].join(', ')
	return { ok: true, value: { appointmentId, referenceNumber, startsAt, staffName, hasEmail } }
}

function refuse(refusal: WalkInRefusal, offer: WalkInOffer | null = null): WalkInAnswer {
	return { ok: false, refusal, offer }
}
