import type { Invariant } from './invariant.ts'

/** What a shop shows. */
export const discoveryInvariants: readonly Invariant[] = [
	{
		name: `a shop's rating is its shown reviews and nothing else`,
		sql: `SELECT shop.id AS subject FROM shops shop LEFT JOIN reviews review ON review.shop_id = shop.id AND review.hidden_at IS NULL GROUP BY shop.id
			HAVING count(review.appointment_id) <> shop.review_count OR coalesce(sum(review.rating), 0) <> shop.rating_sum`,
	},
	{
		name: 'a shop has a look for its openings to come as long as it is listed',
		sql: `SELECT shop.id AS subject FROM shops shop LEFT JOIN opening_looks look ON look.shop_id = shop.id
			WHERE (shop.is_listed = 1) <> (look.shop_id IS NOT NULL)`,
	},
]
