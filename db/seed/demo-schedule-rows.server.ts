import { addDays } from '#app/kernel/civil.ts'
import type { AvailabilityRows } from './availability-tables.ts'
import { partId, weekOf } from './demo-shop-rows.server.ts'
import type { SeedDay } from './seed-day.server.ts'
import { demoShops } from './shops.ts'

/** When the staff of the demo shops work, with their breaks and days off. */
export function addScheduleRows(rows: AvailabilityRows, { today }: SeedDay): void {
	for (const shop of demoShops) {
		for (const member of shop.staff) {
			const staffMemberId = partId(shop, member.key)
			for (const [dayOfWeek, [startMinute, endMinute]] of weekOf(member.works ?? shop.hours)) {
				const onBreak = member.break && startMinute < member.break[0] && member.break[1] < endMinute
				rows.staffSchedules.push({
					staffMemberId,
					dayOfWeek,
					isAvailable: true,
					startMinute,
					endMinute,
					breakStartMinute: (onBreak && member.break?.[0]) || null,
					breakEndMinute: (onBreak && member.break?.[1]) || null,
				})
			}
			for (const offset of member.daysOff ?? []) {
				rows.staffDaysOff.push({ staffMemberId, date: addDays(today, offset) })
			}
		}
	}
}
