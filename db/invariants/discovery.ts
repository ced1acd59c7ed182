import type { Invariant } from './invariant.ts'

/** What a shop shows. */
export const discoveryInvariants: readonly Invariant[] = [
	{
		name: `a shop's rating is its shown reviews and nothing else`,
		sql: `SELECT shop.id AS subject FROM shops shop LEFT JOIN reviews review ON review.shop_id = shop.id AND review.hidden_at IS NULL GROUP BY shop.id
			HAVING count(review.appointment_id) <> shop.review_count OR coalesce(sum(review.rating), 0) <> shop.rating_sum`,
	},
]
