import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'
import { clockAt, plainMidnight } from './clock-by-hand.ts'

export type Asked = { shopId: string; serviceId: string; staffMemberId: string | null; date: string }

/**
 * The starts of a day at which a service is free, counted from the rows alone: each half hour from the beginning of a
 * person's shift in which the service ends within the shift, misses the break and meets nothing that is taken. Null for
 * a day on which the clock changes.
 */
export async function freeStarts({ sql }: World, asked: Asked, now: Instant): Promise<Instant[] | null> {
	const { shopId, serviceId, staffMemberId, date } = asked
	const [offer] = await sql.rows(
		`SELECT shop.time_zone, shop.minimum_notice_minutes AS notice, shop.horizon_days AS horizon, shop.is_listed AND service.is_enabled AS is_offered,
				service.duration_minutes AS minutes, service.buffer_minutes AS buffer
			FROM services service JOIN shops shop ON shop.id = service.shop_id WHERE service.id = ? AND shop.id = ?`,
		serviceId,
		shopId,
	)
	if (!offer || Number(offer.is_offered) !== 1) return []
	const zone = String(offer.time_zone)
	const midnight = plainMidnight(zone, date)
	if (midnight === null) return null
	const daysAhead = Math.round((Date.parse(date) - Date.parse(clockAt(zone, now).date)) / 86_400_000)
	if (daysAhead < 0 || daysAhead >= Number(offer.horizon)) return []
	const people = await sql.rows(
		`SELECT person.id, max(shift.start_minute, hours.opens_minute) AS from_minute, min(shift.end_minute, hours.closes_minute) AS until_minute,
				coalesce(shift.break_start_minute, 0) AS break_from, coalesce(shift.break_end_minute, 0) AS break_until
			FROM staff_members person
			JOIN staff_services ON staff_services.staff_member_id = person.id AND staff_services.service_id = ?1
			JOIN staff_schedules shift ON shift.staff_member_id = person.id AND shift.day_of_week = ?3 AND shift.is_available = 1
			JOIN shop_hours hours ON hours.shop_id = person.shop_id AND hours.day_of_week = ?3
			WHERE person.is_active = 1 AND (?2 IS NULL OR person.id = ?2)
				AND NOT EXISTS (SELECT 1 FROM shop_closed_days WHERE shop_id = person.shop_id AND date = ?4)
				AND NOT EXISTS (SELECT 1 FROM staff_days_off WHERE staff_member_id = person.id AND date = ?4)`,
		serviceId,
		staffMemberId,
		new Date(Date.parse(date)).getUTCDay() || 7,
		date,
	)
	const starts = new Set<Instant>()
	for (const person of people) {
		const taken = await sql.rows(
			`SELECT starts_at AS at, blocked_until_at AS until_at FROM calendar_entries
				WHERE staff_member_id = ?1 AND (held_until_at IS NULL OR held_until_at > ?2)
				UNION ALL SELECT starts_at, ends_at FROM blocked_times WHERE staff_member_id = ?1`,
			String(person.id),
			now,
		)
		const [minutes, buffer] = [Number(offer.minutes), Number(offer.buffer)]
		const [breakFrom, breakUntil] = [Number(person.break_from), Number(person.break_until)]
		for (
			let minute = Number(person.from_minute);
			minute + minutes <= Number(person.until_minute);
			minute += 30
		) {
			if (breakFrom < breakUntil && minute < breakUntil && minute + minutes > breakFrom) continue
			const at = midnight + minute * MINUTE_MS
			const untilAt = at + (minutes + buffer) * MINUTE_MS
			if (at < now + Number(offer.notice) * MINUTE_MS) continue
			if (taken.every((busy) => Number(busy.at) >= untilAt || Number(busy.until_at) <= at)) starts.add(at)
		}
	}
	return [...starts].sort((a, b) => a - b)
}
