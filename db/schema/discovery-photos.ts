import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { photoReportReasons, photoTypes } from '#app/kernel/vocabulary/discovery.ts'
import { flagColumn, foreignId, id, instantColumn, oneOf } from './columns.ts'
import { services, shops } from './discovery.ts'
import { accessKeys } from './shops.ts'

/**
 * Stored bytes that no photo names: of an unfinished upload, or of a removed photo, by a trigger. The job deletes them.
 */
export const loosePhotos = sqliteTable(
	'loose_photos',
	{
		id: id(),
		/** 0: of a removed photo. */
		looseAt: instantColumn('loose_at').notNull(),
	},
	(t) => [index('loose_photos_by_age').on(t.looseAt)],
)

/** The store has its bytes under its id. */
export const shopPhotos = sqliteTable(
	'shop_photos',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id, { onDelete: 'cascade' }),
		/** Null: the shop's own picture. */
		serviceId: text('service_id').references(() => services.id, { onDelete: 'cascade' }),
		/** Lower ones come first. */
		position: integer('position').notNull(),
		/** Alternative text. */
		alt: text('alt').notNull(),
		type: text('type', { enum: photoTypes }).notNull(),
		width: integer('width').notNull(),
		height: integer('height').notNull(),
		/** SHA-256 of the bytes, in hexadecimal. */
		digest: text('digest').notNull(),
		/** For lists; null until there is one: a phone without script makes none. */
		thumbnailType: text('thumbnail_type', { enum: photoTypes }),
		thumbnailWidth: integer('thumbnail_width'),
		thumbnailHeight: integer('thumbnail_height'),
		/** When the job draws it, or retries; null where it exists or cannot be drawn. */
		thumbnailDueAt: instantColumn('thumbnail_due_at'),
		/** The sending device; null: the operator. */
		keyId: text('key_id').references(() => accessKeys.id),
		isAgreed: flagColumn('is_agreed').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		hiddenAt: instantColumn('hidden_at'),
	},
	(t) => [
		check('shop_photo_type', oneOf(t.type, photoTypes)),
		check('shop_photo_agreed', sql`${t.isAgreed} = 1`),
		check('shop_photo_size', sql`${t.width} > 0 and ${t.height} > 0`),
		check(
			'shop_photo_thumbnail',
			sql`(${t.thumbnailType} is null) = (${t.thumbnailWidth} is null) and (${t.thumbnailType} is null) = (${t.thumbnailHeight} is null)
				and (${t.thumbnailType} is null or ${oneOf(t.thumbnailType, photoTypes)})`,
		),
		index('shop_photos_by_place').on(t.shopId, t.serviceId, t.position),
		index('shop_photos_to_draw').on(t.thumbnailDueAt).where(sql`${t.thumbnailDueAt} is not null`),
	],
)

/** A visitor's report for the operator, once for each visitor. */
export const photoReports = sqliteTable(
	'photo_reports',
	{
		id: id(),
		photoId: foreignId('photo_id', () => shopPhotos.id, { onDelete: 'cascade' }),
		/** A user id, or a network's hash, which can only be compared. */
		reporter: text('reporter').notNull(),
		reason: text('reason', { enum: photoReportReasons }).notNull(),
		reportedAt: instantColumn('reported_at').notNull(),
		/** When the operator decided either way. */
		resolvedAt: instantColumn('resolved_at'),
	},
	(t) => [
		check('photo_report_reason', oneOf(t.reason, photoReportReasons)),
		uniqueIndex('photo_reports_once').on(t.reporter, t.photoId),
		index('photo_reports_by_photo').on(t.photoId),
		index('photo_reports_open').on(t.reportedAt).where(sql`${t.resolvedAt} is null`),
	],
)
