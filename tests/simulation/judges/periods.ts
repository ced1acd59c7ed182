import { DAY_MS } from '#app/kernel/instant.ts'
import { planRecordOf } from '../stories/plan-record.ts'
import type { World } from '../world.ts'
import { clockAt, dayOf } from './clock-by-hand.ts'

/** How long plans run, by hand: their days and those of their pause, on the shop's clock, up to a midnight there. */
export async function judgePeriods(world: World): Promise<void> {
	const periods = await world.sql.rows(
		`SELECT period.id, period.starts_at, period.ends_at, period.paused_at, period.resumes_at, plan.period_days AS days,
				shop.time_zone AS zone, EXISTS (SELECT 1 FROM plan_sessions WHERE plan_id = plan.id
					AND called_off_at + 7 * 86400000 BETWEEN period.ends_at - 86400000 AND period.ends_at) AS is_longer
			FROM subscriptions period JOIN subscription_plans plan ON plan.id = period.plan_id
			JOIN shops shop ON shop.id = plan.shop_id`,
	)
	for (const { id, zone: of, days, starts_at, ends_at, paused_at, resumes_at, is_longer } of periods) {
		// A session that was called off after its end gives seven days from then.
		if (Number(is_longer) === 1) continue
		const zone = String(of)
		const end = Number(ends_at)
		const paused = paused_at === null ? 0 : dayOf(zone, Number(resumes_at)) - dayOf(zone, Number(paused_at))
		const ran = dayOf(zone, end) - dayOf(zone, Number(starts_at)) - paused
		// Resumed on its last day it still has that day.
		const isLastDay = paused > 0 && end - Number(resumes_at) <= DAY_MS && ran === Number(days) + 1
		if (ran !== Number(days) && !isLastDay)
			world.find(`period ${id} of ${days} days runs ${ran} days beside a pause of ${paused}`)
		const { minute } = clockAt(zone, end)
		if (minute !== 0) world.find(`period ${id} ends at minute ${minute} of a day`)
	}
	await judgePauses(world)
}

/** F22: a pause gives up the places that its page had shown, and none that was booked since. */
async function judgePauses(world: World): Promise<void> {
	for (const { subscriptionId, pausedAt, shown } of planRecordOf(world).pauses) {
		const lost = await world.sql.count(
			`SELECT count(*) FROM session_bookings place JOIN subscriptions period ON period.id = place.subscription_id
				JOIN subscriptions paused ON paused.user_id = period.user_id AND paused.plan_id = period.plan_id
				WHERE paused.id = ? AND place.cancelled_by = 'pause' AND place.cancelled_at = ?`,
			subscriptionId,
			pausedAt,
		)
		if (lost > shown) world.find(`the pause of ${subscriptionId} took ${lost} places, and showed ${shown}`)
	}
}
