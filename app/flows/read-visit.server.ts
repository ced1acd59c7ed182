import type {
	AvailabilityRepository,
	CalendarOfVisit,
	CalendarSubject,
} from '#app/domain/availability/availability-repository.server.ts'
import { shopDays } from '#app/domain/availability/shop-days.server.ts'
import type { CalendarRows, SlotSearch, VisitSegment } from '#app/domain/availability/slot-search.ts'
import { type Draft, isDraftAlive } from '#app/domain/booking/draft.ts'
import type { BookingShop, DraftRepository, ShopAddOn } from '#app/domain/booking/draft-repository.server.ts'
import { isHoldAlive } from '#app/domain/booking/hold-policy.ts'
import type { HeldTime, HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import { priceVisit, type Quote } from '#app/domain/booking/price-visit.ts'
import { isPromoCurrent, type PromoCode } from '#app/domain/booking/promo-code.ts'
import { addDays, type CivilDate, dateOfInstant, daysBetween } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

export type ReadVisitDeps = {
	drafts: Pick<DraftRepository, 'draft' | 'shopOfDraft' | 'shopAddOns' | 'promoOfDraft'>
	holds: Pick<HoldRepository, 'hold'>
	availability: Pick<AvailabilityRepository, 'calendarOf'>
}

/** A draft with what its next step needs to know. */
export type Visit = {
	draft: Draft
	shop: BookingShop
	/** Null when there is none or it has run out. */
	hold: HeldTime | null
	quote: Quote
	/** The code that the draft names and that counts now. */
	promo: PromoCode | null
}

export type VisitWithCalendar = Visit & {
	calendar: CalendarOfVisit
	shopAddOns: ShopAddOn[]
	typedPromo: PromoCode | null
}

/** The draft, its shop, its live hold and its price, in one trip; null when there is no draft alive. */
export async function readVisit(deps: ReadVisitDeps, draftId: string, now: Instant): Promise<Visit | null> {
	const [draft, shop, hold, promo] = await Promise.all([
		deps.drafts.draft(draftId),
		deps.drafts.shopOfDraft(draftId),
		deps.holds.hold(draftId),
		deps.drafts.promoOfDraft(draftId),
	])
	if (!draft || !shop || !isDraftAlive(draft, now)) return null
	return {
		draft,
		shop,
		hold: hold && isHoldAlive(hold, now) ? hold : null,
		quote: quoteOf(draft, promo, now),
		promo: promo && isPromoCurrent(promo, now) ? promo : null,
	}
}

/** The same with the calendar around some days, and with what checkout may add; still one trip. */
export async function readVisitWithCalendar(
	deps: ReadVisitDeps,
	input: {
		draftId: string
		firstDate: CivilDate
		dayCount: number
		typedPromoCode?: string | null
		now: Instant
	},
): Promise<VisitWithCalendar | null> {
	const { draftId, firstDate, dayCount, typedPromoCode = null, now } = input
	const [visit, calendar, shopAddOns, typedPromo] = await Promise.all([
		readVisit(deps, draftId, now),
		deps.availability.calendarOf(
			{ draftId } satisfies CalendarSubject,
			calendarWindow(firstDate, dayCount),
			now,
		),
		deps.drafts.shopAddOns(draftId),
		typedPromoCode ? deps.drafts.promoOfDraft(draftId, typedPromoCode) : null,
	])
	return visit && { ...visit, calendar, shopAddOns, typedPromo }
}

/** The days around a posted start: one on each side covers every zone. */
export function postedDays(
	startsAt: Instant | null,
	now: Instant,
): { firstDate: CivilDate; dayCount: number } {
	return { firstDate: dateOfInstant(startsAt ?? now, -1), dayCount: 3 }
}

/** What a post of checkout is judged by: the visit with the calendar around its time and the code that was typed. */
export function readPostedVisit(
	deps: ReadVisitDeps,
	posted: { draftId: string; startsAt: Instant | null; promoCode: string; now: Instant },
): Promise<VisitWithCalendar | null> {
	const { draftId, startsAt, promoCode, now } = posted
	return readVisitWithCalendar(deps, {
		draftId,
		...postedDays(startsAt, now),
		typedPromoCode: promoCode,
		now,
	})
}

/** What a draft costs now. */
export function quoteOf(draft: Draft, promo: PromoCode | null, now: Instant): Quote {
	return priceVisit({
		services: draft.services.map(({ serviceId, ...service }) => ({ id: serviceId, ...service })),
		addOns: draft.addOns.map(({ addOnId, ...addOn }) => ({ id: addOnId, ...addOn })),
		promo: promo && isPromoCurrent(promo, now) ? promo : null,
		tip: draft.tip,
	})
}

/** The stretch of a calendar to read for some dates: a day wider on both sides, so that it fits every zone. */
export function calendarWindow(firstDate: CivilDate, dayCount: number) {
	const first = addDays(firstDate, -1)
	const fromAt = Date.parse(first)
	return {
		firstDate: first,
		lastDate: addDays(firstDate, dayCount),
		fromAt,
		untilAt: fromAt + (dayCount + 2) * DAY_MS,
	}
}

/**
 * The question to the slot engine, for the list and for the booking alike (R17): the services of the draft with the
 * people who may do them, `dayCount` days from `firstDate` on, cut off at the shop's horizon.
 */
export function slotSearchOf(
	visit: Pick<VisitWithCalendar, 'draft' | 'shop' | 'calendar'>,
	days: { firstDate: CivilDate; dayCount: number },
	now: Instant,
): SlotSearch {
	const { draft, shop, calendar } = visit
	return searchIn(shop, calendar.rows, segmentsOf(draft, calendar), days, now)
}

/** The same for any visit: its segments in a shop's calendar, inside the shop's notice and horizon. */
export function searchIn(
	shop: Pick<BookingShop, 'timeZone' | 'minimumNoticeMinutes' | 'horizonDays'>,
	rows: CalendarRows,
	segments: readonly VisitSegment[],
	days: { firstDate: CivilDate; dayCount: number },
	now: Instant,
): SlotSearch {
	const today = civilAt(shop.timeZone, now).date
	const firstDate = daysBetween(today, days.firstDate) > 0 ? days.firstDate : today
	const daysLeft = shop.horizonDays - daysBetween(today, firstDate)
	return {
		rows,
		segments,
		days: shopDays(shop.timeZone, firstDate, Math.max(0, Math.min(days.dayCount, daysLeft))),
		earliestStartAt: now + shop.minimumNoticeMinutes * MINUTE_MS,
	}
}

/**
 * The same question for somebody who holds the time already: only the people that they were promised, and the shop's
 * notice, which the time met when it was held, does not take it away again.
 */
export function heldSearch(search: SlotSearch, hold: HeldTime): SlotSearch {
	return {
		...search,
		earliestStartAt: Math.min(search.earliestStartAt, hold.startsAt),
		segments: search.segments.map((segment, position) => ({
			...segment,
			staffMemberIds: hold.staff
				.filter((held) => held.position === position)
				.map((held) => held.staffMemberId),
		})),
	}
}

/** The visit's services with those who may do them; the minutes of add-ons lengthen the last one (decision D4). */
function segmentsOf(draft: Draft, calendar: CalendarOfVisit): VisitSegment[] {
	const addOnMinutes = draft.addOns.reduce((sum, addOn) => sum + addOn.durationMinutes, 0)
	return draft.services.map((service, position) => ({
		serviceId: service.serviceId,
		staffMemberIds: calendar.staff
			.filter((member) => member.position === position && member.isChosen)
			.map((member) => member.staffMemberId),
		durationMinutes: service.durationMinutes + (position === draft.services.length - 1 ? addOnMinutes : 0),
		bufferMinutes: service.bufferMinutes,
	}))
}
