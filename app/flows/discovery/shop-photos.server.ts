import type { PhotoReporter } from '#app/domain/discovery/photo-report-repository.server.ts'
import type { PhotoSize, PhotoStore } from '#app/domain/discovery/photo-store.server.ts'
import { ID_PATTERN } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { PhotoReportReason, PhotoType } from '#app/kernel/vocabulary/discovery.ts'
import { refusalOfWrite, type Statement, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type ServedPhoto = { type: PhotoType; digest: string; open: () => Promise<ReadableStream | null> }

/**
 * The photo of an address; null where it is hidden, gone or lacks that size. The store is read only when the bytes are
 * wanted.
 */
export async function servePhoto(
	{ discovery: { photos }, photoStore }: Pick<Repositories, 'discovery'> & { photoStore: PhotoStore | null },
	photoId: string,
	size: PhotoSize,
): Promise<ServedPhoto | null> {
	if (photoStore === null || !ID_PATTERN.test(photoId)) return null
	const photo = await photos.servedPhoto(photoId)
	const type = size === 'photo' ? photo?.type : photo?.thumbnailType
	if (!photo || !type) return null
	return { type, digest: photo.digest, open: () => photoStore.read(photoId, size) }
}

/** Reports a photo to the operator, once for each reporter. Refuses 'photo_not_found', 'too_many_reports' (a day). */
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

type Decided = { changed: boolean; settled: number }

/**
 * The operator hides or shows a photo. Settles its reports, and gives how many were open. `actOf` records it for the
 * shop. A repeat writes nothing. Refuses 'photo_not_found'.
 */
export async function decidePhoto(
	{ discovery: { photos }, writeBatch }: Pick<Repositories, 'discovery' | 'writeBatch'>,
	input: {
		photoId: string
		isHidden: boolean
		actOf: (photo: { shopId: string; alt: string }) => Statement[]
		now: Instant
	},
): Promise<Outcome<Decided, 'photo_not_found' | WriteFailure>> {
	const { photoId, isHidden, actOf, now } = input
	const photo = await photos.photoToDecide(photoId)
	if (!photo) return refused('photo_not_found')
	try {
		const { changed, settled } = await writeBatch({
			open: photos.refuseDecidedPhoto(photoId, isHidden),
			alongside: actOf(photo),
			changed: photos.decidePhoto(photoId, isHidden, now),
			settled: photos.resolvePhotoReports(photoId, now),
		})
		return accepted({ changed: changed > 0, settled })
	} catch (error) {
		const refusal = refusalOfWrite(error, { photo_decided: 'photo_decided' })
		return refusal === 'photo_decided' ? accepted({ changed: false, settled: 0 }) : refused(refusal)
	}
}
