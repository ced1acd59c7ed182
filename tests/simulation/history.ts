import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { pseudoRandom } from '#db/seed/pseudo-random.ts'
import { judges } from './judges/all.ts'
import { judgeInvariants } from './judges/invariants.ts'
import { judgeLiveness } from './judges/liveness.ts'
import { judgeOfNewPayouts } from './judges/new-payouts.ts'
import { judgeReserve } from './judges/reserve.ts'
import { judgeSentPayout } from './judges/sent-payouts.ts'
import { storyKinds } from './stories/all.ts'
import { cronStory, runCron } from './stories/cron.ts'
import { bookPartsBack } from './stories/parts-back.ts'
import { paydayStory, runPayouts } from './stories/payday.ts'
import { createPublicNews } from './stories/public-news.ts'
import { replicaStory } from './stories/replica.ts'
import { settlementStory } from './stories/settlement.ts'
import { carryWebhook } from './stories/webhooks.ts'
import { createTeller, type StoryPlan } from './teller.ts'
import { buildTown } from './town.ts'
import { createWorld, type Find, type World } from './world.ts'

/** How large a history is: a week of five shops unless said. */
export type HistorySize = { days: number; shops: number }
export type PlannedStory = StoryPlan & { shop: number }
export type HistoryPlan = HistorySize & { seed: string; startsAt: Instant; stories: PlannedStory[] }

/** Beginnings at which the calendar has something to get wrong. */
const beginnings = ['2026-12-28', '2027-02-25', '2027-03-24', '2027-10-27', '2028-02-26', '2026-11-02'].map(
	(date) => Date.parse(`${date}T05:00:00Z`),
)

/** Steps between two audits of everything: each costs more in a larger town, and a step is of one shop alone. */
const auditedEvery = (shops: number) => Math.max(100, 20 * shops)

export function planHistory(seed: string, { days, shops }: HistorySize): HistoryPlan {
	const random = pseudoRandom(`plan of ${seed}`)
	const startsAt = random.pick(beginnings)
	const stories: PlannedStory[] = []
	for (let day = 0; day < days; day++) {
		for (let shop = 0; shop < shops; shop++) {
			const dayAt = startsAt + day * DAY_MS
			for (const [kind, { aDay }] of Object.entries(storyKinds)) {
				for (let n = 0; n < (aDay === 'at opening' ? 1 : aDay); n++) {
					// Half of them come in two rushes, so that they meet.
					const minute = random.chance(0.5) ? random.pick([240, 700]) + random.below(3) : random.below(1_100)
					stories.push({
						id: `${kind} ${shop}.${day}.${n}`,
						kind,
						shop,
						startsAt: dayAt + (aDay === 'at opening' ? 180 : minute) * MINUTE_MS,
						hasFaults: random.chance(0.5),
					})
				}
			}
		}
	}
	return { seed, days, shops, startsAt, stories }
}

export type HistoryResult = {
	finds: readonly Find[]
	steps: number
	trips: number
	faults: number
	hash: string
	lines: readonly string[]
	counts: Record<string, number>
}

/** Plays a history to its end, or to the first find. */
export async function playHistory(plan: HistoryPlan, { keepsLines = false } = {}): Promise<HistoryResult> {
	const world = await createWorld(plan.seed, plan.startsAt, { keepsLines })
	try {
		await play(world, plan)
		return {
			finds: world.finds,
			steps: world.steps,
			trips: world.requests,
			faults: world.faults,
			hash: world.historyHash(),
			lines: world.lines,
			counts: await countsOf(world),
		}
	} finally {
		world.remove()
	}
}

async function play(world: World, plan: HistoryPlan): Promise<void> {
	const { days, shops } = plan
	const town = await buildTown(world, { days, shops, people: 4 * shops })
	const news = createPublicNews()
	let areFaultsOver = false
	const tellerOf = (story: StoryPlan) => createTeller(world, story, () => areFaultsOver)
	const events = new Map<string, number>()
	world.onEvent = (event) => {
		const name = `webhook ${event.event} ${event.reference}`
		const count = (events.get(name) ?? 0) + 1
		events.set(name, count)
		const story = { id: `${name} ${count}`, kind: 'webhook', startsAt: world.now(), hasFaults: true }
		world.begin(story.id, () => carryWebhook(tellerOf(story), event, () => !areFaultsOver))
	}
	for (const story of plan.stories) {
		const act = storyKinds[story.kind]?.story
		const shop = town.shops[story.shop]
		if (!act || !shop) throw new Error(`no story ${story.kind} of shop ${story.shop}`)
		world.begin(story.id, async () => {
			await world.until(story.startsAt)
			await act({ world, town, news, shop, me: tellerOf(story) })
		})
	}
	const endsAt = plan.startsAt + days * DAY_MS
	const cron = tellerOf({ id: 'cron', kind: 'cron', startsAt: world.now(), hasFaults: true })
	world.begin('cron', () => cronStory(cron, endsAt))
	const payday = tellerOf({ id: 'payday', kind: 'cron', startsAt: world.now(), hasFaults: true })
	world.begin('payday', () => paydayStory(world, payday, endsAt))
	const owner = tellerOf({ id: 'settlement', kind: 'operator', startsAt: world.now(), hasFaults: true })
	world.begin('settlement', () => settlementStory(world, owner, endsAt))
	world.onTransfer = (transfer) =>
		void Promise.all([judgeReserve(world, transfer), judgeSentPayout(world, transfer)])
	world.onCronWrite = judgeOfNewPayouts(world)
	world.begin('replica', () => replicaStory(world, endsAt))

	let audited = 0
	const judge = async () => {
		if (world.steps - audited < auditedEvery(shops)) return
		audited = world.steps
		await judgeInvariants(world, { isOver: false })
		for (const judgeBy of judges) await judgeBy(world, { isOver: false })
	}
	const hasFound = () => world.finds.length > 0
	await world.run(judge, hasFound)
	if (hasFound()) return
	areFaultsOver = true
	world.begin('cron at the end', () =>
		runDry(world, tellerOf({ id: 'cron at the end', kind: 'cron', startsAt: world.now(), hasFaults: false })),
	)
	await world.run(judge, hasFound)
	if (hasFound()) return
	await judgeInvariants(world, { isOver: true })
	for (const judgeBy of judges) await judgeBy(world, { isOver: true })
	await judgeLiveness(world)
}

/** Often enough for an evening of each zone. */
const PAID_EACH_MS = 4 * HOUR_MS

/** What the operator adds to the balance when a payout waits for it. */
const ADDED_KOBO = 1_000_000

/** The evenings of the first days are as before. */
const EVENINGS_MS = 4 * DAY_MS

/** The cron without faults, until all that waits for a time has had it. */
async function runDry(world: World, me: ReturnType<typeof createTeller>): Promise<void> {
	const actsEndAt = me.now() + EVENINGS_MS
	/** How often the operator was told that a payout waits for money. */
	const countShort = () => world.alerts.filter((line) => line.includes('for enough money at Paystack')).length
	let shortBefore = 0
	for (const [gap, runs] of [
		[3 * MINUTE_MS, 6],
		[3 * HOUR_MS, 8],
		[12 * HOUR_MS, 10],
		[3 * MINUTE_MS, 3],
	] as const) {
		for (let run = 0; run < runs; run++) {
			await runCron(me)
			await bookPartsBack(world, me)
			const nextAt = me.now() + gap
			// Shops are paid at some minutes of some evenings alone.
			for (let at = me.now(); at + HOUR_MS < nextAt; at += PAID_EACH_MS) {
				await me.until(at)
				await runPayouts(world, me, { isDouble: false, isDisturbed: at < actsEndAt })
			}
			// The fees of refunds are the operator's, and have used up what they had put there.
			if (countShort() > shortBefore) world.paystack.topUp(ADDED_KOBO)
			shortBefore = countShort()
			await me.until(nextAt)
		}
	}
	// What was sent last ends, and none is sent any more.
	for (let run = 0; run < 6; run++) {
		await me.until(12 * HOUR_MS * Math.ceil(me.now() / (12 * HOUR_MS)) + 5 * MINUTE_MS)
		await runCron(me)
	}
	// What fell due in the last gap.
	await runCron(me)
}

async function countsOf({ sql }: World): Promise<Record<string, number>> {
	const tables = [
		'appointments',
		'transactions',
		'refunds',
		'payouts',
		'subscriptions',
		'session_bookings',
		'rewards',
		'outbox',
	]
	const counts = await Promise.all(
		tables.map((table) => sql.count(`SELECT count(*) FROM ${table}`).catch(() => -1)),
	)
	return Object.fromEntries(tables.map((table, i) => [table, counts[i] ?? 0]))
}
