import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { WIDE_TIMES } from '#app/kernel/network-key.ts'
import type { PhotoReportReason } from '#app/kernel/vocabulary/discovery.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import { isInWideNetworkOf, reporterKey } from '#db/caller.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteOldest } from '#db/delete-slice.server.ts'
import { leavingUserId } from '#db/leaving.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, integer, json, pickColumns, rows, text } from '#db/row.server.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { photoReports, shopPhotos } from '#db/schema/discovery-photos.ts'
import { first, insertFrom, rawSelect, rawWrite, updateWhere } from '#db/statement.server.ts'

/** The operator looks at each. */
const MAX_REPORTS_A_DAY = 10

/** The signed-in account, else the network. */
export type PhotoReporter = { actor: Actor | null; networkKey: string | null }

const { reporter: reporterColumn, photoId: photoColumn } = photoReports

/** The shop and its service, in words. */
const place = sql<string>`${shops.name} || coalesce(', ' || (SELECT ${services.name} FROM ${services} WHERE ${services.id} = ${shopPhotos.serviceId}), '')`

const standing = rows({ isThere: flag(sql`is_there`), isKept: flag(sql`is_kept`) })
const reportedPhoto = rows({
	photoId: shopPhotos.id,
	place: text(place),
	alt: shopPhotos.alt,
	reasons: json<PhotoReportReason[]>(sql`json_group_array(${photoReports.reason})`),
	reportedAt: integer(sql`min(${photoReports.reportedAt})`),
})
const decidedPhoto = rows({ shopId: shopPhotos.shopId, alt: shopPhotos.alt })
const ownReport = rows(pickColumns(photoReports, 'reason', 'reportedAt'))

/** Reports of photos, and the operator's decisions. */
export function createPhotoReportRepository(read: Database['read']) {
	return {
		/** Once for each reporter and photo, and ten times a day; `photoReportStandingOf` gives the result. */
		report: (
			reporter: PhotoReporter,
			{ photoId, reason, now }: { photoId: string; reason: PhotoReportReason; now: Instant },
		): Statement<number> =>
			insertFrom(
				photoReports,
				{ id: newId(), photoId, reporter: reporterKey(reporter), reason, reportedAt: now },
				sql`FROM ${shopPhotos} WHERE ${shopPhotos.id} = ${photoId} AND ${shopPhotos.hiddenAt} IS NULL
						AND (SELECT count(*) FROM ${photoReports} WHERE ${reporterColumn} = ${reporterKey(reporter)}
							AND ${photoReports.reportedAt} > ${now - DAY_MS}) < ${MAX_REPORTS_A_DAY}
						AND (SELECT count(*) FROM ${photoReports} WHERE ${isInWideNetworkOf(reporterKey(reporter), sql`${reporterColumn}`)}
							AND ${photoReports.reportedAt} > ${now - DAY_MS}) < ${MAX_REPORTS_A_DAY * WIDE_TIMES}
					ON CONFLICT (${sql.identifier(reporterColumn.name)}, ${sql.identifier(photoColumn.name)}) DO NOTHING`,
			),

		/** Whether the photo exists, and whether this reporter has reported it. */
		photoReportStandingOf: (
			reporter: PhotoReporter,
			photoId: string,
		): Statement<{ isThere: boolean; isKept: boolean }[]> =>
			rawSelect(
				standing,
				sql`FROM (SELECT EXISTS (SELECT 1 FROM ${shopPhotos} WHERE ${shopPhotos.id} = ${photoId} AND ${shopPhotos.hiddenAt} IS NULL) AS is_there,
					EXISTS (SELECT 1 FROM ${photoReports} WHERE ${reporterColumn} = ${reporterKey(reporter)} AND ${photoColumn} = ${photoId}) AS is_kept)`,
			),

		/** Open reports, the longest first. The plus keeps SQLite off an index through decided ones. */
		listReportedPhotos: (limit: number) =>
			read(
				rawSelect(
					reportedPhoto,
					sql`FROM ${photoReports} JOIN ${shopPhotos} ON ${shopPhotos.id} = ${photoColumn}
						JOIN ${shops} ON ${shops.id} = ${shopPhotos.shopId} WHERE ${photoReports.resolvedAt} IS NULL
						GROUP BY +${photoColumn} ORDER BY min(${photoReports.reportedAt}) LIMIT ${limit}`,
				),
			),

		photoToDecide: (photoId: string) =>
			first(read(rawSelect(decidedPhoto, sql`FROM ${shopPhotos} WHERE ${shopPhotos.id} = ${photoId}`))),

		/** Hides or shows a photo; gives the changed rows. */
		decidePhoto: (photoId: string, isHidden: boolean, now: Instant): Statement<number> =>
			updateWhere(
				shopPhotos,
				{ hiddenAt: isHidden ? now : null },
				sql`${shopPhotos.id} = ${photoId} AND (${shopPhotos.hiddenAt} IS NULL) = ${isHidden ? 1 : 0}`,
			),

		/** Refuses the batch ('photo_decided') where the photo is already decided so and no report is open. */
		refuseDecidedPhoto: (photoId: string, isHidden: boolean): Statement<number> =>
			refuseWhen(
				'photo_decided',
				sql`EXISTS (SELECT 1 FROM ${shopPhotos} WHERE ${shopPhotos.id} = ${photoId}
						AND (${shopPhotos.hiddenAt} IS NULL) = ${isHidden ? 0 : 1})
					AND NOT EXISTS (SELECT 1 FROM ${photoReports} WHERE ${photoColumn} = ${photoId} AND ${photoReports.resolvedAt} IS NULL)`,
			),

		/** Resolves a photo's reports; gives how many were open. */
		resolvePhotoReports: (photoId: string, now: Instant): Statement<number> =>
			updateWhere(
				photoReports,
				{ resolvedAt: now },
				and(isNull(photoReports.resolvedAt), eq(photoReports.photoId, photoId)),
			),

		/** The actor's reports, for their data file. */
		async exportPhotoReports(actor: Actor): Promise<{ reason: PhotoReportReason; reportedAt: string }[]> {
			const found = await read(
				rawSelect(
					ownReport,
					sql`FROM ${photoReports} WHERE ${reporterColumn} = ${actorUserId(actor)} ORDER BY ${photoReports.reportedAt}`,
				),
			)
			return found.map(({ reason, reportedAt }) => ({
				reason,
				reportedAt: new Date(reportedAt).toISOString(),
			}))
		},

		/** A deleted account's reports go with it. */
		forgetPhotoReports: (actor: Actor, passwordHash: string): Statement<number> =>
			rawWrite(
				sql`DELETE FROM ${photoReports} WHERE ${reporterColumn} = ${leavingUserId(actor, passwordHash)}`,
			),

		purgePhotoReportsResolvedBefore: (before: Instant): Statement<number> =>
			deleteOldest(photoReports, lte(photoReports.resolvedAt, before)),
	}
}
