import { readPhotoFile } from '#app/domain/discovery/photo-file.ts'
import { photoLimits } from '#app/domain/discovery/photo-limits.ts'
import {
	type NewPhoto,
	type PhotoFields,
	photoConstraints,
} from '#app/domain/discovery/photo-repository.server.ts'
import type { PhotoBytes, PhotoStore } from '#app/domain/discovery/photo-store.server.ts'
import type { PhotoFileRefusal } from '#app/domain/discovery/walked-file.ts'
import type { ShopChangeRefusal } from '#app/domain/shops/shop-change-refusal.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { refusalOfWrite, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { OwnerAct } from './change-keys.server.ts'
import { type Changed, type ShopChangeInput, writeChange } from './write-change.server.ts'

type Deps = Pick<Repositories, 'discovery' | 'availability' | 'writeBatch'>
type Input = Omit<ShopChangeInput, 'keepsAppointments'>
/** What is asked of a photo that stands; `by` writes it down. */
type OwnerAsked = Pick<Input, 'shopId' | 'now'> & { caller: ShopCaller; id: string; by: OwnerAct }

/** What was uploaded, read to its end. */
export type ReadPhoto = Pick<NewPhoto, 'type' | 'width' | 'height' | 'digest' | 'thumbnail'> & {
	bytes: PhotoBytes
}

/**
 * Reads an uploaded photo with its thumbnail, if one was sent. Refuses as `readPhotoFile`: a wrong thumbnail is one of
 * no page of ours, and is left out.
 */
export async function readPhoto(
	photo: Uint8Array,
	thumbnail: Uint8Array,
): Promise<Outcome<ReadPhoto, PhotoFileRefusal>> {
	const large = readPhotoFile(photo, photoLimits.photo)
	if (!large.ok) return large
	const small = readPhotoFile(thumbnail, photoLimits.thumbnail)
	const { bytes, ...described } = large.value
	const hash = await crypto.subtle.digest('SHA-256', bytes)
	return accepted({
		...described,
		digest: Buffer.from(hash).toString('hex'),
		thumbnail: small.ok
			? { type: small.value.type, width: small.value.width, height: small.value.height }
			: null,
		bytes: { photo: bytes, thumbnail: small.ok ? small.value.bytes : null },
	})
}

/**
 * Shows a photo of the shop, or of a service: what may stand in the store is written down, then the bytes are put
 * there, then the photo is shown. So no photo is without its bytes. `id` is a new one with each try. Refuses
 * 'photos_off', 'too_many_photos', 'service_not_found', and 'photo_not_kept' where the store did not take it.
 */
export async function addPhoto(
	deps: Deps & { photoStore: PhotoStore | null },
	{
		id,
		serviceId,
		alt,
		keyId,
		photo,
		...input
	}: Input & Pick<NewPhoto, 'id' | 'serviceId' | 'alt' | 'keyId'> & { photo: ReadPhoto },
): Changed {
	const { photoStore, discovery, writeBatch } = deps
	if (photoStore === null) return refused('photos_off')
	const { bytes, ...described } = photo
	const kept = await putDown(
		photoStore,
		() => writeIdempotent(writeBatch, [discovery.photos.insertLoose(id, input.now)]),
		id,
		bytes,
	)
	if (!kept.ok) return kept
	const { shopId, now } = input
	return writeChange(
		deps,
		input,
		discovery.photos.insertPhoto({ ...described, id, shopId, serviceId, alt, keyId, now }),
		{ constraints: photoConstraints },
	)
}

async function putDown(
	store: PhotoStore,
	note: () => Promise<unknown>,
	id: string,
	bytes: PhotoBytes,
): Promise<Outcome<null, ShopChangeRefusal | WriteFailure>> {
	try {
		await note()
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
	// What a store that does not answer has taken is deleted by the job.
	return store.put(id, bytes).then(
		() => accepted(null),
		() => refused('photo_not_kept'),
	)
}

/** Says in other words what a photo shows, or moves it in its order. Refuses 'not_found' and 'changed_meanwhile'. */
export async function changePhoto(
	deps: Deps,
	{ caller, id, fields, seen, by, ...input }: OwnerAsked & { fields: PhotoFields; seen: PhotoFields | null },
): Changed {
	const { photos } = deps.discovery
	if (!(await photos.own.one(caller, id))) return refused('not_found')
	const alongside = by.actOf({ kind: 'photo_changed', subjectId: id, summary: `Photo: ${fields.alt}` })
	return writeChange(deps, { ...input, alongside }, [
		...(seen ? [photos.refuseUnlessPhotoSeen({ shopId: input.shopId, id }, seen, fields)] : []),
		photos.updatePhoto(input.shopId, id, fields),
	])
}

/** No page shows it from now on; caches keep it for an hour at most. Refuses 'not_found'. */
export async function removePhoto(deps: Deps, { caller, id, by, ...input }: OwnerAsked): Changed {
	const { photos } = deps.discovery
	const photo = await photos.own.one(caller, id)
	if (!photo) return refused('not_found')
	const alongside = by.actOf({ kind: 'photo_changed', subjectId: id, summary: `Photo removed: ${photo.alt}` })
	return writeChange(deps, { ...input, alongside }, [photos.deletePhoto(input.shopId, id)])
}
