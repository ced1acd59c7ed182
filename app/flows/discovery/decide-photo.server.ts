import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, type Statement, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Decided = { changed: boolean; settled: number }

/**
 * The operator hides a photo, or keeps it: shown, or shown again. Settles its reports, and gives how many were open.
 * `actOf` writes it down for the shop. Where it stands so already and no report is open, nothing is written. Refuses
 * 'photo_not_found'.
 */
export async function decidePhoto(
	{ discovery: { photos }, writeBatch }: Pick<Repositories, 'discovery' | 'writeBatch'>,
	{
		photoId,
		isHidden,
		actOf,
		now,
	}: {
		photoId: string
		isHidden: boolean
		actOf: (photo: { shopId: string; alt: string }) => Statement[]
		now: Instant
	},
): Promise<Outcome<Decided, 'photo_not_found' | WriteFailure>> {
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
