import { jobs } from '#app/flows/lists/jobs.server.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Teller } from '../teller.ts'
import type { World } from '../world.ts'
import { runCron } from './cron.ts'
import { actsOfEvenings, visitsToPay } from './evening-acts.ts'

const RUN_MS = 10 * MINUTE_MS
/** Many trips are slow at the hour at which most is closed and paid. */
const busy = { slowTrips: 0.25 }
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

/**
 * The cron at the minutes in which shops are paid, which the other runs seldom meet. Now and then it runs twice at
 * once, or something happens to what is just being paid out.
 */
export async function paydayStory(world: World, me: Teller, endsAt: Instant): Promise<void> {
	const { random } = me
	while (me.now() < endsAt) {
		await me.wait(random.below(40) * MINUTE_MS)
		if (isEvening(me.now())) await runPayouts(world, me, { isDouble: random.chance(0.3), isDisturbed: true })
		else await me.wait(HOUR_MS)
	}
}

/** One run for payouts, or two at once, at the next minute that has them. */
export async function runPayouts(
	world: World,
	me: Teller,
	{ isDouble, isDisturbed }: { isDouble: boolean; isDisturbed: boolean },
): Promise<void> {
	const { random } = me
	const acts = Array.from({ length: isDisturbed && random.chance(0.8) ? 1 + random.below(5) : 0 }, () => ({
		act: random.pick(actsOfEvenings),
		share: random.next(),
		// A run reads and writes what it pays within half a second, or a few.
		afterMs: random.below(random.chance(0.5) ? 300 : 1_500),
	}))
	await me.until(nextRunAt(me.now()))
	const due = acts.length > 0 ? await visitsToPay(world) : []
	await me.together(
		...Array.from(
			{ length: isDouble ? 2 : 1 },
			() => () => runCron(me, { groups: [payoutsJob], rough: busy }),
		),
		...acts.map(({ act, share, afterMs }) => async () => {
			const visit = due[Math.floor(share * due.length)]
			if (!visit) return
			await me.wait(afterMs)
			await act({ world, me }, visit)
		}),
	)
}
