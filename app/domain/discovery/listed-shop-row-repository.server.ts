import { type SQL, sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { flag, instant, integer, json, nullable, pickColumns, real, rows, text } from '#db/row.server.ts'
import { shopClosedDays } from '#db/schema/availability.ts'
import {
	openingChecks,
	services,
	shopCategories,
	shopFreeStarts,
	shopHours,
	shops,
} from '#db/schema/discovery.ts'
import { knownPlace } from '#db/shop-parts.server.ts'
import { placeholder } from '#db/statement.server.ts'
import { isInStretch } from './near-shop-repository.server.ts'
import { shopThumbnailPath } from './photo-repository.server.ts'
import { categoryNames } from './shop-words.ts'
import { isStillOpen, opening } from './still-open-repository.server.ts'

/** In any zone: today and the week after it. */
export const closedSoon = sql`${shopClosedDays.date} BETWEEN ${placeholder('earliest')} AND date(${placeholder('latest')}, '+7 days')`

/** `foundCount`, `withinKm` and `isOfNearest` depend on the list. */
export function listedShopRow(input: Record<'foundCount' | 'withinKm' | 'isOfNearest', SQL>) {
	return rows({
		isInFront: flag(sql`page.in_front`),
		foundCount: integer(input.foundCount),
		withinKm: nullable(integer(input.withinKm)),
		isOfNearest: flag(input.isOfNearest),
		id: shops.id,
		sortName: text(sql`page.sort_name`),
		name: shops.name,
		picture: nullable(text(sql`coalesce(${shopThumbnailPath}, ${shops.picture})`)),
		area: shops.area,
		latitude: real(knownPlace.latitude),
		longitude: real(knownPlace.longitude),
		...pickColumns(shops, 'timeZone', 'featuredFrom', 'featuredUntil', 'ratingSum', 'reviewCount'),
		menu: json<
			[number, number | null, number | null]
		>(sql`(SELECT json_array(count(*), min(${services.priceKobo}), max(${services.priceKobo}))
			FROM ${services} WHERE ${services.shopId} = ${shops.id} AND ${services.isEnabled} = 1)`),
		categoryIds: json<
			string[]
		>(sql`(SELECT json_group_array(${shopCategories.categoryId}) FROM ${shopCategories}
			WHERE ${shopCategories.shopId} = ${shops.id})`),
		hours: json<
			[number, number, number][]
		>(sql`(SELECT json_group_array(json_array(${shopHours.dayOfWeek}, ${shopHours.opensMinute}, ${shopHours.closesMinute}))
			FROM ${shopHours} WHERE ${shopHours.shopId} = ${shops.id})`),
		closedDays: json<CivilDate[]>(sql`(SELECT json_group_array(${shopClosedDays.date}) FROM ${shopClosedDays}
			WHERE ${shopClosedDays.shopId} = ${shops.id} AND ${closedSoon})`),
		/** Also 0 where no refresh is planned. */
		lookDueAt: instant(
			sql`coalesce((SELECT ${openingChecks.dueAt} FROM ${openingChecks} WHERE ${openingChecks.shopId} = ${shops.id}), 0)`,
		),
		opening: nullable(
			json<
				[CivilDate, number, Instant]
			>(sql`(SELECT json_array(${opening.date}, ${opening.startMinute}, ${opening.startsAt})
				FROM ${shopFreeStarts} ${opening} WHERE ${opening.shopId} = ${shops.id} AND ${isInStretch} AND ${isStillOpen(opening)}
				ORDER BY ${opening.startsAt} LIMIT 1)`),
		),
		keptFirstAt: nullable(
			instant(sql`(SELECT min(${opening.startsAt}) FROM ${shopFreeStarts} ${opening}
				WHERE ${opening.shopId} = ${shops.id} AND ${isInStretch}
					AND ${opening.startsAt} >= ${placeholder('now')} + ${shops.minimumNoticeMinutes} * 60000)`),
		),
	})
}

export type ListedShop = ReturnType<typeof toListedShop>

export function toListedShop({
	isInFront: _isInFront,
	foundCount: _foundCount,
	withinKm: _withinKm,
	isOfNearest: _isOfNearest,
	menu,
	categoryIds,
	hours,
	closedDays,
	lookDueAt,
	opening: found,
	keptFirstAt,
	...shop
}: ReturnType<ReturnType<typeof listedShopRow>['read']>) {
	const [serviceCount, lowestPriceKobo, highestPriceKobo] = menu
	return {
		...shop,
		serviceCount,
		lowestPriceKobo,
		highestPriceKobo,
		/** Names, in the order of the chips. */
		categories: categoryNames(categoryIds),
		hours: hours.map(([dayOfWeek, opensMinute, closesMinute]) => ({ dayOfWeek, opensMinute, closesMinute })),
		/** Today's and the next week's; a card has no room for reasons. */
		closedDays: closedDays.map((date) => ({ date, reason: '' })),
		/** The earliest free start in the wanted span. */
		opening: found && { date: found[0], startMinute: found[1], startsAt: found[2] },
		/** Never found, or out of date. */
		isOpeningStale: lookDueAt === 0 || (keptFirstAt !== null && keptFirstAt !== found?.[2]),
	}
}
