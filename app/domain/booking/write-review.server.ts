import type { Actor } from '#app/kernel/actor.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { WriteBatch } from '#app/kernel/write-batch.server.ts'
import type { OwnReviewRepository } from './own-review-repository.server.ts'

/**
 * Writes the actor's review of one of their completed appointments, or changes it (D12).
 * Refuses 'not_reviewable' for an appointment that is not completed, or not theirs.
 */
export async function writeReview(
	{ ownReviews, writeBatch }: { ownReviews: OwnReviewRepository; writeBatch: WriteBatch },
	actor: Actor,
	review: { appointmentId: string; rating: number; comment: string },
): Promise<Outcome<null, 'not_reviewable'>> {
	const { written } = await writeBatch({ written: ownReviews.writeReview(actor, review) })
	return written === 1 ? accepted(null) : refused('not_reviewable')
}
