import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'

/**
 * What a dispute waits for, the most urgent first. 'unknown': the provider has not told until when it takes an answer.
 */
export const disputeNeeds = ['past_due', 'unknown', 'due', 'ended', 'answered'] as const
export type DisputeNeed = (typeof disputeNeeds)[number]

type Disputed = { openedAt: Instant; dueAt: Instant | null; answeredAt: Instant | null; isEnded: boolean }

/**
 * 'ended': the provider has told its end, and a person decides about the money. At its very due instant it is past due.
 */
export function disputeNeed({ dueAt, answeredAt, isEnded }: Disputed, now: Instant): DisputeNeed {
	if (isEnded) return 'ended'
	if (answeredAt !== null) return 'answered'
	if (dueAt === null) return 'unknown'
	return dueAt <= now ? 'past_due' : 'due'
}

/** The most urgent first; of the same urgency that which is due first, or was opened first. */
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

/** 'due in 16 hours', 'due within the hour', 'was due 3 hours ago': in whole hours that are left, or have gone by. */
export function dueWords(dueAt: Instant, now: Instant): string {
	const hours = Math.floor(Math.abs(dueAt - now) / HOUR_MS)
	const named = hours === 1 ? 'an hour' : `${hours} hours`
	if (dueAt > now) return hours === 0 ? 'due within the hour' : `due in ${named}`
	return hours === 0 ? 'has just been due' : `was due ${named} ago`
}
