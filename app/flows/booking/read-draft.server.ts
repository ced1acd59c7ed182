import type { BookingCalendar } from '#app/domain/availability/calendar-repository.server.ts'
import { shopDays } from '#app/domain/availability/shop-days.server.ts'
import type { CalendarRows, ServiceSegment, SlotSearch } from '#app/domain/availability/slot-search.ts'
import { priceDraft, type Quote } from '#app/domain/booking/checkout/price-draft.ts'
import { isPromoCurrent, type PromoCode } from '#app/domain/booking/checkout/promo-code.ts'
import type { Saving, UsableSavings } from '#app/domain/booking/checkout/saving.ts'
import type { BookingShop } from '#app/domain/booking/draft/booking-shop-repository.server.ts'
import type { DraftAddOn } from '#app/domain/booking/draft/draft.ts'
import { type Draft, isDraftAlive } from '#app/domain/booking/draft/draft.ts'
import { isHoldAlive } from '#app/domain/booking/hold/hold-policy.ts'
import type { HeldTime } from '#app/domain/booking/hold/hold-repository.server.ts'
import type { TypedReferralCode } from '#app/domain/loyalty/referral-code-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { addDays, type CivilDate, dateOfInstant, daysBetween } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type ReadDraftDeps = Pick<Repositories, 'booking' | 'availability' | 'loyalty'>

type LiveDraft = {
	draft: Draft
	shop: BookingShop
	/** Null without a live hold. */
	hold: HeldTime | null
}

export type DraftTimes = LiveDraft & { calendar: BookingCalendar }

export type PricedDraft = LiveDraft & {
	quote: Quote
	/** The draft's code, where it counts now. */
	promo: PromoCode | null
	/** The draft's friend's code, where it counts now. */
	referral: TypedReferralCode | null
	/** None where the customer was not read. */
	savings: UsableSavings
}

export type DraftWithCalendar = PricedDraft & {
	calendar: BookingCalendar
	shopAddOns: DraftAddOn[]
	typedPromo: PromoCode | null
	typedReferral: TypedReferral | null
}

/** `isRefused`: not for this customer (D41); `isOwn`: the customer's own code. */
export type TypedReferral = TypedReferralCode & { isRefused?: true; isOwn?: boolean }

/**
 * Reads a draft with shop, live hold and price, in one trip (P7); null when none is alive. Without an actor no reward
 * or cashback is priced.
 */
export async function readDraft(
	deps: ReadDraftDeps,
	draftId: string,
	now: Instant,
	actor: Actor | null = null,
): Promise<PricedDraft | null> {
	const [live, promo, referral, savings] = await Promise.all([
		readLiveDraft(deps, draftId, now),
		deps.booking.promos.promoOfDraft(draftId),
		deps.loyalty.referralCodes.codeTyped(draftId, null, now),
		deps.loyalty.usableSavings.savingsOfDraft(draftId, actor),
	])
	if (!live) return null
	return {
		...live,
		quote: quoteDraft(live.draft, { promo, referral, savings }, now),
		promo: promo && isPromoCurrent(promo, now) ? promo : null,
		referral: referral?.isActive ? referral : null,
		savings,
	}
}

async function readLiveDraft(
	{ booking: { drafts, holds } }: Pick<ReadDraftDeps, 'booking'>,
	draftId: string,
	now: Instant,
): Promise<LiveDraft | null> {
	const [draft, shop, hold] = await Promise.all([
		drafts.draft(draftId),
		drafts.shopOfDraft(draftId),
		holds.hold(draftId),
	])
	if (!draft || !shop || !isDraftAlive(draft, now)) return null
	return { draft, shop, hold: hold && isHoldAlive(hold, now) ? hold : null }
}

/** Reads a draft with the calendar of some days, without codes, savings and add-ons, in one trip. */
export async function readDraftTimes(
	deps: Pick<ReadDraftDeps, 'booking' | 'availability'>,
	input: { draftId: string; firstDate: CivilDate; dayCount: number; now: Instant },
): Promise<DraftTimes | null> {
	const { draftId, firstDate, dayCount, now } = input
	const [live, calendar] = await Promise.all([
		readLiveDraft(deps, draftId, now),
		deps.availability.calendar.calendarOf(
			{ kind: 'draft', draftId },
			calendarWindow(firstDate, dayCount),
			now,
		),
	])
	return live && { ...live, calendar }
}

/** Reads a draft with the calendar of some days and checkout's additions, in one trip. */
export async function readDraftWithCalendar(
	deps: ReadDraftDeps,
	input: {
		draftId: string
		firstDate: CivilDate
		dayCount: number
		typedPromoCode?: string | null
		actor?: Actor | null
		now: Instant
	},
): Promise<DraftWithCalendar | null> {
	const { draftId, firstDate, dayCount, typedPromoCode = null, actor = null, now } = input
	const [priced, calendar, shopAddOns, typedPromo, typedReferral] = await Promise.all([
		readDraft(deps, draftId, now, actor),
		deps.availability.calendar.calendarOf(
			{ kind: 'draft', draftId },
			calendarWindow(firstDate, dayCount),
			now,
		),
		deps.booking.drafts.shopAddOns(draftId),
		typedPromoCode ? deps.booking.promos.promoOfDraft(draftId, typedPromoCode) : null,
		typedPromoCode ? deps.loyalty.referralCodes.codeTyped(draftId, typedPromoCode, now) : null,
	])
	return priced && { ...priced, calendar, shopAddOns, typedPromo, typedReferral }
}

/** The days of a posted start; one more on each side covers every zone. */
export function postedDays(
	startsAt: Instant | null,
	now: Instant,
): { firstDate: CivilDate; dayCount: number } {
	return { firstDate: dateOfInstant(startsAt ?? now, -1), dayCount: 3 }
}

/** Reads what validates a checkout's post, with the calendar around its start. */
export function readPostedDraft(
	deps: ReadDraftDeps,
	posted: {
		draftId: string
		startsAt: Instant | null
		promoCode: string
		actor?: Actor | null
		now: Instant
	},
): Promise<DraftWithCalendar | null> {
	const { draftId, startsAt, promoCode, actor, now } = posted
	return readDraftWithCalendar(deps, {
		draftId,
		...postedDays(startsAt, now),
		typedPromoCode: promoCode,
		actor,
		now,
	})
}

/** A draft's price in kobo. A code or reward that does not count takes nothing off. */
export function quoteDraft(
	draft: Draft,
	input: { promo: PromoCode | null; referral: TypedReferral | null; savings: UsableSavings },
	now: Instant,
): Quote {
	const { promo, referral, savings } = input
	const reward = savings.rewards.find(({ id }) => id === draft.rewardId) ?? null
	return priceDraft({
		services: draft.services.map(({ serviceId, ...service }) => ({ id: serviceId, ...service })),
		addOns: draft.addOns.map(({ addOnId, ...addOn }) => ({ id: addOnId, ...addOn })),
		saving: codeSaving(promo && isPromoCurrent(promo, now) ? promo : null, referral) ?? reward,
		cashbackKobo: draft.usesCashback ? (savings.cashback?.availableKobo ?? 0) : 0,
		tip: draft.tip,
	})
}

/** What a code takes off: a current promo code, else a friend's code. */
export function codeSaving(
	promo: PromoCode | null,
	referral: TypedReferral | null,
): Extract<Saving, { code: string }> | null {
	if (promo) return { ...promo, kind: 'promo' }
	if (!referral?.isActive || referral.isRefused) return null
	return { kind: 'referral', id: referral.codeId, code: referral.code, friendKobo: referral.friendKobo }
}

/** The calendar of some dates; one day more on each side covers every zone. */
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

/** The slot search of a draft, for list and booking alike (R17). */
export function draftSearch(
	{ draft, shop, calendar }: Pick<DraftTimes, 'draft' | 'shop' | 'calendar'>,
	days: { firstDate: CivilDate; dayCount: number },
	now: Instant,
): SlotSearch {
	return searchIn(shop, calendar.rows, planSegments(draft, calendar), days, now)
}

/** The slot search of segments: days end at the shop's horizon, starts respect its notice. */
export function searchIn(
	shop: Pick<BookingShop, 'timeZone' | 'minimumNoticeMinutes' | 'horizonDays'>,
	rows: CalendarRows,
	segments: readonly ServiceSegment[],
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

/** The slot search of a held start, for the hold's people only. The notice was respected when it was held. */
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

/** Each service with the people who may do it; add-ons lengthen the last one (D4). */
export function planSegments(
	input: {
		services: readonly { serviceId: string; durationMinutes: number; bufferMinutes: number }[]
		addOns: readonly { durationMinutes: number }[]
	},
	calendar: BookingCalendar,
): ServiceSegment[] {
	const { services, addOns } = input
	const addOnMinutes = addOns.reduce((sum, addOn) => sum + addOn.durationMinutes, 0)
	return services.map((service, position) => ({
		serviceId: service.serviceId,
		staffMemberIds: calendar.staff
			.filter((member) => member.position === position && member.isChosen)
			.map((member) => member.staffMemberId),
		durationMinutes: service.durationMinutes + (position === services.length - 1 ? addOnMinutes : 0),
		bufferMinutes: service.bufferMinutes,
	}))
}
