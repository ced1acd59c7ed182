import { tellShopReviewed } from '#app/flows/lifecycle/tell-shop.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Writes the review of a completed appointment, or changes it (D12): the actor's of one of theirs, or, without an
 * actor, that of the holder of its signed link. Refuses 'not_reviewable' for an appointment that is not completed, not
 * theirs, or made by the shop with neither an online payment nor a proven account behind it.
 */
export async function writeReview(
	deps: Pick<Repositories, 'booking' | 'shops' | 'writeBatch'>,
	actor: Actor | null,
	review: { appointmentId: string; rating: number; comment: string },
	now: Instant,
): Promise<Outcome<null, 'not_reviewable'>> {
	const { written } = await deps.writeBatch({
		written: deps.booking.reviews.writeReview(actor, review, now),
		told: tellShopReviewed(deps, { appointmentId: review.appointmentId, now }),
	})
	return written === 1 ? accepted(null) : refused('not_reviewable')
}
