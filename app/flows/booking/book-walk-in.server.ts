import { assignmentsAtMinute, nextStartOnDay } from '#app/domain/availability/assignments-at-minute.ts'
import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import type { BookingCalendar } from '#app/domain/availability/calendar-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { unlessBooked } from '#app/domain/booking/booking-write.server.ts'
import { refundableUntil } from '#app/domain/booking/cancellation-policy.ts'
import { priceConstraints } from '#app/domain/booking/money-refusal.ts'
import type { NewBooking } from '#app/domain/booking/new-booking.ts'
import { priceDraft } from '#app/domain/booking/price-draft.ts'
import { NO_TIP } from '#app/domain/booking/tip.ts'
import type { WalkInService } from '#app/domain/booking/walk-in-repository.server.ts'
import { onAppointmentBooked } from '#app/flows/lifecycle/on-appointment-booked.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type Alongside, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { newAppointment, newCheckout, withFreshReferenceNumber } from './new-booking.server.ts'
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
	/** Null: any free person. */
	staffMemberId: string | null
	/** Any minute; now by default, at most an hour ago. */
	startsAt: Instant
	/** With `userId`, a scanned code's, the account's own name and contact are taken. */
	customer: {
		firstName: string
		lastName: string
		email: string | null
		phone: string | null
		userId: string | null
	}
	/** Made by the caller: sent again with it, the first booking is the answer. */
	draftId: string
	/** The act that says who did it. */
	alongside?: Alongside
	now: Instant
}

export type WalkIn = { appointmentId: string; referenceNumber: string; startsAt: Instant; staffName: string }

/** What could be had instead: who is free then, and when the asked people are free next that day. */
export type WalkInOffer = {
	freeStaff: { staffMemberId: string; name: string }[]
	nextStartsAt: Instant | null
}

export type WalkInRefusal = TakeRefusal | 'service_not_offered' | 'price_changed' | 'visit_not_found'

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
 * Books a customer at the shop through the booking's own write: confirmed, to be paid at the shop, and there already
 * when it begins now. A shop's notice, its horizon and the ceilings of guests are no matter; hours, breaks, days off,
 * blocked time and other visits are, and the refusal then offers who is free and when. An account's visit counts for
 * it once it is completed (D50). Refuses 'service_not_offered', 'staff_not_available', 'slot_past',
 * 'slot_outside_hours', 'slot_taken' and 'price_changed'.
 */
export async function bookWalkIn(deps: WalkInDeps, input: WalkInInput): Promise<WalkInAnswer> {
	const { shopId, staffMemberId, customer, draftId, alongside = [], now } = input
	const serviceIds = [...new Set(input.serviceIds)].slice(0, MAX_SERVICES)
	const startsAt = wholeMinute(input.startsAt)
	const days = postedDays(startsAt, now)
	const [services, calendar, account, earlierId] = await Promise.all([
		deps.booking.appointments.servicesAsked(shopId, serviceIds),
		deps.availability.calendar.calendarOf(
			{ kind: 'services', shopId, serviceIds, staffMemberId },
			calendarWindow(days.firstDate, days.dayCount),
			now,
		),
		customer.userId === null ? null : deps.booking.appointments.contactOfAccount(customer.userId),
		deps.booking.appointments.idOfDraft(draftId),
	])
	if (earlierId !== null) return walkInOf(deps, shopId, earlierId)
	const [service] = services
	if (!service || services.length < input.serviceIds.length) return refuse('service_not_offered')
	const { timeZone, freeCancellationMinutes } = service
	const segments = segmentsOf(
		{ services: services.map((one) => ({ ...one, serviceId: one.id })), addOns: [] },
		calendar,
	)
	if (staffMemberId !== null && segments.some(({ staffMemberIds }) => staffMemberIds.length === 0))
		return refuse('staff_not_available')
	if (startsAt < now - WRITTEN_DOWN_WITHIN_MS) return refuse('slot_past')

	const search = searchIn({ timeZone, ...withoutNotice }, calendar.rows, segments, days, now)
	const refundableUntilAt = refundableUntil(startsAt, freeCancellationMinutes)
	const booking = newWalkIn(input, { services, startsAt, timeZone, refundableUntilAt, account })
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
	return refuse(taken.refusal, isOffered ? offerOf(search, calendar, startsAt, now) : null)
}

function newWalkIn(
	{ shopId, customer, draftId, now }: WalkInInput,
	{
		services,
		startsAt,
		timeZone,
		refundableUntilAt,
		account,
	}: {
		services: WalkInService[]
		startsAt: Instant
		timeZone: string
		refundableUntilAt: Instant
		account: Awaited<ReturnType<Repositories['booking']['appointments']['contactOfAccount']>>
	},
): NewBooking {
	const { userId, ...typed } = customer
	const checkout = newCheckout(
		{
			draft: { id: draftId },
			shop: { id: shopId },
			quote: priceDraft({ services, addOns: [], saving: null, cashbackKobo: 0, tip: NO_TIP }),
		},
		{
			choices: { paymentChoice: 'cash' },
			contact: account ?? { ...typed, firstName: typed.firstName.trim() || 'Walk-in' },
			userId: account && userId,
			now,
		},
	)
	return {
		...checkout,
		...newAppointment(checkout, { startsAt, timeZone, refundableUntilAt, paidKobo: 0, now }),
		clientId: checkout.clientId,
		walkIn: { arrivedAt: startsAt <= now ? now : null },
	}
}

/** Everybody who does all of it and is free then, and the next start of the people who were asked for. */
function offerOf(
	search: SlotSearch,
	calendar: BookingCalendar,
	startsAt: Instant,
	now: Instant,
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
	return { freeStaff, nextStartsAt: nextStartOnDay(search, Math.max(startsAt, wholeMinute(now))) }
}

/** Nothing of another shop's, whose draft was named. */
async function walkInOf(
	{ booking: { appointments } }: WalkInDeps,
	shopId: string,
	appointmentId: string,
): Promise<WalkInAnswer> {
	const appointment = await appointments.appointment(appointmentId)
	if (appointment?.shop.id !== shopId) return refuse('visit_not_found')
	const { referenceNumber, startsAt, services } = appointment
	const staffName = [...new Set(services.map((service) => service.staffName))].join(', ')
	return { ok: true, value: { appointmentId, referenceNumber, startsAt, staffName } }
}

function refuse(refusal: WalkInRefusal, offer: WalkInOffer | null = null): WalkInAnswer {
	return { ok: false, refusal, offer }
}
