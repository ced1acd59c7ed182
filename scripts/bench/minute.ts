import { type JobDeps, runSweeper } from '#app/flows/jobs/run-sweeper.server.ts'
import { channels } from '#app/flows/lists/channels.server.ts'
import { jobGroups } from '#app/flows/lists/jobs.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import { purchases } from '#app/flows/lists/purchases.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openRequestDatabase } from '#db/request-database.server.ts'
import { seedLarge } from '#db/seed/large.server.ts'
import { createStreamReader } from '#db/stream-reader.server.ts'
import { createWriteStream } from '#db/write-stream.server.ts'
import { createWriter } from '#db/writer.server.ts'
import { type ScratchDatabase, startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { milliseconds, times } from './bench-table.ts'
import { atMost, type BenchResult, worstOf } from './goal.ts'
import { limits } from './limits.ts'
import { countFor, type Scale } from './scale.ts'
import { median } from './statistics.ts'
import { startStockPage } from './stock-page.ts'

const { shops: GOAL_SHOPS, timesStock } = limits.P17
/** More than a run takes, so that each job reaches its limit. */
const DUE_LOOKS = 2_000
const DUE_MAILS = 500
/** Runs of the stock page before the invocations, and as many after them. */
const STOCK_RUNS = 3

type Invocation = { situation: string; cron: string; ms: number; did: string }

/**
 * P17: the minute's jobs on a large database, at an hour at which the first starts of all shops have passed: once with
 * nothing else due, and once with more looks and mails than a run takes. Node runs the Worker's own code, its writer
 * included. The stock worker's page, measured before and after, is the comparison.
 */
export async function minute(
	stockBuildDir: string,
	scale: Scale,
	say: (line: string) => void,
): Promise<BenchResult> {
	const shops = countFor(scale, { quick: 500, normal: GOAL_SHOPS })
	const stockSeconds = countFor(scale, { quick: 1, normal: 2 })
	const database = await startScratchDatabase()
	let stopStock: (() => Promise<void>) | undefined
	try {
		say(`Filling a database with ${shops} shops and ${2 * shops} appointments …`)
		await seedLarge(database.url, {
			shops,
			appointments: 2 * shops,
			focusShopAppointments: 100,
			now: Date.now(),
		})
		const deps = jobDeps(database.url)
		// These runs do what a process does once, and leave nothing due.
		await makeDue(database, 'first')
		for (let run = 0; run < 4; run++) await countInvocations('', deps)
		const stock = await startStockPage(stockBuildDir, database)
		stopStock = stock.stop
		const stockMs: number[] = []
		const measureStock = async () => {
			for (let run = 0; run < STOCK_RUNS; run++) stockMs.push((await stock.cost(stockSeconds)).workerMs)
		}
		await measureStock()
		const quiet = await countInvocations('a half hour has passed', deps)
		await makeDue(database, 'second')
		const flood = await countInvocations('a flood of changes and mails', deps)
		await measureStock()
		const all = [...quiet, ...flood]
		const worst = worstOf(all, ({ ms }) => ms)
		const stockPageMs = median(stockMs)
		const beside = (ms: number) => times(ms / stockPageMs)
		const show = (ms: number) => `${Math.round(ms)} ms`
		return {
			tables: [
				{
					title: 'The minute’s jobs (P17)',
					text: `CPU in Node. A page of stock takes ${milliseconds(stockPageMs)} of its Worker under load, the median of ${stockMs.length} runs before and after.`,
					columns: ['When', 'Expression', 'CPU', 'Beside a stock page', 'What it did'],
					rows: all.map(({ situation, cron, ms, did }) => [
						situation,
						`\`${cron}\``,
						show(ms),
						beside(ms),
						did,
					]),
				},
			],
			goals: [
				atMost({
					id: 'P17',
					what: `CPU of an invocation of the minute’s jobs at ${GOAL_SHOPS.toLocaleString('en')} shops, beside the Worker of a stock page`,
					limit: timesStock,
					value: worst.ms / stockPageMs,
					show: times,
					note: `${worst.situation}${shops < GOAL_SHOPS ? `, at ${shops}` : ''}`,
				}),
			],
		}
	} finally {
		await stopStock?.()
		await database.remove()
	}
}

/** All that the jobs need, without Paystack; the mail provider accepts every mail at once. */
function jobDeps(url: string): JobDeps {
	const repositories = createRepositories(
		openRequestDatabase({
			reader: createStreamReader({ url }, Date.now),
			writer: createWriter(createWriteStream({ url })),
			isCron: true,
		}),
	)
	const log = () => {}
	return {
		...repositories,
		onlinePayments: null,
		purchases,
		delivery: {
			...repositories,
			messages,
			channels,
			provider: {
				name: 'http',
				send: async () => ({ outcome: 'sent' }),
				sendBatch: async () => ({ outcome: 'sent', rejected: [] }),
			},
			pace: { atOnce: 10, turn: async () => true, pause() {} },
			push: null,
			sender: { name: 'Wakati', origin: 'https://wakati.example', supportContact: null },
			cookieKeys: ['a key of the bench, for links that no one opens'],
			now: Date.now,
			log,
		},
		webhookRules: { ownOrigins: [], isProduction: false },
		now: Date.now,
		log,
	}
}

/** Makes due: looks for more shops than a run takes, mails with a file, which are sent alone, and mails for batches. */
async function makeDue(database: ScratchDatabase, run: string): Promise<void> {
	const now = Date.now()
	await database.change(
		'UPDATE opening_looks SET due_at = 1 WHERE shop_id IN (SELECT shop_id FROM opening_looks LIMIT ?)',
		DUE_LOOKS,
	)
	for (const kind of ['booked', 'visit_reminder'])
		await database.change(
			`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at)
			SELECT ? || id, ?, ? || id, ? || shop_id || '@example.com',
				json_object('appointmentId', id, 'startsAt', starts_at, 'hoursBefore', 24), ?, ?
			FROM appointments WHERE starts_at > ? + 7200000 LIMIT ?`,
			...[`${run}-${kind}-`, kind, `${run}-${kind}-`, `${run}-${kind}-`, now, now, now, DUE_MAILS],
		)
}

async function countInvocations(situation: string, deps: JobDeps): Promise<Invocation[]> {
	const invocations: Invocation[] = []
	for (const [cron, jobs] of Object.entries(jobGroups)) {
		const before = process.cpuUsage()
		const did = await runSweeper({ ...deps, jobs })
		const { user, system } = process.cpuUsage(before)
		if (/: failed/.test(did)) throw new Error(`a job failed: ${did}`)
		invocations.push({ situation, cron, ms: (user + system) / 1_000, did })
	}
	return invocations
}
