import type { PhotoReporter } from '#app/domain/discovery/photo-report-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { PhotoReportReason } from '#app/kernel/vocabulary/discovery.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Tells the operator of a photo, once for each reporter; a second report is taken as the first. Refuses
 * 'photo_not_found', and 'too_many_reports' of one reporter in a day.
 */
export async function reportPhoto(
	{ discovery: { photos }, writeBatch }: Pick<Repositories, 'discovery' | 'writeBatch'>,
	reporter: PhotoReporter,
	report: { photoId: string; reason: PhotoReportReason; now: Instant },
): Promise<Outcome<null, 'photo_not_found' | 'too_many_reports'>> {
	const { standing } = await writeBatch({
		reported: photos.report(reporter, report),
		standing: photos.photoReportStandingOf(reporter, report.photoId),
	})
	const { isThere = false, isKept = false } = standing[0] ?? {}
	if (!isThere) return refused('photo_not_found')
	return isKept ? accepted(null) : refused('too_many_reports')
}
