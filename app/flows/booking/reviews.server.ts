import type { Reporter } from '#app/domain/booking/review/review-report-repository.server.ts'
import { tellShopReviewed } from '#app/flows/lifecycle/tell-shop.server.ts'
import { type Changed, type ShopChangeInput, writeChange } from '#app/flows/shop/write-change.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ReviewReportReason } from '#app/kernel/vocabulary/booking.ts'
import { type Alongside, refusalOfWrite, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Writes or changes the review of a completed appointment (D12), by the actor or the holder of its signed link. Refuses
 * 'not_reviewable' for an appointment not completed, of another customer, or made by the shop without an online payment
 * or a proven account.
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

/**
 * Writes the shop's public answer, or removes it with null. Refuses 'changed_meanwhile' where it differs from `seen`.
 */
export async function replyToReview(
	{
		booking: { reviews },
		...deps
	}: Pick<Repositories, 'booking' | 'availability' | 'discovery' | 'writeBatch'>,
	{ id, reply, seen, ...input }: ShopChangeInput & { id: string; reply: string | null; seen?: string | null },
): Changed {
	const { shopId, now } = input
	if (!(await reviews.one(shopId, id))) return refused('not_found')
	return writeChange(deps, input, [
		...(seen === undefined ? [] : [reviews.refuseUnlessReplySeen(shopId, id, seen, reply)]),
		reviews.setReply(shopId, id, reply, now),
	])
}

/**
 * Reports a review to the operator, once for each reporter. Refuses 'review_not_found', and 'too_many_reports' (a day).
 */
export async function reportReview(
	{ booking: { reviews }, writeBatch }: Pick<Repositories, 'booking' | 'writeBatch'>,
	reporter: Reporter,
	report: { shopId: string; appointmentId: string; reason: ReviewReportReason; now: Instant },
): Promise<Outcome<null, 'review_not_found' | 'too_many_reports'>> {
	const { standing } = await writeBatch({
		reported: reviews.report(reporter, report),
		standing: reviews.reportStandingOf(reporter, report.shopId, report.appointmentId),
	})
	const { isThere = false, isKept = false } = standing[0] ?? {}
	if (!isThere) return refused('review_not_found')
	return isKept ? accepted(null) : refused('too_many_reports')
}

type Decided = { changed: boolean; settled: number }

/**
 * The operator hides or shows a review (O4), and settles its reports; gives how many were open. A repeat writes
 * nothing.
 */
export async function decideReview(
	{ booking: { reviews }, writeBatch }: Pick<Repositories, 'booking' | 'writeBatch'>,
	input: { referenceNumber: string; isHidden: boolean; alongside?: Alongside; now: Instant },
): Promise<Outcome<Decided, 'review_not_found' | WriteFailure>> {
	const { referenceNumber, isHidden, alongside = [], now } = input
	if (!(await reviews.hasReview(referenceNumber))) return refused('review_not_found')
	try {
		const { changed, settled } = await writeBatch({
			open: reviews.refuseDecided(referenceNumber, isHidden),
			alongside: await alongside,
			changed: reviews.decideReview(referenceNumber, isHidden, now),
			settled: reviews.resolveReports(referenceNumber, now),
		})
		return accepted({ changed: changed > 0, settled })
	} catch (error) {
		const refusal = refusalOfWrite(error, { review_decided: 'review_decided' })
		return refusal === 'review_decided' ? accepted({ changed: false, settled: 0 }) : refused(refusal)
	}
}
