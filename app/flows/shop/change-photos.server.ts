import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { readPhotoFile } from '#app/domain/discovery/photo-file.ts'
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
/** `by` records the act. */
type OwnerPhotoInput = Pick<Input, 'shopId' | 'now'> & { caller: ShopCaller; id: string; by: OwnerAct }

export type ReadPhoto = Pick<NewPhoto, 'type' | 'width' | 'height' | 'digest' | 'thumbnail'> & {
	bytes: PhotoBytes
}

/** Reads an uploaded photo with its thumbnail; a wrong thumbnail, which no page of ours sends, is left out. */
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
 * Adds a photo of the shop or a service: its id is recorded, then its bytes are stored, then it is shown, so no photo
 * lacks bytes. `id` is new with each attempt. Refuses 'photos_off', 'too_many_photos', 'service_not_found',
 * 'photo_not_kept'.
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
	// If the store does not answer, the job deletes what it may have taken.
	return store.put(id, bytes).then(
		() => accepted(null),
		() => refused('photo_not_kept'),
	)
}

/** Changes a photo's words or its place in the order. Refuses 'not_found' and 'changed_meanwhile'. */
export async function changePhoto(
	deps: Deps,
	{
		caller,
		id,
		fields,
		seen,
		by,
		...input
	}: OwnerPhotoInput & { fields: PhotoFields; seen: PhotoFields | null },
): Changed {
	const { photos } = deps.discovery
	if (!(await photos.own.one(caller, id))) return refused('not_found')
	const alongside = by.actOf({ kind: 'photo_changed', subjectId: id, summary: `Photo: ${fields.alt}` })
	return writeChange(deps, { ...input, alongside }, [
		...(seen ? [photos.refuseUnlessPhotoSeen({ shopId: input.shopId, id }, seen, fields)] : []),
		photos.updatePhoto(input.shopId, id, fields),
	])
}

/** Removes a photo; caches keep it for an hour at most. Refuses 'not_found'. */
export async function removePhoto(deps: Deps, { caller, id, by, ...input }: OwnerPhotoInput): Changed {
	const { photos } = deps.discovery
	const photo = await photos.own.one(caller, id)
	if (!photo) return refused('not_found')
	const alongside = by.actOf({ kind: 'photo_changed', subjectId: id, summary: `Photo removed: ${photo.alt}` })
	return writeChange(deps, { ...input, alongside }, [photos.deletePhoto(input.shopId, id)])
}
