import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { LATEST_PLACE, type ListPlace } from '#app/kernel/list-place.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseUnlessRowSeen } from '#db/refuse-when.server.ts'
import { pickColumns, rows, rowsOrNull } from '#db/row.server.ts'
import { appointments, clients } from '#db/schema/booking.ts'
import { reviews } from '#db/schema/booking-reviews.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { shops } from '#db/schema/discovery.ts'
import { users } from '#db/schema/identity.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import {
	first,
	insertFrom,
	placeholder,
	preparedSelect,
	rawSelect,
	updateWhere,
} from '#db/statement.server.ts'

const appointmentToReviewRow = rows({
	shopName: shops.name,
	serviceName: appointmentServices.name,
	date: appointments.scheduledDate,
	timeZone: shops.timeZone,
	review: rowsOrNull('rating', rows(pickColumns(reviews, 'rating', 'comment', 'reply'))),
})
export type AppointmentToReview = ReturnType<typeof appointmentToReviewRow.read>

const reviewRow = rows({
	id: reviews.appointmentId,
	referenceNumber: appointments.referenceNumber,
	...pickColumns(reviews, 'rating', 'comment', 'createdAt', 'reply', 'repliedAt'),
})
/** By the id of its appointment. */
export type ShopReview = ReturnType<typeof reviewRow.read>

const reviewsWhere = (shopId: SQL, condition: SQL) =>
	preparedSelect(
		reviewRow,
		() => sql`FROM ${reviews} JOIN ${appointments} ON ${appointments.id} = ${reviews.appointmentId}
			WHERE ${reviews.shopId} = ${shopId} AND ${reviews.hiddenAt} IS NULL AND ${condition}`,
	)
const isOnPage = sql`${reviews.createdAt} <= ${placeholder('at')}
	AND (${reviews.createdAt} < ${placeholder('at')} OR ${reviews.appointmentId} < ${placeholder('id')})
	ORDER BY ${reviews.createdAt} DESC, ${reviews.appointmentId} DESC LIMIT ${placeholder('limit')}`
const isIt = sql`${reviews.appointmentId} = ${placeholder('id')}`
const ofShop = sql`${placeholder('shopId')}`
const ofCaller = callingShopId(shopCallerPlaceholders)
const reviewsOfShop = reviewsWhere(ofShop, isOnPage)
const oneReview = reviewsWhere(ofShop, isIt)
const reviewsOfCaller = reviewsWhere(ofCaller, isOnPage)
const oneReviewOfCaller = reviewsWhere(ofCaller, isIt)

type PageInput = { after: ListPlace | null; limit: number }

/**
 * Reviews of completed appointments (D12): one each, which its writer may change and the shop may answer in public.
 * Without an actor, the caller has checked the signed link (D7).
 */
export function createReviewRepository(read: Database['read']) {
	return {
		/** Null where it is not the actor's, or cannot be reviewed. */
		appointmentToReview: (actor: Actor | null, appointmentId: string): Promise<AppointmentToReview | null> =>
			first(
				read(
					rawSelect(
						appointmentToReviewRow,
						sql`FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
						JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
						JOIN ${appointmentServices} ON ${appointmentServices.appointmentId} = ${appointments.id} AND ${appointmentServices.position} = 0
						LEFT JOIN ${reviews} ON ${reviews.appointmentId} = ${appointments.id}
						WHERE ${isOwnReviewable(actor, appointmentId)}`,
					),
				),
			),

		/** Changes no row for another customer's visit. A trigger updates the shop's stars. */
		writeReview: (
			actor: Actor | null,
			{ appointmentId, rating, comment }: { appointmentId: string; rating: number; comment: string },
			now: Instant,
		): Statement<number> =>
			insertFrom(
				reviews,
				{
					appointmentId: sql`${appointments.id}`,
					shopId: sql`${appointments.shopId}`,
					clientId: sql`${appointments.clientId}`,
					rating,
					comment,
					createdAt: now,
				},
				sql`FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
					WHERE ${isOwnReviewable(actor, appointmentId)}
					ON CONFLICT (${sql.identifier(reviews.appointmentId.name)}) DO UPDATE SET
						${sql.identifier(reviews.rating.name)} = ${rating}, ${sql.identifier(reviews.comment.name)} = ${comment}`,
			),

		page: (shopId: string, { after, limit }: PageInput): Promise<ShopReview[]> =>
			read(reviewsOfShop({ shopId, limit, ...(after ?? LATEST_PLACE) })),

		own: {
			page: ({ secretHash, kind }: ShopCaller, { after, limit }: PageInput): Promise<ShopReview[]> =>
				read(reviewsOfCaller({ secretHash, kind, limit, ...(after ?? LATEST_PLACE) })),

			one: ({ secretHash, kind }: ShopCaller, id: string): Promise<ShopReview | null> =>
				first(read(oneReviewOfCaller({ secretHash, kind, id }))),
		},

		one: (shopId: string, id: string): Promise<ShopReview | null> => first(read(oneReview({ shopId, id }))),

		/** Refused ('changed_meanwhile') where the reply is neither as shown nor as wanted. */
		refuseUnlessReplySeen: (
			shopId: string,
			id: string,
			seen: string | null,
			wanted: string | null,
		): Statement =>
			refuseUnlessRowSeen(
				reviews,
				sql`${reviews.appointmentId} = ${id} AND ${reviews.shopId} = ${shopId}`,
				{ reply: seen },
				{ reply: wanted },
			),

		/** Null removes the reply. */
		setReply: (shopId: string, id: string, reply: string | null, now: Instant): Statement<number> =>
			updateWhere(
				reviews,
				{ reply, repliedAt: reply === null ? null : now },
				and(eq(reviews.shopId, shopId), eq(reviews.appointmentId, id)),
			),
	}
}

/**
 * Needs appointments joined with clients: completed and, if the shop made it, with an online payment or an account with
 * a proven e-mail (D12, docs/decisions/144).
 */
export const isReviewable = sql`(${appointments.status} = 'COMPLETED' AND (${appointments.isWalkIn} = 0 OR ${appointments.paidKobo} > 0
	OR EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${clients.userId} AND ${users.emailVerifiedAt} IS NOT NULL)))`

/** Needs appointments joined with clients. */
function isOwnReviewable(actor: Actor | null, appointmentId: string): SQL {
	const isOwn = actor === null ? sql`true` : sql`${clients.userId} = ${actorUserId(actor)}`
	return sql`${appointments.id} = ${appointmentId} AND ${isReviewable} AND ${isOwn}`
}
