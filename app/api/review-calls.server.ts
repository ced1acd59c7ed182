import * as z from 'zod'
import { MAX_REPLY_LETTERS } from '#app/domain/booking/review/review-forms.server.ts'
import type { ShopReview } from '#app/domain/booking/review/review-repository.server.ts'
import { replyToReview } from '#app/flows/booking/reviews.server.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted, type Outcome } from '#app/kernel/outcome.ts'
import {
	answeredInstant,
	apiIdField,
	isoOrNull,
	isoText,
	page,
	pagedQuery,
	pageSchema,
	textField,
} from './api-fields.server.ts'
import type { RefusedCall } from './api-problem.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'
import { changeRefused, changeStatuses } from './shop-resource.server.ts'

const review = z.object({
	id: apiIdField,
	reference: writtenText,
	rating: z.int(),
	comment: writtenText,
	created_at: answeredInstant,
	reply: writtenText.nullable(),
	replied_at: answeredInstant.nullable(),
})

const write = { scope: 'reviews:write', answer: review, refusals: changeStatuses('not_found') } as const

export const reviewCalls: readonly ShopCall[] = [
	shopCall({
		method: 'GET',
		path: '/reviews',
		scope: 'reviews:read',
		summary: 'List the shop’s reviews, newest first',
		query: pagedQuery,
		answer: pageSchema(review),
		refusals: {},
		async handle({ context, shopId, query: { limit, cursor } }) {
			const rows = await context.booking.reviews.page(shopId, { after: cursor, limit: limit + 1 })
			const placeOf = ({ createdAt: at, id }: ShopReview) => ({ at, id })
			return accepted(page(rows, limit, { placeOf, itemOf: reviewAnswer }))
		},
	}),
	shopCall({
		...write,
		method: 'PUT',
		path: '/reviews/{id}/reply',
		summary: 'Reply to a review, or change your reply. It is shown under the review',
		body: z.strictObject({ reply: textField(MAX_REPLY_LETTERS).min(1) }),
		handle: (called) => answer(called, called.body.reply),
	}),
	shopCall({
		...write,
		method: 'DELETE',
		path: '/reviews/{id}/reply',
		summary: 'Delete your reply to a review',
		handle: (called) => answer(called, null),
	}),
]

async function answer(
	{ context, params: { id }, shopId, now, actOf }: Called<{ id: string }, unknown, unknown>,
	reply: string | null,
): Promise<Outcome<z.input<typeof review>, RefusedCall>> {
	// Runs beside the flow's read, so the act's words cost no trip.
	const act = context.booking.reviews.one(shopId, id).then((row) => ({
		kind: 'review_replied' as const,
		subjectId: id,
		summary: `${row?.referenceNumber ?? ''}: ${reply === null ? 'reply deleted' : 'reply'}`,
	}))
	const done = await replyToReview(context, { id, reply, shopId, alongside: actOf(act), now })
	if (!done.ok) return changeRefused(done.refusal)
	const row = await context.booking.reviews.one(shopId, id)
	return row ? accepted(reviewAnswer(row)) : changeRefused('not_found')
}

function reviewAnswer({ id, referenceNumber, createdAt, repliedAt, ...row }: ShopReview) {
	return {
		id,
		reference: referenceNumber,
		...row,
		created_at: isoText(createdAt),
		replied_at: isoOrNull(repliedAt),
	}
}
