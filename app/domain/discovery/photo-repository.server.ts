import { and, eq, inArray, sql } from 'drizzle-orm'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { PhotoType } from '#app/kernel/vocabulary/discovery.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseUnlessSeen, refuseWhen } from '#db/refuse-when.server.ts'
import { flag, integer, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { loosePhotos, shopPhotos } from '#db/schema/discovery-photos.ts'
import { callerRows } from '#db/shop-rows.server.ts'
import {
	deleteWhere,
	first,
	insertFrom,
	insertNewRow,
	placeholder,
	preparedSelect,
	updateWhere,
} from '#db/statement.server.ts'
import { photoLimits } from './photo-fields.ts'

/** Bytes that were loose for longer become no photo, so the job can delete what was loose for an hour. */
const USABLE_MS = HOUR_MS / 2
export const LEFT_BEHIND_MS = HOUR_MS

export type PhotoFields = { alt: string; position: number }

export type PhotoThumbnail = { type: PhotoType; width: number; height: number }

export type NewPhoto = {
	id: string
	shopId: string
	/** Null: the shop's picture. */
	serviceId: string | null
	alt: string
	type: PhotoType
	width: number
	height: number
	digest: string
	/** Null: the job draws it. */
	thumbnail: PhotoThumbnail | null
	/** Null: the operator. */
	keyId: string | null
	now: Instant
}

const own = callerRows(
	shopPhotos,
	rows({
		...pickColumns(shopPhotos, 'id', 'serviceId', 'alt', 'position', 'width', 'height'),
		hasThumbnail: flag(sql`${shopPhotos.thumbnailType} IS NOT NULL`),
		isHidden: flag(sql`${shopPhotos.hiddenAt} IS NOT NULL`),
	}),
	sql`${shopPhotos.position}, ${shopPhotos.createdAt}`,
)

const served = preparedSelect(
	rows(pickColumns(shopPhotos, 'type', 'thumbnailType', 'digest')),
	() =>
		sql`FROM ${shopPhotos} WHERE ${shopPhotos.id} = ${placeholder('photoId')} AND ${shopPhotos.hiddenAt} IS NULL`,
)

const digests = preparedSelect(
	rows({ serviceId: shopPhotos.serviceId, digest: shopPhotos.digest }),
	() => sql`FROM ${shopPhotos} WHERE ${shopPhotos.shopId} = ${placeholder('shopId')}`,
)

const shownPhoto = pickColumns(
	shopPhotos,
	'id',
	'alt',
	'width',
	'height',
	'thumbnailWidth',
	'thumbnailHeight',
)
const isShown = sql`${shopPhotos.shopId} = ${placeholder('shopId')} AND ${shopPhotos.hiddenAt} IS NULL`

/** SQLite takes the columns from the row with the least order. */
const firstOfPlaces = preparedSelect(
	rows({
		...shownPhoto,
		serviceId: shopPhotos.serviceId,
		count: integer(sql`count(*)`),
		order: text(sql`min(printf('%06d%015d', ${shopPhotos.position}, ${shopPhotos.createdAt}))`),
	}),
	() => sql`FROM ${shopPhotos} WHERE ${isShown} GROUP BY ${shopPhotos.serviceId}`,
)

const shownOfPlace = preparedSelect(
	rows({
		...shownPhoto,
		shopName: shops.name,
		serviceName: nullable(
			text(sql`(SELECT ${services.name} FROM ${services} WHERE ${services.id} = ${shopPhotos.serviceId})`),
		),
	}),
	() => sql`FROM ${shopPhotos} JOIN ${shops} ON ${shops.id} = ${shopPhotos.shopId} AND ${shops.isListed} = 1
		WHERE ${isShown} AND ${shopPhotos.serviceId} IS ${placeholder('serviceId')}
		ORDER BY ${shopPhotos.position}, ${shopPhotos.createdAt}`,
)

const shownById = preparedSelect(
	rows({ ...shownPhoto, shopName: shops.name, serviceId: shopPhotos.serviceId }),
	() => sql`FROM ${shopPhotos} JOIN ${shops} ON ${shops.id} = ${shopPhotos.shopId} AND ${shops.isListed} = 1
		WHERE ${isShown} AND ${shopPhotos.id} = ${placeholder('photoId')}`,
)

/** The path of the thumbnail of the shop that `shops` names, or null. */
export const shopThumbnailPath = sql<
	string | null
>`(SELECT '/photos/' || ${shopPhotos.id} || '/small' FROM ${shopPhotos}
	WHERE ${shopPhotos.shopId} = ${shops.id} AND ${shopPhotos.serviceId} IS NULL AND ${shopPhotos.hiddenAt} IS NULL
		AND ${shopPhotos.thumbnailType} IS NOT NULL LIMIT 1)`

const leftBehind = preparedSelect(
	rows({ id: loosePhotos.id }),
	() => sql`FROM ${loosePhotos} WHERE ${loosePhotos.looseAt} <= ${placeholder('before')}
		ORDER BY ${loosePhotos.looseAt} LIMIT ${placeholder('limit')}`,
)

const toDraw = preparedSelect(
	rows({ id: shopPhotos.id }),
	() => sql`FROM ${shopPhotos} WHERE ${shopPhotos.thumbnailDueAt} <= ${placeholder('now')}
		ORDER BY ${shopPhotos.thumbnailDueAt} LIMIT ${placeholder('limit')}`,
)

export const photoConstraints = {
	service_not_found: 'service_not_found',
	too_many_photos: 'too_many_photos',
	photo_not_kept: 'photo_not_kept',
} as const

/** Photos of shops and services. Their bytes are in a separate store. */
export function createPhotoRepository(read: Database['read']) {
	return {
		/** As customers see them, and hidden ones too. */
		own: own(read),

		/** By digest, so that the import adds none twice. */
		digestsOfShop: (shopId: string) => read(digests({ shopId })),

		/** The first photo of the shop and of each service, and their counts. */
		firstOfPlaces: (shopId: string) => read(firstOfPlaces({ shopId })),

		/** All of one place of a listed shop, in order. */
		shownOfPlace: (shopId: string, serviceId: string | null) => read(shownOfPlace({ shopId, serviceId })),

		/** Null unless customers see it on this shop's pages. */
		photoToReport: (shopId: string, photoId: string) => first(read(shownById({ shopId, photoId }))),

		/** Null for a hidden or missing photo. */
		servedPhoto: (photoId: string) => first(read(served({ photoId }))),

		/** Before the bytes are stored. */
		insertLoose: (id: string, now: Instant): Statement => insertNewRow(loosePhotos, { id, looseAt: now }),

		/**
		 * Shows a photo whose bytes are stored, after the others of its place. Refused where the place is full
		 * ('too_many_photos'), the service is not the shop's ('service_not_found'), or the bytes are too old
		 * ('photo_not_kept').
		 */
		insertPhoto: ({ now, thumbnail, ...photo }: NewPhoto): Statement[] => {
			const { id, shopId, serviceId } = photo
			const most = serviceId === null ? photoLimits.ofShop : photoLimits.perService
			const inPlace = sql`${shopPhotos.shopId} = ${shopId} AND ${shopPhotos.serviceId} IS ${serviceId}`
			return [
				refuseWhen(
					'service_not_found',
					sql`${serviceId} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${services}
						WHERE ${services.id} = ${serviceId} AND ${services.shopId} = ${shopId})`,
				),
				refuseWhen(
					'too_many_photos',
					sql`(SELECT count(*) FROM ${shopPhotos} WHERE ${inPlace} AND ${shopPhotos.id} <> ${id}) >= ${most}`,
				),
				refuseWhen(
					'photo_not_kept',
					sql`NOT EXISTS (SELECT 1 FROM ${loosePhotos} WHERE ${loosePhotos.id} = ${id} AND ${loosePhotos.looseAt} > ${now - USABLE_MS})
						AND NOT EXISTS (SELECT 1 FROM ${shopPhotos} WHERE ${shopPhotos.id} = ${id})`,
				),
				deleteWhere(loosePhotos, eq(loosePhotos.id, id)),
				insertFrom(
					shopPhotos,
					{
						...photo,
						position: sql`(SELECT coalesce(max(${shopPhotos.position}) + 1, 0) FROM ${shopPhotos} WHERE ${inPlace})`,
						thumbnailType: thumbnail?.type ?? null,
						thumbnailWidth: thumbnail?.width ?? null,
						thumbnailHeight: thumbnail?.height ?? null,
						thumbnailDueAt: thumbnail ? null : now,
						isAgreed: true,
						createdAt: now,
					},
					sql`WHERE true ON CONFLICT (id) DO NOTHING`,
				),
			]
		},

		refuseUnlessPhotoSeen: (
			place: { shopId: string; id: string },
			seen: PhotoFields,
			wanted: PhotoFields,
		): Statement => refuseUnlessSeen(shopPhotos, place, seen, wanted),

		updatePhoto: (shopId: string, id: string, fields: PhotoFields): Statement =>
			updateWhere(shopPhotos, fields, and(eq(shopPhotos.shopId, shopId), eq(shopPhotos.id, id))),

		/** The job deletes its bytes. */
		deletePhoto: (shopId: string, id: string): Statement =>
			deleteWhere(shopPhotos, and(eq(shopPhotos.shopId, shopId), eq(shopPhotos.id, id))),

		/** Photos without a thumbnail, the longest first. */
		async withoutThumbnail(now: Instant, limit: number): Promise<string[]> {
			return (await read(toDraw({ now, limit }))).map(({ id }) => id)
		},

		/** Null: none can be drawn. The bytes become loose where the photo was deleted meanwhile. */
		setThumbnail: (id: string, thumbnail: PhotoThumbnail | null): Statement[] => [
			updateWhere(
				shopPhotos,
				{
					thumbnailType: thumbnail?.type ?? null,
					thumbnailWidth: thumbnail?.width ?? null,
					thumbnailHeight: thumbnail?.height ?? null,
					thumbnailDueAt: null,
				},
				eq(shopPhotos.id, id),
			),
			insertFrom(
				loosePhotos,
				{ id, looseAt: 0 },
				sql`WHERE NOT EXISTS (SELECT 1 FROM ${shopPhotos} WHERE ${shopPhotos.id} = ${id}) ON CONFLICT (id) DO NOTHING`,
			),
		],

		postponeThumbnail: (id: string, thumbnailDueAt: Instant): Statement =>
			updateWhere(shopPhotos, { thumbnailDueAt }, eq(shopPhotos.id, id)),

		/** Bytes without a photo since an instant, the longest first. */
		async looseSince(before: Instant, limit: number): Promise<string[]> {
			return (await read(leftBehind({ before, limit }))).map(({ id }) => id)
		},

		forgetLoose: (ids: readonly string[]): Statement =>
			deleteWhere(loosePhotos, inArray(loosePhotos.id, [...ids])),
	}
}
