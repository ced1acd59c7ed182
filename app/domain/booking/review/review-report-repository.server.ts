import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { WIDE_TIMES } from '#app/kernel/network-key.ts'
import type { ReviewReportReason } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import { isInWideNetworkOf, reporterKey } from '#db/caller.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteOldest } from '#db/delete-slice.server.ts'
import { leavingUserId } from '#db/leaving.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, instant, json, pickColumns, rows } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { reviewReports, reviews } from '#db/schema/booking-reviews.ts'
import { shops } from '#db/schema/discovery.ts'
import { first, insertFrom, isAny, rawRead, rawSelect, rawWrite, updateWhere } from '#db/statement.server.ts'

/** The operator reads each. */
const MAX_REPORTS_A_DAY = 10

/** The signed-in account, else the network. */
export type Reporter = { actor: Actor | null; networkKey: string | null }

const reviewToReportRow = rows({
	shopName: shops.name,
	...pickColumns(reviews, 'rating', 'comment'),
})

const reportedReviewRow = rows({
	referenceNumber: appointments.referenceNumber,
	shopName: shops.name,
	...pickColumns(reviews, 'rating', 'comment', 'reply'),
	reasons: json<ReviewReportReason[]>(sql`json_group_array(${reviewReports.reason})`),
	reportedAt: instant(sql`min(${reviewReports.reportedAt})`),
})

const ownReportRow = rows(pickColumns(reviewReports, 'reason', 'reportedAt'))

/** Reports of reviews, and the operator's decisions. */
export function createReviewReportRepository(read: Database['read']) {
	return {
		/** Null unless the review is public on this shop's page. */
		reviewToReport: (shopId: string, appointmentId: string) =>
			first(
				read(
					rawSelect(
						reviewToReportRow,
						sql`FROM ${reviews} JOIN ${shops} ON ${shops.id} = ${reviews.shopId}
						WHERE ${reviews.appointmentId} = ${appointmentId} AND ${reviews.shopId} = ${shopId}
							AND ${reviews.hiddenAt} IS NULL`,
					),
				),
			),

		/** Once for each reporter and review, and ten times a day; `reportStandingOf` gives the result. */
		report: (
			reporter: Reporter,
			{
				shopId,
				appointmentId,
				reason,
				now,
			}: { shopId: string; appointmentId: string; reason: ReviewReportReason; now: Instant },
		): Statement<number> =>
			insertFrom(
				reviewReports,
				{
					id: newId(),
					appointmentId: sql`${reviews.appointmentId}`,
					reporter: reporterKey(reporter),
					reason,
					reportedAt: now,
				},
				sql`FROM ${reviews} WHERE ${reviews.appointmentId} = ${appointmentId} AND ${reviews.shopId} = ${shopId}
						AND ${reviews.hiddenAt} IS NULL
						AND (SELECT count(*) FROM ${reviewReports} WHERE ${reviewReports.reporter} = ${reporterKey(reporter)}
							AND ${reviewReports.reportedAt} > ${now - DAY_MS}) < ${MAX_REPORTS_A_DAY}
						AND (SELECT count(*) FROM ${reviewReports} WHERE ${isInWideNetworkOf(reporterKey(reporter), sql`${reviewReports.reporter}`)}
							AND ${reviewReports.reportedAt} > ${now - DAY_MS}) < ${MAX_REPORTS_A_DAY * WIDE_TIMES}
					ON CONFLICT (${sql.identifier(reviewReports.reporter.name)}, ${sql.identifier(reviewReports.appointmentId.name)}) DO NOTHING`,
			),

		/** Whether the review exists, and whether this reporter has reported it. */
		reportStandingOf: (
			reporter: Reporter,
			shopId: string,
			appointmentId: string,
		): Statement<{ isThere: boolean; isKept: boolean }[]> =>
			rawSelect(
				rows({
					isThere: flag(sql`EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.appointmentId} = ${appointmentId}
						AND ${reviews.shopId} = ${shopId} AND ${reviews.hiddenAt} IS NULL)`),
					isKept:
						flag(sql`EXISTS (SELECT 1 FROM ${reviewReports} WHERE ${reviewReports.reporter} = ${reporterKey(reporter)}
						AND ${reviewReports.appointmentId} = ${appointmentId})`),
				}),
			),

		/** Open reports, the longest first. */
		listReported: (limit: number) =>
			read(
				rawSelect(
					reportedReviewRow,
					sql`FROM ${reviewReports} JOIN ${reviews} ON ${reviews.appointmentId} = ${reviewReports.appointmentId}
						JOIN ${appointments} ON ${appointments.id} = ${reviews.appointmentId}
						JOIN ${shops} ON ${shops.id} = ${reviews.shopId}
						WHERE ${reviewReports.resolvedAt} IS NULL
						GROUP BY ${reviewReports.appointmentId} ORDER BY min(${reviewReports.reportedAt}) LIMIT ${limit}`,
				),
			),

		/** Hides or shows a review; gives the changed rows. A trigger updates its stars. */
		decideReview: (referenceNumber: string, isHidden: boolean, now: Instant): Statement<number> =>
			updateWhere(
				reviews,
				{ hiddenAt: isHidden ? now : null },
				sql`${reviews.appointmentId} = ${selectAppointmentId(referenceNumber)}
							AND (${reviews.hiddenAt} IS NULL) = ${isHidden ? 1 : 0}`,
			),

		/** Refuses the batch where the review is already decided so and no report is open ('review_decided'). */
		refuseDecided: (referenceNumber: string, isHidden: boolean): Statement<number> =>
			refuseWhen(
				'review_decided',
				sql`EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.appointmentId} = ${selectAppointmentId(referenceNumber)}
						AND (${reviews.hiddenAt} IS NULL) = ${isHidden ? 0 : 1})
					AND NOT EXISTS (SELECT 1 FROM ${reviewReports}
						WHERE ${reviewReports.appointmentId} = ${selectAppointmentId(referenceNumber)} AND ${reviewReports.resolvedAt} IS NULL)`,
			),

		/** Resolves a review's reports; gives how many were open. */
		resolveReports: (referenceNumber: string, now: Instant): Statement<number> =>
			updateWhere(
				reviewReports,
				{ resolvedAt: now },
				and(
					isNull(reviewReports.resolvedAt),
					eq(reviewReports.appointmentId, selectAppointmentId(referenceNumber)),
				),
			),

		hasReview: (referenceNumber: string): Promise<boolean> =>
			isAny(
				read(
					rawRead(
						sql`SELECT 1 FROM ${reviews} WHERE ${reviews.appointmentId} = ${selectAppointmentId(referenceNumber)}`,
						() => true,
					),
				),
			),

		/** The actor's reports, for their data file. */
		async exportReports(actor: Actor): Promise<{ reason: ReviewReportReason; reportedAt: string }[]> {
			const found = await read(
				rawSelect(
					ownReportRow,
					sql`FROM ${reviewReports}
						WHERE ${reviewReports.reporter} = ${actorUserId(actor)} ORDER BY ${reviewReports.reportedAt}`,
				),
			)
			return found.map(({ reason, reportedAt }) => ({
				reason,
				reportedAt: new Date(reportedAt).toISOString(),
			}))
		},

		/** A deleted account's reports go with it. */
		forgetReports: (actor: Actor, passwordHash: string): Statement<number> =>
			rawWrite(
				sql`DELETE FROM ${reviewReports} WHERE ${reviewReports.reporter} = ${leavingUserId(actor, passwordHash)}`,
			),

		purgeReportsResolvedBefore: (before: Instant): Statement<number> =>
			deleteOldest(reviewReports, lte(reviewReports.resolvedAt, before)),
	}
}

function selectAppointmentId(referenceNumber: string) {
	return sql`(SELECT ${appointments.id} FROM ${appointments} WHERE ${appointments.referenceNumber} = ${referenceNumber})`
}
