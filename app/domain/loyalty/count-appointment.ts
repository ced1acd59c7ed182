import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { RewardKind, RewardUnit } from '#app/kernel/vocabulary/loyalty.ts'

/** What a stamp of the card gives. */
export type Milestone = {
	id: string
	visitsRequired: number
	rewardKind: RewardKind
	/** Percent, or kobo; null for what staff give by hand. */
	value: number | null
	unit: RewardUnit | null
	serviceId: string | null
	description: string
}

export type PunchCard = { visitsRequired: number; isCyclic: boolean; milestones: readonly Milestone[] }

/** Where an enrollment stands. */
export type Standing = {
	/** Stamps on the present card, and which card it is. */
	visitsCount: number
	cycleCount: number
	/** Milestones that gave their reward already, on which card. */
	rewarded: readonly { milestoneId: string; cycleCount: number }[]
}

export type ProgramRules = {
	/** False for a program that has ended: it gives nothing new (D39). */
	isGiving: boolean
	minimumSpendKobo: Kobo
	/** Null for a punch card. */
	cashbackPercent: number | null
	/** Null for cashback. */
	card: PunchCard | null
}

/** A completed visit as programs see it. */
export type AppointmentToCount = {
	/** The sum paid, without the tip. */
	spentKobo: Kobo
	/** This day has its stamp already (D39). */
	isStampedToday: boolean
}

export type CountedAppointment = {
	isStamp: boolean
	/** The card that the stamp is on. */
	stampedCycle: number
	/** Where the enrollment stands then. */
	visitsCount: number
	cycleCount: number
	cashbackKobo: Kobo
	reached: Milestone[]
}

/**
 * What a completed visit gives in one program: a stamp, the milestones that it reaches, and a new card where the old
 * one is full and cyclic; or cashback on the sum paid (D29, D39). A full card that is not cyclic takes no more
 * stamps.
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

/**
 * Where an enrollment stands without one of its stamps: the stamps after it move up by one (D38). Which card the
 * stamp was on makes no difference.
 */
export function withoutStamp(
	{ visitsRequired, isCyclic }: Pick<PunchCard, 'visitsRequired' | 'isCyclic'>,
	{ visitsCount, cycleCount }: Pick<Standing, 'visitsCount' | 'cycleCount'>,
): Pick<Standing, 'visitsCount' | 'cycleCount'> {
	const stamps = (cycleCount - 1) * visitsRequired + visitsCount - 1
	if (stamps < 0) return { visitsCount: 0, cycleCount: 1 }
	if (!isCyclic) return { visitsCount: visitsCount - 1, cycleCount }
	return { visitsCount: stamps % visitsRequired, cycleCount: Math.floor(stamps / visitsRequired) + 1 }
}

/** True when that many stamps still reach a milestone of that card. */
export function isReached(
	milestone: { visitsRequired: number; cycleCount: number },
	card: Pick<PunchCard, 'visitsRequired'>,
	{ visitsCount, cycleCount }: Pick<Standing, 'visitsCount' | 'cycleCount'>,
): boolean {
	const stampsOf = (cycle: number, stamps: number) => (cycle - 1) * card.visitsRequired + stamps
	return stampsOf(cycleCount, visitsCount) >= stampsOf(milestone.cycleCount, milestone.visitsRequired)
}

/** How long the code of a reward that is earned now is good for (D30). */
export function rewardExpiry(rewardDays: number, now: Instant): Instant {
	return now + rewardDays * DAY_MS
}
