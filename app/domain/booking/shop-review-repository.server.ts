import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, integer, nullable, text } from '#db/row.server.ts'
import { appointments, reviews } from '#db/schema/booking.ts'
import { build, builtWrite, preparedRead } from '#db/statement.server.ts'

const { placeholder } = sql

const toReview = decode({
	id: text('appointment_id'),
	reference: text('reference_number'),
	rating: integer('rating'),
	comment: text('comment'),
	createdAt: integer('created_at'),
	reply: nullable(text('reply')),
	repliedAt: nullable(integer('replied_at')),
})
/** A review as the shop reads it, under the id of its appointment. */
export type ShopReview = ReturnType<typeof toReview>

const reviewsWhere = (condition: SQL) =>
	preparedRead(
		sql`SELECT ${reviews.appointmentId}, ${appointments.referenceNumber}, ${reviews.rating}, ${reviews.comment}, ${reviews.createdAt},
				${reviews.reply}, ${reviews.repliedAt}
			FROM ${reviews} JOIN ${appointments} ON ${appointments.id} = ${reviews.appointmentId}
			WHERE ${reviews.shopId} = ${placeholder('shopId')} AND ${reviews.hiddenAt} IS NULL AND ${condition}`,
		toReview,
	)
const reviewsOfShop = reviewsWhere(
	sql`${reviews.createdAt} <= ${placeholder('at')}
		AND (${reviews.createdAt} < ${placeholder('at')} OR ${reviews.appointmentId} < ${placeholder('id')})
		ORDER BY ${reviews.createdAt} DESC, ${reviews.appointmentId} DESC LIMIT ${placeholder('limit')}`,
)
const oneReview = reviewsWhere(sql`${reviews.appointmentId} = ${placeholder('id')}`)

/** The reviews of a shop, which it may answer in public. */
export function createShopReviewRepository(read: Database['read']) {
	return {
		/** The newest first, from a place on. */
		page: (
			shopId: string,
			{ after, limit }: { after: ListPlace | null; limit: number },
		): Promise<ShopReview[]> =>
			read(reviewsOfShop({ shopId, limit, at: after?.at ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? '' })),

		/** Null for a review of another shop. */
		async one(shopId: string, id: string): Promise<ShopReview | null> {
			const [review] = await read(oneReview({ shopId, id }))
			return review ?? null
		},

		/** Null takes the answer away. */
		setReply: (shopId: string, id: string, reply: string | null, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(reviews)
					.set({ reply, repliedAt: reply === null ? null : now })
					.where(and(eq(reviews.shopId, shopId), eq(reviews.appointmentId, id))),
			),
	}
}
