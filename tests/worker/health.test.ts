import { afterEach, describe, expect, test } from 'vitest'
import { jobs as jobList } from '#app/flows/lists/jobs.server.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { scratchReadyzKey, startScratchWorker } from '#scripts/site/scratch-worker.ts'
import { isFull } from '#tests/support/deep.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

/** Jobs that this Worker has no Paystack and no mail for. */
const offWithoutSettings = ['webhooks', 'payments', 'refunds', 'payouts', 'mails']

afterEach(() => site().proxy.heal())

async function ask(path: string, headers: Record<string, string> = {}) {
	const answer = await openBrowserLikeClient(site().url, { headers }).send(new URL(path, site().url))
	return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** As an operator, whom `/readyz` answers afresh. */
const asOperator = () => ask('/readyz', { authorization: `Bearer ${scratchReadyzKey}` })

test('/healthz answers without asking the database', async () => {
	const { value, trips } = await site().proxy.during(() => ask('/healthz'))
	expect(value).toMatchObject({ status: 200, text: 'ok' })
	expect(value.headers.get('cache-control')).toBe('no-store')
	expect(trips).toEqual([])
})

describe('/readyz', () => {
	test('is ready with foreign keys on, all migrations, and a database that takes writes', async () => {
		const { value, trips } = await site().proxy.during(asOperator)
		expect(value.status).toBe(200)
		expect(value.headers.get('cache-control')).toBe('no-store')
		expect(JSON.parse(value.text)).toMatchObject({
			ready: true,
			release: 'test',
			foreignKeys: true,
			problems: [],
			lastWriteProbe: null,
		})
		expect(trips.map((trip) => trip.isWrite)).toEqual([false])
	})

	test.each<[string, Record<string, string>]>([
		['nothing', {}],
		['a wrong key', { authorization: `Bearer ${scratchReadyzKey}x` }],
		['the key in a wrong way', { authorization: scratchReadyzKey }],
		['an empty key', { authorization: 'Bearer ' }],
	])('S21: with %s it tells ready or not, and asks the database once in a while', async (_what, headers) => {
		await asOperator()
		const { value, trips } = await site().proxy.during(() => ask('/readyz', headers))
		expect([value.status, value.text]).toEqual([200, '{"ready":true}'])
		expect(value.headers.get('cache-control')).toBe('no-store')
		expect(trips).toEqual([])
	})

	test('S21: strangers learn that it is not ready, and not why', async () => {
		site().proxy.inject({ kind: 'drop-before' })
		await asOperator()
		site().proxy.heal()
		const { status, text } = await ask('/readyz')
		expect([status, text]).toEqual([503, '{"ready":false}'])
		await asOperator()
	})

	test('says when each job of the cron last ended well, and what waits, which does not make it less ready', async () => {
		const { client } = site().database
		expect(JSON.parse((await asOperator()).text)).toMatchObject({ jobs: {} })
		const before = Date.now()
		// The demo's payout by the bank file is from yesterday afternoon: late in the day it would be overdue.
		await site().database.change(`UPDATE payouts SET created_at = ? WHERE status = 'written'`, before)
		expect(await site().worker.scheduled()).toBe('ok')
		const { jobs, backlog } = JSON.parse((await asOperator()).text)
		expect(Object.keys(jobs)).toEqual(
			jobList
				.map(({ name }) => name)
				.filter((name) => !offWithoutSettings.includes(name))
				.sort(),
		)
		for (const finishedAt of Object.values<string>(jobs)) {
			expect(new Date(finishedAt).toISOString()).toBe(finishedAt)
			expect(Date.parse(finishedAt)).toBeGreaterThanOrEqual(before)
		}
		const counters = Object.keys(backlog)
		expect(counters.length).toBeGreaterThanOrEqual(jobList.filter((job) => job.backlog).length)
		const nothing = { ...Object.fromEntries(counters.map((name) => [name, 0])), payoutsPending: 1 }
		expect(backlog).toEqual(nothing)

		await client.batch([
			`INSERT INTO webhook_events (id, dedupe_key, event, payload, received_at, next_attempt_at) VALUES ('w', 'w', 'x', '', 0, 0)`,
			`INSERT INTO outbox (id, kind, dedupe_key, payload, created_at, next_attempt_at) VALUES ('m', 'x', 'm', '{}', 0, 0)`,
			`INSERT INTO outbox (id, kind, dedupe_key, payload, created_at, next_attempt_at) VALUES ('never', 'x', 'never', '{}', 0, 253402214400000)`,
		])
		const { status, text } = await asOperator()
		expect(status).toBe(200)
		expect(JSON.parse(text).backlog).toEqual({
			...nothing,
			webhooksUnprocessed: 1,
			messagesWaiting: 1,
			messagesLate: 1,
		})
		await client.batch([`DELETE FROM webhook_events WHERE id = 'w'`, `DELETE FROM outbox WHERE kind = 'x'`])
	})

	test('is not ready when the database lacks the newest migration', async () => {
		const { client } = site().database
		const { rows } = await client.execute(
			'SELECT * FROM __drizzle_migrations ORDER BY created_at DESC LIMIT 1',
		)
		const newest = rows[0]
		await client.execute({
			sql: 'DELETE FROM __drizzle_migrations WHERE created_at = ?',
			args: [newest?.created_at ?? 0],
		})
		try {
			const { status, text } = await asOperator()
			expect(status).toBe(503)
			expect(JSON.parse(text)).toMatchObject({ ready: false, problems: ['migration_missing'] })
		} finally {
			await client.execute({
				sql: 'INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)',
				args: [newest?.hash ?? '', newest?.created_at ?? 0],
			})
		}
		expect((await asOperator()).status).toBe(200)
	})

	test('is not ready when a table of the newest release is not there, and says that it is a migration', async () => {
		const { client } = site().database
		await client.execute('ALTER TABLE job_runs RENAME TO job_runs_of_later')
		try {
			const { status, text } = await asOperator()
			expect(status).toBe(503)
			expect(JSON.parse(text)).toMatchObject({ ready: false, problems: ['migration_missing'], backlog: null })
		} finally {
			await client.execute('ALTER TABLE job_runs_of_later RENAME TO job_runs')
		}
	})

	test('is ready when the database is ahead of this release', async () => {
		const { client } = site().database
		await client.execute(
			"INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)",
		)
		try {
			expect((await asOperator()).status).toBe(200)
		} finally {
			await client.execute("DELETE FROM __drizzle_migrations WHERE hash = 'later'")
		}
	})

	test('is not ready when the database is down', async () => {
		site().proxy.inject({ kind: 'drop-before' })
		const { status, text } = await asOperator()
		expect(status).toBe(503)
		expect(JSON.parse(text)).toMatchObject({ ready: false, problems: ['database_not_answering'] })
	})

	if (isFull)
		test('W6: is not ready when the write probe failed for minutes, which the log said', async () => {
			await site().worker.scheduled()
			expect((await asOperator()).status).toBe(200)
			site().proxy.inject({ kind: 'drop-before', writesOnly: true })
			await site().worker.scheduled()
			expect(site().worker.lines.join('\n')).toContain('ALERT database: it took no write')
			// Ages the last probe by three minutes.
			await site().database.rows(
				"UPDATE job_runs SET finished_at = finished_at - 181000 WHERE job = 'write-probe'",
			)
			const { status, text } = await asOperator()
			expect(status).toBe(503)
			expect(JSON.parse(text)).toMatchObject({ ready: false, problems: ['writes_failing'] })
			site().proxy.heal()
			await site().worker.scheduled()
			expect((await asOperator()).status).toBe(200)
		})
})

describe('a Worker without what it needs', () => {
	test.each([
		['COOKIE_KEYS', { COOKIE_KEYS: undefined }],
		['COOKIE_KEYS', { COOKIE_KEYS: 'too short' }],
		['ENVIRONMENT', { ENVIRONMENT: 'moon' }],
	])(
		'says in its log that %s is missing or wrong, and to visitors only that it is not set up',
		async (name, settings) => {
			const worker = await startScratchWorker(site().database.url, settings)
			try {
				const answer = await openBrowserLikeClient(worker.url).send(new URL('/', worker.url))
				expect(answer.status).toBe(503)
				const text = await answer.text()
				expect(text).toContain('not set up')
				expect(text).not.toContain(name)
				await expect.poll(() => worker.lines.join('\n')).toContain(`Settings are missing or wrong: ${name}`)
				expect(worker.lines.join('\n')).not.toContain('too short')
			} finally {
				await worker.stop()
			}
		},
	)

	test('runs without a way to reach support, and hides that line', async () => {
		const page = await openBrowserLikeClient(site().url).open('/privacy')
		expect(page.status).toBe(200)
		expect(page.text).not.toContain('null')
	})
})
