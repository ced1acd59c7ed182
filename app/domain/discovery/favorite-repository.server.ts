import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { type ShopType, shopTypes } from '#app/kernel/vocabulary.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'

/** More than anybody keeps; it bounds what a page reads. */
const MAX_FAVORITES = 300

/** A business that a customer likes; only those that are listed are shown. */
export type Favorite = {
	shopId: string
	name: string
	type: ShopType
	address: string
	area: string
	city: string
	ratingSum: number
	reviewCount: number
	canBook: boolean
}

/** Favorites of the actor, and of nobody else: a session that ended has none and changes none. */
export function createFavoriteRepository(read: Database['read']) {
	return {
		/** Newest first. */
		listFavorites: (actor: Actor): Promise<Favorite[]> =>
			read(
				rawRead(
					sql`SELECT shop.id, shop.name, shop.type, shop.address, shop.area, shop.city, shop.rating_sum, shop.review_count,
							EXISTS (SELECT 1 FROM services WHERE services.shop_id = shop.id AND services.is_enabled = 1) AS can_book
						FROM user_favorites favorite CROSS JOIN shops shop ON shop.id = favorite.shop_id AND shop.is_listed = 1
						WHERE favorite.user_id = ${actorUserId(actor)}
						ORDER BY favorite.created_at DESC, shop.id LIMIT ${MAX_FAVORITES}`,
					(row) => ({
						shopId: String(row.id),
						name: String(row.name),
						type: shopTypes.find((type) => type === row.type) ?? 'salon',
						address: String(row.address),
						area: String(row.area),
						city: String(row.city),
						ratingSum: Number(row.rating_sum),
						reviewCount: Number(row.review_count),
						canBook: Number(row.can_book) === 1,
					}),
				),
			),

		/** The ids of all shops that the actor likes: for the hearts of a list. */
		favoriteShopIds: (actor: Actor): Promise<string[]> =>
			read(
				rawRead(
					sql`SELECT shop_id FROM user_favorites WHERE user_id = ${actorUserId(actor)} LIMIT ${MAX_FAVORITES}`,
					(row) => String(row.shop_id),
				),
			),

		async isFavorite(actor: Actor, shopId: string): Promise<boolean> {
			const found = await read(
				rawRead(
					sql`SELECT 1 FROM user_favorites WHERE user_id = ${actorUserId(actor)} AND shop_id = ${shopId}`,
					() => true,
				),
			)
			return found.length > 0
		},

		/** Once for each shop, however often it is asked; only a listed shop. */
		insertFavorite: (actor: Actor, { id, shopId }: { id: string; shopId: string }): Statement =>
			rawWrite(
				sql`INSERT INTO user_favorites (id, user_id, shop_id, created_at)
					SELECT ${id}, owner.id, shop.id, ${actor.at} FROM shops shop JOIN users owner ON owner.id = ${actorUserId(actor)}
					WHERE shop.id = ${shopId} AND shop.is_listed = 1
						AND (SELECT count(*) FROM user_favorites WHERE user_id = owner.id) < ${MAX_FAVORITES}
					ON CONFLICT (user_id, shop_id) DO NOTHING`,
			),

		deleteFavorite: (actor: Actor, shopId: string): Statement =>
			rawWrite(sql`DELETE FROM user_favorites WHERE user_id = ${actorUserId(actor)} AND shop_id = ${shopId}`),

		/** How it stands after a write, in the same batch: `is_signed_in` and `is_favorite`, 0 or 1. */
		selectFavoriteState: (actor: Actor, shopId: string): Statement =>
			rawWrite(
				sql`SELECT ${actorUserId(actor)} IS NOT NULL AS is_signed_in,
					EXISTS (SELECT 1 FROM user_favorites WHERE user_id = ${actorUserId(actor)} AND shop_id = ${shopId}) AS is_favorite`,
			),
	}
}

export type FavoriteRepository = ReturnType<typeof createFavoriteRepository>
