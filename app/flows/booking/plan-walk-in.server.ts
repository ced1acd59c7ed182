import { assignmentsAtMinute, nextStartOnDay } from '#app/domain/availability/assignments-at-minute.ts'
import type { BookingCalendar } from '#app/domain/availability/calendar-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { NO_TIP, type PricedItem, priceDraft, type Quote } from '#app/domain/booking/checkout/price-draft.ts'
import type { WalkInService } from '#app/domain/booking/desk/walk-in-repository.server.ts'
import type { NewCheckout } from '#app/domain/booking/draft/new-booking.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import type { Alongside } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { newCheckout } from './new-booking.server.ts'
import { daysAround, inOrderOfTime, nearestTimes, type OtherTimes } from './offer-other-times.server.ts'
import { calendarWindow, planSegments, postedDays, searchIn } from './read-draft.server.ts'
import { isListedTwice } from './read-shop-times.server.ts'
import { wholeMinute, withoutNotice } from './take-slot.server.ts'

export type WalkInInput = {
	shopId: string
	/** In order; one to four. */
	serviceIds: readonly string[]
	addOnIds?: readonly string[]
	/** Null: any free person. */
	staffMemberId: string | null
	/** Any minute; now by default, at most an hour ago. */
	startsAt: Instant
	/** The visit begins later, and the week's other free times are offered. */
	isByPhone?: boolean
	customer: WalkInCustomer
	/** For the shop and the customer. */
	note?: string
	/** As the caller showed it; another current price is refused. */
	shownKobo?: Kobo
	/** A lower price and its reason. */
	lowered?: { totalKobo: Kobo; reason: string } | null
	/** The account signed in on the device may not be booked for (D52). */
	ownUserId?: string | null
	/** Made by the caller: a repeat gives the first booking. */
	draftId: string
	alongside?: Alongside
	now: Instant
}

/**
 * A typed contact links no account (D8, D32). With `userId`, of a scanned code, the account's name and contact count;
 * with `clientId`, a past customer's (D65).
 */
export type WalkInCustomer = {
	firstName: string
	lastName: string
	email: string | null
	phone: string | null
	userId: string | null
	clientId?: string | null
}

/** Who is free then, and when the requested people are free next that day. */
export type WalkInOffer = {
	freeStaff: { staffMemberId: string; name: string }[]
	nextStartsAt: Instant | null
	/** On the telephone: the nearest free times of the week. */
	times: OtherTimes['times']
}

export type WalkInProblem =
	| 'listed_twice'
	| 'service_not_offered'
	| 'add_on_not_offered'
	| 'staff_not_available'
	| 'slot_past'
	| 'price_changed'
	| 'price_not_lower'
	| 'reason_missing'
	| 'customer_not_found'
	| 'own_visit'

const MAX_SERVICES = 4
/** A walk-in is often entered a little later. */
const WRITTEN_DOWN_WITHIN_MS = 60 * MINUTE_MS

/** A booking of the shop that can be written now. */
export type WalkInPlan = {
	startsAt: Instant
	/** In order; `shop` is the first one. */
	services: WalkInService[]
	shop: WalkInService
	quote: Quote
	customer: BookedCustomer
	search: SlotSearch
	offer: () => WalkInOffer
}

/** `earlierId`: the appointment made of its draft before. */
type PlannedWalkIn = { earlierId: string } | { ok: true; plan: WalkInPlan } | RefusedWalkIn<WalkInProblem>

/** A refusal, with alternatives where there are some. */
export type RefusedWalkIn<Refusal extends string> = {
	ok: false
	refusal: Refusal
	offer: WalkInOffer | null
}

/** Reads what a booking of the shop needs, in one trip, and decides. */
export async function planWalkIn(
	deps: Pick<Repositories, 'booking' | 'availability'>,
	input: WalkInInput,
): Promise<PlannedWalkIn> {
	const { staffMemberId, isByPhone = false, now } = input
	const startsAt = wholeMinute(input.startsAt)
	const days = isByPhone ? daysAround(startsAt, now) : postedDays(startsAt, now)
	const { services, addOns, calendar, customer, earlierId } = await readForWalkIn(deps, input, days)
	if (earlierId !== null) return { earlierId }
	const [shop] = services
	if (isListedTwice(input.serviceIds) || isListedTwice(input.addOnIds ?? []))
		return refuseWalkIn('listed_twice')
	if (!shop || services.length < input.serviceIds.length) return refuseWalkIn('service_not_offered')
	if (addOns.length < (input.addOnIds ?? []).length) return refuseWalkIn('add_on_not_offered')
	if (customer === null) return refuseWalkIn('customer_not_found')
	if (customer.userId !== null && customer.userId === input.ownUserId) return refuseWalkIn('own_visit')
	const quote = quoteOfShop({ services, addOns }, input)
	if (typeof quote === 'string') return refuseWalkIn(quote)
	const { timeZone } = shop
	const segments = planSegments(
		{ services: services.map((one) => ({ ...one, serviceId: one.id })), addOns },
		calendar,
	)
	if (staffMemberId !== null && segments.some(({ staffMemberIds }) => staffMemberIds.length === 0))
		return refuseWalkIn('staff_not_available')
	const search = searchIn({ timeZone, ...withoutNotice }, calendar.rows, segments, days, now)
	const offer = () => buildOffer(search, calendar, { startsAt, timeZone, isByPhone, now })
	const earliestAt = isByPhone ? wholeMinute(now) : now - WRITTEN_DOWN_WITHIN_MS
	if (startsAt < earliestAt) return refuseWalkIn('slot_past', isByPhone ? offer() : null)
	return { ok: true, plan: { startsAt, services, shop, quote, customer, search, offer } }
}

export function refuseWalkIn<Refusal extends string>(
	refusal: Refusal,
	offer: WalkInOffer | null = null,
): RefusedWalkIn<Refusal> {
	return { ok: false, refusal, offer }
}

/** The checkout of a walk-in: the typed contact links nothing, and no saving is used (D65). */
export function checkoutOfWalkIn(
	{ shopId, draftId, note = '', lowered, now }: WalkInInput,
	{ quote, customer: { userId, ...contact } }: Pick<WalkInPlan, 'quote' | 'customer'>,
	paymentChoice: PaymentChoice,
): NewCheckout {
	return newCheckout(
		{ draft: { id: draftId }, shop: { id: shopId }, quote },
		{
			choices: {
				paymentChoice,
				bookingNotes: { customerNote: note },
				...(quote.saving && lowered && { discountReason: lowered.reason }),
			},
			contact,
			userId,
			now,
		},
	)
}

type Input = { firstDate: CivilDate; dayCount: number }
type BookedCustomer = NewCheckout['contact'] & { userId: string | null }

/** `customer` null: a known customer who is gone. */
async function readForWalkIn(
	{ booking: { appointments }, availability }: Pick<Repositories, 'booking' | 'availability'>,
	{ shopId, addOnIds = [], staffMemberId, customer, draftId, now, ...input }: WalkInInput,
	{ firstDate, dayCount }: Input,
) {
	const serviceIds = [...new Set(input.serviceIds)].slice(0, MAX_SERVICES)
	const { userId, clientId = null, ...typed } = customer
	const [services, addOns, calendar, account, client, earlierId] = await Promise.all([
		appointments.walkInServices(shopId, serviceIds),
		addOnIds.length === 0 ? [] : appointments.walkInAddOns(shopId, [...new Set(addOnIds)]),
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

/** The shop may lower the price, never raise it. */
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

/** Who could do the whole visit then, and the requested people's next start. */
function buildOffer(
	search: SlotSearch,
	calendar: BookingCalendar,
	input: { startsAt: Instant; timeZone: string; isByPhone: boolean; now: Instant },
): WalkInOffer {
	const { startsAt, timeZone, isByPhone, now } = input
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
		times: isByPhone ? inOrderOfTime(nearestTimes(search, timeZone, startsAt).times) : [],
	}
}
