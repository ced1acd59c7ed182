import { setTimeout as delay } from 'node:timers/promises'
import { seedLarge } from '#db/seed/large.server.ts'
import { largeShopId } from '#db/seed/large-shop-rows.server.ts'
import { startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { startBareWorkerd } from './bare-workerd.ts'
import { allReadyToBook, type BookingPost, isBooked } from './booking-post.ts'
import { bookingsResult, type CrowdCount, countAnswers, type PostCost } from './bookings-table.ts'
import type { BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { cpuMilliseconds } from './process-cpu.ts'
import { countFor, type Scale } from './scale.ts'

/** Some guests for each shop: none of them fills a day. */
const SHOPS = 60
/** What a booking leaves to be done after its answer is done by then. */
const AFTER_ANSWER_MS = 300
/** Far above what the app gives a request: a longer wait is a hang. */
const HANGS_AFTER_MS = 30_000

/** P14: what whole bookings over HTTP cost workerd and sqld together, and what becomes of crowds. */
export async function bookings(scale: Scale): Promise<BenchResult> {
	const perBatch = countFor(scale, { quick: 8, normal: 40 })
	const batches = countFor(scale, { quick: 2, normal: 5 })
	const crowds = scale === 'quick' ? [16, 32] : [limits.P14.guestsAtOnce, 2 * limits.P14.guestsAtOnce]
	const database = await startScratchDatabase()
	try {
		await seedLarge(database.url, { shops: SHOPS, appointments: 10 * SHOPS, now: Date.now() })
		const shopIds = Array.from({ length: SHOPS }, (_, index) => largeShopId(index))
		const settings = { DATABASE_URL: database.url, COOKIE_KEYS: scratchCookieKey, ENVIRONMENT: 'test' }
		const worker = await startBareWorkerd({ settings })
		try {
			const sqldPid = database.server.pid
			if (sqldPid === undefined) throw new Error('sqld does not run')
			const cpu = () => ({ worker: cpuMilliseconds(worker.pid), sqld: cpuMilliseconds(sqldPid) })
			const costs: PostCost[] = []
			for (let batch = 0; batch <= batches; batch++) {
				const posts = await allReadyToBook(worker.url, shopIds, perBatch)
				const before = cpu()
				await bookOneByOne(posts)
				const after = cpu()
				// The first batch warms up.
				if (batch > 0)
					costs.push({
						workerMs: (after.worker - before.worker) / perBatch,
						sqldMs: (after.sqld - before.sqld) / perBatch,
					})
			}
			const counts: CrowdCount[] = []
			for (const size of crowds) counts.push(await crowd(await allReadyToBook(worker.url, shopIds, size)))
			return bookingsResult({ costs, perBatch, counts })
		} finally {
			await worker.stop()
		}
	} finally {
		await database.remove()
	}
}

async function bookOneByOne(posts: BookingPost[]) {
	for (const post of posts) {
		const answer = await post()
		if (!(await isBooked(answer))) throw new Error(`a booking post answered ${answer.status}`)
	}
	await delay(AFTER_ANSWER_MS)
}

async function crowd(posts: BookingPost[]): Promise<CrowdCount> {
	const startedAt = performance.now()
	const outcomes = await Promise.all(
		posts.map(async (post) => {
			const patience = new AbortController()
			const hangs = delay(HANGS_AFTER_MS, 'no answer' as const, { signal: patience.signal, ref: false })
			const outcome = await Promise.race([hangs, outcomeOf(post)])
			patience.abort()
			await hangs.catch(() => {})
			return outcome
		}),
	)
	return countAnswers(outcomes, performance.now() - startedAt)
}

async function outcomeOf(post: BookingPost) {
	try {
		const answer = await post()
		if (await isBooked(answer)) return 'booked'
		return answer.status === 503 && answer.headers.has('retry-after') ? 'told when to try again' : 'other'
	} catch {
		// A lost connection tells a customer nothing.
		return 'other'
	}
}
