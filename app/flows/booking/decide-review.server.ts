import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Alongside, refusalOfWrite, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Decided = { changed: boolean; settled: number }

/**
 * The operator hides a review, or keeps it: shown, or shown again (O4). Settles its reports, and gives how many were
 * open. Where it stands so already and no report is open, nothing is written. Refuses 'review_not_found'.
 */
export async function decideReview(
	{ booking: { reviews }, writeBatch }: Pick<Repositories, 'booking' | 'writeBatch'>,
	{
		referenceNumber,
		isHidden,
		alongside = [],
		now,
	}: { referenceNumber: string; isHidden: boolean; alongside?: Alongside; now: Instant },
): Promise<Outcome<Decided, 'review_not_found' | WriteFailure>> {
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
