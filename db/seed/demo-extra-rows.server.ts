import type { InStatement } from '@libsql/client/web'
import { addDays, dayOfWeekOf } from '#app/kernel/civil.ts'
import { updateRows } from '#db/bulk-rows.server.ts'
import { shops as shopTable } from '#db/schema/discovery.ts'
import type { DemoSeed } from './demo-shop.ts'
import type { AvailabilityRows } from './seed-tables.ts'

/** Gives imported demo shops their pictures, promotions and terms, and closes one today. */
export function completeShops({ shops, today }: DemoSeed): InStatement[] {
	const closed = shops.flatMap(({ closedToday, shopId }) => (closedToday ? shopId : []))
	return [
		...updateRows(
			shopTable,
			shops.map(({ shopId, picture = null, featured, prepayAfterNoShows = null }) => ({
				id: shopId,
				picture,
				featuredFrom: featured ? addDays(today, featured.fromDay) : null,
				featuredUntil: featured ? addDays(today, featured.untilDay) : null,
				prepayAfterNoShows,
			})),
		),
		{
			sql: 'DELETE FROM shop_hours WHERE day_of_week = ? AND shop_id IN (SELECT value FROM json_each(?))',
			args: [dayOfWeekOf(today), JSON.stringify(closed)],
		},
	]
}

export function addDaysOffRows(rows: AvailabilityRows, { shops, today }: DemoSeed): void {
	for (const { daysOff = {} } of shops)
		for (const [staffMemberId, offsets] of Object.entries(daysOff))
			for (const offset of offsets) rows.staffDaysOff.push({ staffMemberId, date: addDays(today, offset) })
}
