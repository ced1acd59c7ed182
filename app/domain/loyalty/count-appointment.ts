import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA, type Kobo, percentOf } from '#app/kernel/money.ts'
import type { RewardKind, RewardUnit } from '#app/kernel/vocabulary/loyalty.ts'

export type Milestone = {
	id: string
	visitsRequired: number
	rewardKind: RewardKind
	/** Percent or kobo; null for what staff give by hand. */
	value: number | null
	unit: RewardUnit | null
	serviceId: string | null
	description: string
}

export type PunchCard = { visitsRequired: number; isCyclic: boolean; milestones: readonly Milestone[] }

export type Standing = {
	/** Stamps on the present card, and its number. */
	visitsCount: number
	cycleCount: number
	/** Milestones that gave their reward, and on which card. */
	rewarded: readonly { milestoneId: string; cycleCount: number }[]
}

export type ProgramRules = {
	/** False for an ended program: it gives nothing new (D39). */
	isGiving: boolean
	minimumSpendKobo: Kobo
	/** Null for a punch card. */
	cashbackPercent: number | null
	/** Null for cashback. */
	card: PunchCard | null
}

export type AppointmentToCount = {
	/** The sum paid, without the tip. */
	spentKobo: Kobo
	/** This day has its stamp already (D39). */
	isStampedToday: boolean
}

export type CountedAppointment = {
	isStamp: boolean
	stampedCycle: number
	/** The enrollment's new standing. */
	visitsCount: number
	cycleCount: number
	cashbackKobo: Kobo
	reached: Milestone[]
}

/**
 * A completed appointment earns a stamp with its milestones, or cashback (D29, D39). A full cyclic card starts anew;
 * other full cards take no stamps.
 */
export function countAppointment(
	{ isGiving, minimumSpendKobo, cashbackPercent, card }: ProgramRules,
	{ visitsCount, cycleCount, rewarded }: Standing,
	{ spentKobo, isStampedToday }: AppointmentToCount,
): CountedAppointment {
	const counts = isGiving && spentKobo >= minimumSpendKobo
	const isStamp = counts && card !== null && !isStampedToday && visitsCount < card.visitsRequired
	const stamps = visitsCount + (isStamp ? 1 : 0)
	const startsAgain = isStamp && card.isCyclic && stamps === card.visitsRequired
	const isNew = ({ id }: Milestone) =>
		!rewarded.some((one) => one.milestoneId === id && one.cycleCount === cycleCount)
	return {
		isStamp,
		stampedCycle: cycleCount,
		visitsCount: startsAgain ? 0 : stamps,
		cycleCount: startsAgain ? cycleCount + 1 : cycleCount,
		cashbackKobo:
			counts && cashbackPercent !== null ? Math.min(percentOf(spentKobo, cashbackPercent), spentKobo) : 0,
		reached: isStamp ? card.milestones.filter((one) => one.visitsRequired === stamps && isNew(one)) : [],
	}
}

/** The standing without one stamp of any card: later stamps move up by one (D38). */
export function withoutStamp(
	{ visitsRequired, isCyclic }: Pick<PunchCard, 'visitsRequired' | 'isCyclic'>,
	{ visitsCount, cycleCount }: Pick<Standing, 'visitsCount' | 'cycleCount'>,
): Pick<Standing, 'visitsCount' | 'cycleCount'> {
	const stamps = (cycleCount - 1) * visitsRequired + visitsCount - 1
	if (stamps < 0) return { visitsCount: 0, cycleCount: 1 }
	if (!isCyclic) return { visitsCount: visitsCount - 1, cycleCount }
	return { visitsCount: stamps % visitsRequired, cycleCount: Math.floor(stamps / visitsRequired) + 1 }
}

/** Whether these stamps still reach a milestone of that card. */
export function isReached(
	milestone: { visitsRequired: number; cycleCount: number },
	card: Pick<PunchCard, 'visitsRequired'>,
	{ visitsCount, cycleCount }: Pick<Standing, 'visitsCount' | 'cycleCount'>,
): boolean {
	const countStamps = (cycle: number, stamps: number) => (cycle - 1) * card.visitsRequired + stamps
	return countStamps(cycleCount, visitsCount) >= countStamps(milestone.cycleCount, milestone.visitsRequired)
}

/** The expiry of a reward earned now (D30). */
export function rewardExpiry(rewardDays: number, now: Instant): Instant {
	return now + rewardDays * DAY_MS
}

/** The sum paid without the tip, and its cashback. */
export type CountedAmounts = { paidKobo: Kobo; cashbackKobo: Kobo }

/**
 * Cashback shrinks with a partial refund. It is rounded half up to whole naira: it may pay a part of an online total
 * (C47, D38). `refundedKobo` is without the tip.
 */
export function withoutRefund(
	{ paidKobo, cashbackKobo }: CountedAmounts,
	refundedKobo: Kobo,
): CountedAmounts {
	const keptKobo = Math.max(paidKobo - refundedKobo, 0)
	return {
		paidKobo: keptKobo,
		cashbackKobo: paidKobo === 0 ? 0 : Math.min(cashbackKobo, inNaira((cashbackKobo * keptKobo) / paidKobo)),
	}
}

function inNaira(amountKobo: Kobo): Kobo {
	return Math.floor(amountKobo / KOBO_PER_NAIRA + 0.5) * KOBO_PER_NAIRA
}
