import { MINUTE_MS } from '#app/kernel/instant.ts'
import { lastDaysOf } from '../stories/last-day-record.ts'
import type { World } from '../world.ts'
import { clockAt } from './clock-by-hand.ts'

/** What was held before keeps its time (decision 043): for ten minutes, and a write may come minutes later. */
const PROMISED_MS = 13 * MINUTE_MS
/** A clock is off by so much at most. */
const SKEW_MS = 10_000

/** By hand: nothing is agreed on with a person for a day after their last one, once that was named. */
export async function judgeLastDays(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	for (const [id, { lastDay, namedAt }] of lastDaysOf(world)) {
		const late = await world.sql.rows(
			`SELECT visit.id FROM appointments visit JOIN appointment_services part ON part.appointment_id = visit.id
				JOIN checkouts agreed ON agreed.id = visit.checkout_id
				WHERE part.staff_member_id = ? AND visit.scheduled_date > ? AND agreed.created_at > ? AND visit.calendar_sequence = 0
					AND visit.changed_at IS NULL`,
			id,
			lastDay,
			namedAt + PROMISED_MS,
		)
		for (const visit of late) world.find(`${visit.id} was booked with ${id} after their last day, ${lastDay}`)
		const isGone =
			(await world.sql.count('SELECT count(*) FROM staff_members WHERE id = ? AND is_active = 0', id)) > 0
		const [shop] = await world.sql.rows(
			'SELECT time_zone FROM shops JOIN staff_members person ON person.shop_id = shops.id WHERE person.id = ?',
			id,
		)
		if (isGone && clockAt(String(shop?.time_zone), world.now() + SKEW_MS).date <= lastDay)
			world.find(`${id} cannot be booked, and their last day ${lastDay} is not over`)
		if (!isOver) continue
		const stays = await world.sql.count(
			'SELECT count(*) FROM staff_members WHERE id = ? AND is_active = 1 AND last_day IS NOT NULL',
			id,
		)
		if (stays > 0) world.find(`${id} left on ${lastDay}, and can be booked`)
	}
}
