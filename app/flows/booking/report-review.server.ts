import type { Reporter } from '#app/domain/booking/review/review-report-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ReviewReportReason } from '#app/kernel/vocabulary/booking.ts'
import type { Repositories } from '#app/repositories.server.ts'

type ReportReviewDeps = Pick<Repositories, 'booking' | 'writeBatch'>

/**
 * Tells the operator of a review, once for each reporter; a second report is taken as the first. Refuses
 * 'review_not_found', and 'too_many_reports' of one reporter in a day.
 */
export async function reportReview(
	{ booking: { reviews }, writeBatch }: ReportReviewDeps,
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
