import { setTimeout as delay } from 'node:timers/promises'
import { seedLarge } from '#db/seed/large.server.ts'
import { largeShopId } from '#db/seed/large-shop-rows.server.ts'
import type { MailService } from '#scripts/sandbox/mail-service.ts'
import { startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { type BareWorkerd, startBareWorkerd } from './bare-workerd.ts'
import { allReadyToBook, type BookingPost, isBooked } from './booking-post.ts'
import {
	bookingsResult,
	type CrowdCount,
	countAnswers,
	type PostCost,
	type PostRound,
} from './bookings-table.ts'
import type { BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { cpuMilliseconds } from './process-cpu.ts'
import { countFor, type Scale } from './scale.ts'
import { type StockPage, startStockPage } from './stock-page.ts'

/** Enough shops: the guests fill no shop's day. */
const SHOPS = 60
/** By then the work after a booking's answer is done. */
const AFTER_ANSWER_MS = 300
/** Far above what the app gives a request: a longer wait is a hang. */
const HANGS_AFTER_MS = 30_000

/** P14: what bookings over HTTP cost workerd and sqld beside a stock page, and how a crowd of guests is answered. */
export async function bookings(stockBuildDir: string, scale: Scale): Promise<BenchResult> {
	const perBatch = countFor(scale, { quick: 8, normal: 40 })
	const batches = countFor(scale, { quick: 2, normal: 5 })
	const stockSeconds = countFor(scale, { quick: 1, normal: 2 })
	const guestsAtOnce = countFor(scale, { quick: 32, normal: limits.P14.guestsAtOnce })
	const sandbox = await startSandbox()
	const database = await startScratchDatabase()
	const workers: Pick<BareWorkerd | StockPage, 'stop'>[] = []
	try {
		await seedLarge(database.url, { shops: SHOPS, appointments: 10 * SHOPS, now: Date.now() })
		const shopIds = Array.from({ length: SHOPS }, (_, index) => largeShopId(index))
		const settings = { DATABASE_URL: database.url, COOKIE_KEYS: scratchCookieKey, ENVIRONMENT: 'test' }
		const start = async (more: Record<string, string>) => {
			const worker = await startBareWorkerd({ settings: { ...settings, ...more } })
			workers.push(worker)
			return worker
		}
		const withMail = await start(mailSettings(sandbox.url))
		const withoutMail = await start({})
		const stock = await startStockPage(stockBuildDir, database)
		workers.push(stock)
		const sqldPid = database.server.pid
		if (sqldPid === undefined) throw new Error('sqld does not run')
		const batchThrough = async (worker: BareWorkerd, mails: number): Promise<PostCost> => {
			const cpu = () => ({ worker: cpuMilliseconds(worker.pid), sqld: cpuMilliseconds(sqldPid) })
			const posts = await allReadyToBook(worker.url, shopIds, perBatch)
			const before = cpu()
			await bookOneByOne(posts, sandbox.mail, mails)
			const after = cpu()
			return {
				workerMs: (after.worker - before.worker) / perBatch,
				sqldMs: (after.sqld - before.sqld) / perBatch,
			}
		}
		const rounds: PostRound[] = []
		for (let batch = 0; batch <= batches; batch++) {
			const round = {
				withMail: await batchThrough(withMail, perBatch),
				stock: await stock.cost(stockSeconds),
				withoutMail: await batchThrough(withoutMail, 0),
			}
			// The first batch warms up.
			if (batch > 0) rounds.push(round)
		}
		const count = await crowd(await allReadyToBook(withMail.url, shopIds, guestsAtOnce))
		return bookingsResult({ rounds, perBatch, count })
	} finally {
		for (const worker of workers) await worker.stop()
		await database.remove()
		await sandbox.close()
	}
}

/** A provider that answers at once and takes any number. */
function mailSettings(sandboxUrl: string): Record<string, string> {
	return {
		APP_ORIGIN: 'https://wakati.example',
		MAIL_API_URL: sandboxUrl,
		MAIL_API_KEY: 'key-of-the-provider',
		MAIL_FROM: 'Wakati <hello@wakati.example>',
		MAIL_RATE: '1000',
	}
}

/** Books, and waits for `mails` mails and the other work after the answers. */
async function bookOneByOne(posts: BookingPost[], mail: MailService, mails: number) {
	const requests = mail.requestKeys.length + mails
	for (const post of posts) {
		const answer = await post()
		if (!(await isBooked(answer))) throw new Error(`a booking post answered ${answer.status}`)
	}
	const endsAt = Date.now() + HANGS_AFTER_MS
	while (mail.requestKeys.length < requests) {
		if (Date.now() > endsAt) throw new Error(`${requests - mail.requestKeys.length} mails did not leave`)
		await delay(20)
	}
	await delay(AFTER_ANSWER_MS)
}

async function crowd(posts: BookingPost[]): Promise<CrowdCount> {
	const startedAt = performance.now()
	const outcomes = await Promise.all(
		posts.map(async (post) => {
			const patience = new AbortController()
			const hangs = delay(HANGS_AFTER_MS, 'no answer' as const, { signal: patience.signal, ref: false })
			const outcome = await Promise.race([hangs, readOutcome(post)])
			patience.abort()
			await hangs.catch(() => {})
			return outcome
		}),
	)
	return countAnswers(outcomes, performance.now() - startedAt)
}

async function readOutcome(post: BookingPost) {
	try {
		const answer = await post()
		if (await isBooked(answer)) return 'booked'
		return answer.status === 503 && answer.headers.has('retry-after') ? 'told when to try again' : 'other'
	} catch {
		// A lost connection is no answer.
		return 'other'
	}
}
