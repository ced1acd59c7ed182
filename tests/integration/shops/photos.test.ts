import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import {
	createPhotoStore,
	createThumbnailDrawer,
	type PhotoBucket,
	type PhotoStore,
} from '#app/domain/discovery/photo-store.server.ts'
import { servePhoto } from '#app/flows/discovery/shop-photos.server.ts'
import { deleteLoosePhotos, drawThumbnails } from '#app/flows/jobs/photo-files.server.ts'
import { addPhoto, type ReadPhoto, readPhoto } from '#app/flows/shop/change-photos.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { withBookingDesk } from '#tests/support/booking-desk.ts'
import { drawnFiles } from '#tests/support/photo-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('photos')

/** R2 in this process; `fault` is thrown by the next call. */
function memoryBucket() {
	const objects = new Map<string, Uint8Array>()
	const bucket = { objects, fault: null as Error | null, beforeDelete: async () => {} }
	const meet = () => {
		const { fault } = bucket
		bucket.fault = null
		if (fault) throw fault
	}
	const asked: PhotoBucket = {
		async put(name, bytes) {
			objects.set(name, bytes)
			meet()
		},
		async get(name) {
			const bytes = objects.get(name)
			return bytes ? { body: new Blob([new Uint8Array(bytes)]).stream() as ReadableStream } : null
		},
		async delete(names) {
			await bucket.beforeDelete()
			meet()
			for (const name of names) objects.delete(name)
		},
	}
	return Object.assign(bucket, { store: createPhotoStore(asked) })
}

let bucket: ReturnType<typeof memoryBucket>
let shop: SmallShop
let photo: ReadPhoto

beforeEach(async () => {
	bucket = memoryBucket()
	shop = await desk.newShop({ staff: { Ada: {} }, services: { cut: {} } })
	const { photo: bytes, thumbnail } = await drawnFiles()
	const read = await readPhoto(bytes, thumbnail)
	if (!read.ok) throw new Error(read.refusal)
	photo = read.value
})

const add = (
	id = newId(),
	{ store = bucket.store as PhotoStore | null, writeBatch = desk.deps.writeBatch, now = desk.clock.now } = {},
) =>
	addPhoto(
		{ ...desk.deps, writeBatch, photoStore: store },
		{ id, shopId: shop.id, serviceId: shop.idOf('cut'), alt: 'Braids', keyId: null, photo, now },
	)

const shown = () => desk.rows('SELECT id FROM shop_photos WHERE shop_id = ?', shop.id)
const clean = (now = desk.clock.now + HOUR_MS) => deleteLoosePhotos(desk.deps, bucket.store, now)

test('without a store a photo is refused, and nothing is noted of it', async () => {
	const id = newId()
	expect(await add(id, { store: null })).toEqual({ ok: false, refusal: 'photos_off' })
	expect(await desk.count('SELECT count(*) FROM loose_photos WHERE id = ?', id)).toBe(0)
})

describe('wherever an upload breaks off', () => {
	test('the store did not answer: nothing is shown, and what it took is deleted an hour later', async () => {
		bucket.fault = new Error('R2 is away')
		expect(await add()).toEqual({ ok: false, refusal: 'photo_not_kept' })
		expect(await shown()).toEqual([])
		expect(bucket.objects.size).toBeGreaterThan(0)
		await clean(desk.clock.now + HOUR_MS - 1)
		expect(bucket.objects.size).toBeGreaterThan(0)
		await clean()
		expect(bucket.objects.size).toBe(0)
	})

	test('the Worker ended after the bytes: the photo is not shown, and they are deleted', async () => {
		let writes = 0
		const writeBatch: typeof desk.deps.writeBatch = (batch) => {
			if (++writes > 1) throw new DatabaseError('busy', 'the Worker ended')
			return desk.deps.writeBatch(batch)
		}
		expect(await add(newId(), { writeBatch })).toEqual({ ok: false, refusal: 'busy' })
		expect([await shown(), bucket.objects.size]).toEqual([[], 2])
		await clean()
		expect(bucket.objects.size).toBe(0)
	})

	test('an upload that took longer than half an hour gets no photo, because its bytes may be deleted', async () => {
		const id = newId()
		const { photos } = desk.deps.discovery
		await desk.deps.writeBatch([photos.insertLoose(id, desk.clock.now - 31 * MINUTE_MS)])
		expect(await add(id)).toEqual({ ok: false, refusal: 'photo_not_kept' })
		expect(await shown()).toEqual([])
	})

	test('the answer of the last write is lost: sent again, it is one photo with its bytes', async () => {
		let writes = 0
		const writeBatch: typeof desk.deps.writeBatch = async (batch) => {
			const written = await desk.deps.writeBatch(batch)
			if (++writes === 2) throw new DatabaseError('unknown', 'no answer')
			return written
		}
		expect((await add(newId(), { writeBatch })).ok).toBe(true)
		expect(await shown()).toHaveLength(1)
		await clean()
		expect(bucket.objects.size).toBe(2)
	})
})

describe('what is removed', () => {
	test('goes with its service and its shop too: the job finds their bytes', async () => {
		const id = newId()
		await add(id)
		await desk.change('DELETE FROM shop_photos WHERE id = ?', id)
		expect(await servePhoto({ ...desk.deps, photoStore: bucket.store }, id, 'photo')).toBeNull()
		expect(bucket.objects.size).toBe(2)
		expect(await clean(desk.clock.now)).toBe(1)
		expect([await clean(), bucket.objects.size]).toEqual([0, 0])
	})

	test('a store that is away is asked again by the next run; two runs at once do no harm', async () => {
		const id = newId()
		await add(id)
		await desk.change('DELETE FROM shop_photos WHERE id = ?', id)
		bucket.fault = new Error('R2 is away')
		await expect(clean()).rejects.toThrow('R2 is away')
		await Promise.all([clean(), clean()])
		expect(bucket.objects.size).toBe(0)
	})
})

test('of nine at once six are shown, and each has its bytes', async () => {
	const ids = Array.from({ length: 9 }, () => newId())
	const outcomes = await Promise.all(ids.map((id) => add(id)))
	const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal]))
	expect(refusals).toEqual(['too_many_photos', 'too_many_photos', 'too_many_photos'])
	expect(await shown()).toHaveLength(6)
	await clean()
	for (const { id } of await shown()) expect(bucket.objects.has(String(id))).toBe(true)
	expect(bucket.objects.size).toBe(12)
})

test('a hidden photo and one without a thumbnail are not served', async () => {
	const id = newId()
	photo = { ...photo, thumbnail: null, bytes: { ...photo.bytes, thumbnail: null } }
	await add(id)
	const serve = (size: 'photo' | 'thumbnail') =>
		servePhoto({ ...desk.deps, photoStore: bucket.store }, id, size)
	expect(await serve('thumbnail')).toBeNull()
	expect(await serve('photo')).toMatchObject({
		type: 'webp',
		digest: expect.stringMatching(/^[0-9a-f]{64}$/),
	})
	await desk.change('UPDATE shop_photos SET hidden_at = 1 WHERE id = ?', id)
	expect(await serve('photo')).toBeNull()
})

test('photos of a place stand in their order, a new one last, and no other shop’s service gets one', async () => {
	const { photos } = desk.deps.discovery
	const ids = [newId(), newId(), newId()]
	for (const id of ids) expect((await add(id, { now: ++desk.clock.now })).ok).toBe(true)
	const [first = '', , last = ''] = ids
	const orderOf = async () =>
		(await photos.shownOfPlace(shop.id, shop.idOf('cut'))).map(({ id }) => ids.indexOf(id))
	expect(await orderOf()).toEqual([0, 1, 2])
	expect(
		await desk.rows('SELECT position FROM shop_photos WHERE shop_id = ? ORDER BY position', shop.id),
	).toEqual([0, 1, 2].map((position) => ({ position })))
	await desk.deps.writeBatch([photos.updatePhoto(shop.id, first, { alt: 'Braids', position: 7 })])
	expect(await orderOf()).toEqual([1, 2, 0])
	// A shop names a photo by its own id alone.
	await desk.deps.writeBatch([photos.updatePhoto('another', last, { alt: 'Theirs', position: 9 })])
	expect(await orderOf()).toEqual([1, 2, 0])
	const other = await desk.newShop({ staff: { Ada: {} }, services: { cut: {} } })
	shop = { ...other, idOf: shop.idOf }
	expect(await add()).toEqual({ ok: false, refusal: 'service_not_found' })
	expect(await shown()).toEqual([])
})

test('of a shop that is not listed no photo can be reported', async () => {
	const { photos } = desk.deps.discovery
	const id = newId()
	await add(id)
	expect(await photos.photoToReport(shop.id, id)).not.toBeNull()
	await desk.change('UPDATE shops SET is_listed = 0 WHERE id = ?', shop.id)
	expect(await photos.photoToReport(shop.id, id)).toBeNull()
})

describe('a photo that a phone without script sent', () => {
	/** Cloudflare's Images, by the library that stands in for it on this machine. */
	const images: Parameters<typeof createThumbnailDrawer>[0] = {
		input: (stream) => ({
			transform: ({ width, height }) => ({
				async output({ quality }) {
					const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
					const drawn = sharp(bytes).resize(width, height, { fit: 'inside' }).webp({ quality })
					const body = new Uint8Array(await drawn.toBuffer())
					return { response: () => new Response(body) }
				},
			}),
		}),
	}
	const draw = (drawer = createThumbnailDrawer(images), now = desk.clock.now) =>
		drawThumbnails(desk.deps, bucket.store, drawer, now)
	const thumbnailOf = async (id: string) =>
		(
			await desk.rows(
				'SELECT thumbnail_type AS type, thumbnail_due_at AS due FROM shop_photos WHERE id = ?',
				id,
			)
		)[0]

	beforeEach(() => {
		photo = { ...photo, thumbnail: null, bytes: { ...photo.bytes, thumbnail: null } }
	})

	test('gets its thumbnail by the job, once, and lists show it', async () => {
		const id = newId()
		expect((await add(id)).ok).toBe(true)
		expect(await draw()).toBe(1)
		expect(await thumbnailOf(id)).toEqual({ type: 'webp', due: null })
		expect(bucket.objects.get(`${id}.small`)?.length).toBeLessThanOrEqual(photoLimits.thumbnail.maxBytes)
		const [first] = await desk.deps.discovery.photos.firstOfPlaces(shop.id)
		expect(first?.thumbnailWidth).toBeGreaterThan(0)
		expect(await draw()).toBe(0)
	})

	test('is tried again in an hour where the service is away, and not at all where no small picture comes of it', async () => {
		const id = newId()
		await add(id)
		const away = async () => {
			throw new Error('Images is away')
		}
		expect(await draw(away)).toBe(0)
		expect(await thumbnailOf(id)).toEqual({ type: null, due: desk.clock.now + HOUR_MS })
		expect(await draw(undefined, desk.clock.now + HOUR_MS - 1)).toBe(0)
		expect(await draw(async (bytes) => bytes, desk.clock.now + HOUR_MS)).toBe(0)
		expect(await thumbnailOf(id)).toEqual({ type: null, due: null })
	})

	test('that is removed while it is drawn leaves no bytes', async () => {
		const id = newId()
		await add(id)
		const drawer = createThumbnailDrawer(images)
		await draw(async (bytes, drawing) => {
			await desk.deps.writeBatch([desk.deps.discovery.photos.deletePhoto(shop.id, id)])
			await clean()
			return drawer(bytes, drawing)
		})
		expect(bucket.objects.size).toBe(1)
		await clean()
		expect(bucket.objects.size).toBe(0)
	})
})
