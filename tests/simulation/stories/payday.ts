import { jobs } from '#app/flows/lists/jobs.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { dayOfWeekOf } from '#app/kernel/civil.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { PAYOUT_HOUR } from '../request.ts'
import type { Teller } from '../teller.ts'
import type { World } from '../world.ts'
import { runCron } from './cron.ts'

const RUN_MS = 10 * MINUTE_MS
const payoutsJob = jobs.filter(({ name }) => name === 'payouts')

/** The hours of the world's clock in which it is evening in one of the town's zones. */
const isEvening = (now: Instant) => {
	const hour = new Date(now).getUTCHours()
	return hour >= 17 || hour <= 4
}

/** The next minute in which payouts are written down, a little after its beginning because clocks differ. */
function nextRunAt(now: Instant): Instant {
	return (Math.floor(now / RUN_MS) + 1) * RUN_MS + 10_000
}

export async function runPayouts(me: Teller): Promise<void> {
	await me.until(nextRunAt(me.now()))
	await runCron(me, { groups: [payoutsJob] })
}

/**
 * The cron at the minutes in which shops are paid, which the other runs seldom meet. Now and then it runs twice at
 * once, or the operator gives back what is just being paid out.
 */
export async function paydayStory(world: World, me: Teller, endsAt: Instant): Promise<void> {
	const { random } = me
	while (me.now() < endsAt) {
		await me.wait(random.below(40) * MINUTE_MS)
		if (!isEvening(me.now())) {
			await me.wait(HOUR_MS)
			continue
		}
		const isDouble = random.chance(0.3)
		// A run takes half a second, or a few.
		const refunds = Array.from({ length: random.chance(0.5) ? 1 + random.below(3) : 0 }, () => ({
			afterMs: random.below(random.chance(0.7) ? 300 : 1_500),
			chosen: random.next(),
		}))
		await me.until(nextRunAt(me.now()))
		const shops = await shopsToPay(world)
		await me.together(
			...Array.from({ length: isDouble ? 2 : 1 }, () => () => runCron(me, { groups: [payoutsJob] })),
			...refunds.map((refund) => () => giveBackDue(world, me, { ...refund, shops })),
		)
	}
}

/** Shops whose payouts begin at that run, or were left over: the operator has just looked at what is due to them. */
async function shopsToPay({ sql, now }: World): Promise<string[]> {
	const shops = await sql.rows(
		`SELECT shops.id, shops.time_zone, coalesce(looked.looked_at, 0) AS looked_at FROM shops
			LEFT JOIN payout_looks looked ON looked.shop_id = shops.id ORDER BY shops.id`,
	)
	return shops.flatMap(({ id, time_zone, looked_at }) => {
		const { date, minute } = civilAt(String(time_zone), now())
		const sinceMs = (minute - PAYOUT_HOUR * 60) * MINUTE_MS
		const isToPay = sinceMs >= 0 && dayOfWeekOf(date) <= 5 && now() - Number(looked_at) > sinceMs
		return isToPay ? [String(id)] : []
	})
}

async function giveBackDue(
	world: World,
	me: Teller,
	{ afterMs, chosen, shops }: { afterMs: number; chosen: number; shops: readonly string[] },
): Promise<void> {
	await me.wait(afterMs)
	const due = await world.sql.rows(
		`SELECT payment_reference AS reference FROM transactions JOIN appointments visit ON visit.id = appointment_id
			WHERE outcome = 'booked' AND is_payout_open = 1 AND visit.status IN ('COMPLETED', 'NO_SHOW')
				AND transactions.shop_id IN (SELECT value FROM json_each(?)) ORDER BY 1`,
		JSON.stringify(shops),
	)
	const reference = due[Math.floor(chosen * due.length)]?.reference
	if (reference === undefined) return
	const givenReference = String(reference)
	await me.press('refunds what is being paid out', (deps, now) =>
		refundByOperator(deps, { givenReference, now }),
	)
}
