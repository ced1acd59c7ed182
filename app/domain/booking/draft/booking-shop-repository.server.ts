import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/client.server.ts'
import { pickColumns, rows } from '#db/row.server.ts'
import { drafts } from '#db/schema/booking-drafts.ts'
import { services, shopBankAccounts, shops, staffMembers, staffServices } from '#db/schema/discovery.ts'
import { shopPhotos } from '#db/schema/discovery-photos.ts'
import { bankAccount } from '#db/shop-parts.server.ts'
import { build, first, placeholder, prepared, preparedSelect } from '#db/statement.server.ts'

const shopRow = rows({
	...pickColumns(shops, 'id', 'name', 'address', 'phone', 'isListed', 'timeZone', 'minimumNoticeMinutes'),
	...pickColumns(shops, 'horizonDays', 'freeCancellationMinutes', 'rescheduleCutoffMinutes', 'depositKind'),
	...pickColumns(shops, 'depositValue', 'prepayAfterNoShows'),
	bankAccount,
})

export type BookingShop = ReturnType<typeof shopRow.read>

const shopOfDraft = preparedSelect(
	shopRow,
	() => sql`FROM ${drafts} JOIN ${shops} ON ${shops.id} = ${drafts.shopId}
		LEFT JOIN ${shopBankAccounts} ON ${shopBankAccounts.shopId} = ${shops.id}
		WHERE ${drafts.id} = ${placeholder('draftId')}`,
)

/** Listed: the named shop, else the draft's. */
const isWantedShop = and(
	eq(shops.isListed, true),
	sql`${shops.id} = coalesce(${placeholder('shopId')},
		(SELECT ${drafts.shopId} FROM ${drafts} WHERE ${drafts.id} = ${placeholder('draftId')}))`,
)

const wantedShop = prepared(() =>
	build.select({ id: shops.id, name: shops.name }).from(shops).where(isWantedShop),
)

/** The first photo with a thumbnail that customers may see. */
const firstPhotoOfService = sql<string | null>`(SELECT ${shopPhotos.id} FROM ${shopPhotos}
	WHERE ${shopPhotos.shopId} = ${services.shopId} AND ${shopPhotos.serviceId} = ${services.id}
		AND ${shopPhotos.hiddenAt} IS NULL AND ${shopPhotos.thumbnailType} IS NOT NULL
	ORDER BY ${shopPhotos.position}, ${shopPhotos.createdAt} LIMIT 1)`

const servicesOfWantedShop = prepared(() =>
	build
		.select({
			serviceId: services.id,
			...pickColumns(services, 'name', 'description', 'durationMinutes', 'priceKobo'),
			photoId: firstPhotoOfService,
		})
		.from(services)
		.innerJoin(shops, eq(shops.id, services.shopId))
		.where(and(isWantedShop, eq(services.isEnabled, true)))
		.orderBy(asc(services.position), asc(services.name), asc(services.id)),
)

const shopOfServiceRow = prepared(() =>
	build
		.select({ name: shops.name, phone: shops.phone })
		.from(services)
		.innerJoin(shops, eq(shops.id, services.shopId))
		.where(eq(services.id, placeholder('serviceId'))),
)

const bookableServiceRow = prepared(() =>
	build
		.select({
			shopId: shops.id,
			shopName: shops.name,
			staffCount: sql<number>`(SELECT count(*) FROM ${staffServices}
				JOIN ${staffMembers} ON ${staffMembers.id} = ${staffServices.staffMemberId}
				WHERE ${staffServices.serviceId} = ${services.id} AND ${staffMembers.isActive} = 1)`,
		})
		.from(services)
		.innerJoin(shops, eq(shops.id, services.shopId))
		.where(
			and(eq(services.id, placeholder('serviceId')), eq(services.isEnabled, true), eq(shops.isListed, true)),
		),
)

export function createBookingShopRepository(read: Database['read']) {
	return {
		shopOfDraft: (draftId: string): Promise<BookingShop | null> => first(read(shopOfDraft({ draftId }))),

		/** The listed shop with this id, else the draft's, with its bookable services in order. */
		async shopWithServices(shopId: string | null, draftId: string | null) {
			const input = { shopId, draftId }
			const [[found], offered] = await Promise.all([
				read(wantedShop(input)),
				read(servicesOfWantedShop(input)),
			])
			return found ? { ...found, services: offered } : null
		},

		/** With the number of its staff; null when it is not offered. */
		bookableService: (
			serviceId: string,
		): Promise<{ shopId: string; shopName: string; staffCount: number } | null> =>
			first(read(bookableServiceRow({ serviceId }))),

		/** The shop to call about a service. */
		shopOfService: (serviceId: string): Promise<{ name: string; phone: string | null } | null> =>
			first(read(shopOfServiceRow({ serviceId }))),
	}
}
