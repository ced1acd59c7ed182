import type { Invariant } from './invariant.ts'

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
	{
		name: `a photo is of a service of its own shop, and of no more than a place may have`,
		sql: `SELECT photo.id AS subject FROM shop_photos photo JOIN services service ON service.id = photo.service_id
				WHERE service.shop_id <> photo.shop_id
			UNION ALL SELECT shop_id FROM shop_photos GROUP BY shop_id, service_id HAVING count(*) > iif(service_id IS NULL, 1, 6)`,
	},
	{
		name: 'bytes that a photo names are not deleted',
		sql: `SELECT photo.id AS subject FROM shop_photos photo JOIN loose_photos loose ON loose.id = photo.id`,
	},
]
