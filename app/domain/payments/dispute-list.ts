import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'

/** The most urgent first. 'unknown': the provider has not named a due time. */
export const disputeNeeds = ['past_due', 'unknown', 'due', 'ended', 'answered'] as const
export type DisputeNeed = (typeof disputeNeeds)[number]

type Disputed = { openedAt: Instant; dueAt: Instant | null; answeredAt: Instant | null; isEnded: boolean }

/** 'ended': a person decides about the money. At its due instant a dispute is past due. */
export function disputeNeed({ dueAt, answeredAt, isEnded }: Disputed, now: Instant): DisputeNeed {
	if (isEnded) return 'ended'
	if (answeredAt !== null) return 'answered'
	if (dueAt === null) return 'unknown'
	return dueAt <= now ? 'past_due' : 'due'
}

/** Of equal urgency the one that is due first, or was opened first. */
export function inOrderOfNeed<Dispute extends Disputed>(
	disputes: readonly Dispute[],
	now: Instant,
): Dispute[] {
	const rank = (dispute: Dispute) => disputeNeeds.indexOf(disputeNeed(dispute, now))
	return [...disputes].sort(
		(one, other) =>
			rank(one) - rank(other) ||
			(one.dueAt ?? one.openedAt) - (other.dueAt ?? other.openedAt) ||
			one.openedAt - other.openedAt,
	)
}

/** 'due in 16 hours', 'due within the hour', 'was due 3 hours ago', in whole hours. */
export function dueWords(dueAt: Instant, now: Instant): string {
	const hours = Math.floor(Math.abs(dueAt - now) / HOUR_MS)
	const named = hours === 1 ? 'an hour' : `${hours} hours`
	if (dueAt > now) return hours === 0 ? 'due within the hour' : `due in ${named}`
	return hours === 0 ? 'has just been due' : `was due ${named} ago`
}
