import { jobs } from '#app/flows/lists/jobs.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
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
		const hasRefund = random.chance(0.2)
		const afterMs = random.below(1_500)
		const chosen = random.next()
		await me.until(nextRunAt(me.now()))
		await me.together(
			...Array.from({ length: isDouble ? 2 : 1 }, () => () => runCron(me, { groups: [payoutsJob] })),
			...(hasRefund ? [() => giveBackDue(world, me, { afterMs, chosen })] : []),
		)
	}
}

async function giveBackDue(
	world: World,
	me: Teller,
	{ afterMs, chosen }: { afterMs: number; chosen: number },
): Promise<void> {
	await me.wait(afterMs)
	const due = await world.sql.rows(
		`SELECT payment_reference AS reference FROM transactions JOIN appointments visit ON visit.id = appointment_id
			WHERE outcome = 'booked' AND is_payout_open = 1 AND visit.status IN ('COMPLETED', 'NO_SHOW') ORDER BY 1`,
	)
	const reference = due[Math.floor(chosen * due.length)]?.reference
	if (reference === undefined) return
	const givenReference = String(reference)
	await me.press('refunds what is being paid out', (deps, now) =>
		refundByOperator(deps, { givenReference, now }),
	)
}
