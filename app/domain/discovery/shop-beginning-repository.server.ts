import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { discoverCategories, type ShopType } from '#app/kernel/vocabulary/discovery.ts'
import type { NextStep, ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { insertNewRows } from '#db/bulk-rows.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, json, rows } from '#db/row.server.ts'
import { staffSchedules } from '#db/schema/availability.ts'
import { categories, services, shopHours, shops, staffMembers, staffServices } from '#db/schema/discovery.ts'
import { shopPhotos } from '#db/schema/discovery-photos.ts'
import { payoutAccounts } from '#db/schema/payouts.ts'
import { accessKeys } from '#db/schema/shops.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { insertNewRow, preparedSelect, rawWrite } from '#db/statement.server.ts'

/** What a shop that begins has and lacks for its first booking. */
type ShopBeginning = {
	/** Listed as soon as it could be booked. */
	begins: boolean
	isListed: boolean
	hasService: boolean
	/** With working hours and an enabled service. */
	hasPerson: boolean
	hasHours: boolean
	isBookable: boolean
	/** A poster is never done, only put away. */
	isDone: Record<Exclude<NextStep, 'poster'>, boolean>
	putAway: NextStep[]
}

const servicesOfShop = sql`${services} WHERE ${services.shopId} = ${shops.id} AND ${services.isEnabled} = 1`
const peopleOfShop = sql`${services}
	CROSS JOIN ${staffServices} ON ${staffServices.serviceId} = ${services.id}
	CROSS JOIN ${staffMembers} ON ${staffMembers.id} = ${staffServices.staffMemberId} AND ${staffMembers.isActive} = 1
	CROSS JOIN ${staffSchedules} ON ${staffSchedules.staffMemberId} = ${staffMembers.id} AND ${staffSchedules.isAvailable} = 1`
const isOfShop = sql`${services.shopId} = ${shops.id} AND ${services.isEnabled} = 1`

/** The first start of a day, and the first half-hour after it that is not before the break's end. */
const fullStart = sql`max(${shopHours.opensMinute}, ${staffSchedules.startMinute})`
const afterBreak = sql`(${fullStart} + (max(${staffSchedules.breakEndMinute} - ${fullStart}, 0) + 29) / 30 * 30)`
const endMinute = sql`min(${shopHours.closesMinute}, ${staffSchedules.endMinute})`

/**
 * Of the shop in scope: a person works long enough, while it is open, for one of their services. Days off and the
 * calendar do not count: a full week keeps a shop bookable.
 */
const couldBeBooked = sql`EXISTS (SELECT 1 FROM ${peopleOfShop}
	CROSS JOIN ${shopHours} ON ${shopHours.shopId} = ${services.shopId} AND ${shopHours.dayOfWeek} = ${staffSchedules.dayOfWeek}
	WHERE ${isOfShop} AND CASE
		WHEN ${staffSchedules.breakStartMinute} IS NULL OR ${staffSchedules.breakStartMinute} = ${staffSchedules.breakEndMinute}
			OR ${fullStart} + ${services.durationMinutes} <= ${staffSchedules.breakStartMinute}
		THEN ${fullStart} + ${services.durationMinutes} <= ${endMinute}
		ELSE ${afterBreak} + ${services.durationMinutes} <= ${endMinute} END)`

const beginningOfCaller = preparedSelect<ShopBeginning>(
	rows({
		begins: shops.listsWhenBookable,
		isListed: shops.isListed,
		hasService: flag(sql`EXISTS (SELECT 1 FROM ${servicesOfShop})`),
		hasPerson: flag(sql`EXISTS (SELECT 1 FROM ${peopleOfShop} WHERE ${isOfShop})`),
		hasHours: flag(sql`EXISTS (SELECT 1 FROM ${shopHours} WHERE ${shopHours.shopId} = ${shops.id})`),
		isBookable: flag(couldBeBooked),
		isDone: rows({
			'payout-account': flag(sql`EXISTS (SELECT 1 FROM ${payoutAccounts}
				WHERE ${payoutAccounts.shopId} = ${shops.id} AND ${payoutAccounts.stoppedAt} IS NULL)`),
			deposit: flag(sql`${shops.depositKind} <> 'none'`),
			photos: flag(sql`EXISTS (SELECT 1 FROM ${shopPhotos} WHERE ${shopPhotos.shopId} = ${shops.id})`),
			desk: flag(sql`EXISTS (SELECT 1 FROM ${accessKeys} WHERE ${accessKeys.shopId} = ${shops.id}
				AND ${accessKeys.kind} = 'kiosk' AND ${accessKeys.role} = 'desk' AND ${accessKeys.endedAt} IS NULL)`),
		}),
		putAway: json<NextStep[]>(sql`${shops.putAwaySteps}`),
	}),
	() => sql`FROM ${shops} WHERE ${shops.id} = ${callingShopId(shopCallerPlaceholders)}`,
)

/** From its owner's form. */
type BeginningShop = {
	id: string
	externalId: string
	slug: string
	name: string
	type: ShopType
	description: string
	phone: string
	email: string
	address: string
	area: string
	city: string
	latitude: number
	longitude: number
	isPlaceKnown: boolean
	now: Instant
}

/** How a shop that began with a form comes to be listed. */
export function createShopBeginningRepository(read: Database['read']) {
	return {
		/** Not listed until it could be booked. Inserts the categories, which a new database lacks. */
		insertBeginningShop: ({ now, ...shop }: BeginningShop): Statement<number>[] => [
			insertNewRows(
				categories,
				discoverCategories.map((category, position) => ({ ...category, position })),
				['id'],
			),
			insertNewRow(shops, { ...shop, isListed: false, listsWhenBookable: true, createdAt: now }, shops.id),
		],

		/** Lists the beginning shops that could be booked now. In the change's own write, after it. */
		listBookable: (shopIds: readonly string[]): Statement<number> => listBookableShops(shopIds),

		/** A reminder that the owner dismissed; dismissing it again changes nothing. */
		putAwayStep: (shopId: string, step: NextStep): Statement<number> =>
			rawWrite(sql`UPDATE ${shops} SET put_away_steps = json_insert(put_away_steps, '$[#]', ${step})
				WHERE ${shops.id} = ${shopId} AND NOT EXISTS (SELECT 1 FROM json_each(put_away_steps) WHERE value = ${step})`),

		/** Of the caller's shop; `nothing` for an unknown key. */
		async beginningOf({ secretHash, kind }: ShopCaller): Promise<ShopBeginning> {
			const [found] = await read(beginningOfCaller({ secretHash, kind }))
			return found ?? nothing
		},
	}
}

const nothing: ShopBeginning = {
	begins: false,
	isListed: false,
	hasService: false,
	hasPerson: false,
	hasHours: false,
	isBookable: false,
	isDone: { 'payout-account': false, deposit: false, photos: false, desk: false },
	putAway: [],
}

/** For the import too, which can make a shop bookable. */
export function listBookableShops(shopIds: readonly string[]): Statement<number> {
	const wanted: SQL = sql`(SELECT value FROM json_each(${JSON.stringify(shopIds)}))`
	return rawWrite(sql`UPDATE ${shops} SET is_listed = 1, lists_when_bookable = 0
		WHERE ${shops.id} IN ${wanted} AND ${shops.listsWhenBookable} = 1 AND ${couldBeBooked}`)
}
