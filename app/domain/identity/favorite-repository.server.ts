import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, pickColumns, rows } from '#db/row.server.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { userFavorites, users } from '#db/schema/identity.ts'
import { build, deleteWhere, insertFrom, isAny, prepared, rawSelect } from '#db/statement.server.ts'

/** Bounds a page's read. */
const MAX_FAVORITES = 300

const favoriteRow = rows({
	shopId: shops.id,
	...pickColumns(shops, 'name', 'type', 'address', 'area', 'city', 'ratingSum', 'reviewCount'),
	canBook: flag(
		sql`EXISTS (SELECT 1 FROM ${services} WHERE ${services.shopId} = ${shops.id} AND ${services.isEnabled} = 1)`,
	),
})
export type Favorite = ReturnType<typeof favoriteRow.read>

const shopIdsOfActor = prepared(() =>
	build
		.select({ shopId: userFavorites.shopId })
		.from(userFavorites)
		.where(eq(userFavorites.userId, actorUserId(actorPlaceholders)))
		.limit(MAX_FAVORITES),
)

const favoriteOfActor = prepared(() =>
	build
		.select({ shopId: userFavorites.shopId })
		.from(userFavorites)
		.where(
			and(
				eq(userFavorites.userId, actorUserId(actorPlaceholders)),
				eq(userFavorites.shopId, sql.placeholder('shopId')),
			),
		),
)

/** The actor's own favorites. An ended session reads and changes none. */
export function createFavoriteRepository(read: Database['read']) {
	return {
		/** Newest first. */
		listFavorites: (actor: Actor): Promise<Favorite[]> =>
			read(
				// CROSS JOIN reads the few favorites first, then each shop.
				rawSelect(
					favoriteRow,
					sql`FROM ${userFavorites} CROSS JOIN ${shops} ON ${shops.id} = ${userFavorites.shopId} AND ${shops.isListed} = 1
						WHERE ${userFavorites.userId} = ${actorUserId(actor)}
						ORDER BY ${userFavorites.createdAt} DESC, ${shops.id} LIMIT ${MAX_FAVORITES}`,
				),
			),

		async favoriteShopIds(actor: Actor): Promise<string[]> {
			const favorites = await read(shopIdsOfActor(actor))
			return favorites.map(({ shopId }) => shopId)
		},

		isFavorite: (actor: Actor, shopId: string): Promise<boolean> =>
			isAny(read(favoriteOfActor({ ...actor, shopId }))),

		/** Once for each shop, and only a listed one. */
		insertFavorite: (actor: Actor, { id, shopId }: { id: string; shopId: string }): Statement<number> =>
			insertFrom(
				userFavorites,
				{ id, userId: sql`${users.id}`, shopId: sql`${shops.id}`, createdAt: actor.at },
				sql`FROM ${shops} JOIN ${users} ON ${users.id} = ${actorUserId(actor)}
					WHERE ${shops.id} = ${shopId} AND ${shops.isListed} = 1
						AND (SELECT count(*) FROM ${userFavorites} WHERE ${userFavorites.userId} = ${users.id}) < ${MAX_FAVORITES}
					ON CONFLICT (${sql.identifier(userFavorites.userId.name)}, ${sql.identifier(userFavorites.shopId.name)}) DO NOTHING`,
			),

		deleteFavorite: (actor: Actor, shopId: string): Statement<number> =>
			deleteWhere(userFavorites, isOwn(actor, shopId)),

		/** The state after a write, in its batch. */
		selectFavoriteState: (
			actor: Actor,
			shopId: string,
		): Statement<{ isSignedIn: boolean; isFavorite: boolean }[]> =>
			rawSelect(
				rows({
					isSignedIn: flag(sql`${actorUserId(actor)} IS NOT NULL`),
					isFavorite: flag(sql`EXISTS (SELECT 1 FROM ${userFavorites} WHERE ${isOwn(actor, shopId)})`),
				}),
			),
	}
}

function isOwn(actor: Actor, shopId: string) {
	return and(eq(userFavorites.userId, actorUserId(actor)), eq(userFavorites.shopId, shopId))
}
