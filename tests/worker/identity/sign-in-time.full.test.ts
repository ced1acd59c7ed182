import { expect, test } from 'vitest'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { isDeep } from '#tests/support/deep.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'

const database = withTestDatabase()
const worker = withTestWorker(() => database().url)
const pairs = isDeep ? 200 : 15
const timeoutMs = pairs * 5_000

/** Milliseconds that an answer may take longer for one than for the other. */
const TOLERANCE_MS = 10

test(
	'an unknown address takes as long as a wrong password',
	async () => {
		// An account each, because the sixth guess at one account waits.
		const passwordHash = await hashPassword('five brown goats')
		await database().client.batch(
			Array.from({ length: pairs }, (_, i) => ({
				sql: 'INSERT INTO users (id, email, password_hash, created_at) VALUES (?, ?, ?, 0)',
				args: [`timed${i}`, `known${i}@example.com`, passwordHash],
			})),
		)
		const client = openBrowserLikeClient(worker().url)
		let networkCount = 0
		async function timed(email: string): Promise<number> {
			networkCount += 1
			// A network each, because the hundredth guess of one waits too.
			const network = `10.${Math.floor(networkCount / 250)}.${networkCount % 250}.7`
			const form = new URLSearchParams({ email, password: 'six white goats' })
			const startedAt = performance.now()
			const page = await client.post('/login', form, { 'cf-connecting-ip': network })
			expect(page.status).toBe(401)
			return performance.now() - startedAt
		}
		await timed('warm-up@example.com')
		const known: number[] = []
		const unknown: number[] = []
		for (let i = 0; i < pairs; i++) {
			// Taking turns at being first, so that what else the machine does meets both alike.
			const first = i % 2 === 0 ? ([known, 'known'] as const) : ([unknown, 'other'] as const)
			const second = i % 2 === 0 ? ([unknown, 'other'] as const) : ([known, 'known'] as const)
			for (const [times, name] of [first, second]) times.push(await timed(`${name}${i}@example.com`))
		}
		const differences = known.map((time, i) => time - (unknown[i] ?? 0))
		expect(Math.abs(median(differences))).toBeLessThan(Math.max(TOLERANCE_MS, noiseOf(differences)))
		// The hash is what takes the time, for both: without it the answers would be quick.
		expect(median(unknown)).toBeGreaterThan(median(known) / 2)
	},
	timeoutMs,
)

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b)
	return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Three standard errors of the median, from the median deviation: a busy machine makes all times uncertain. */
function noiseOf(values: readonly number[]): number {
	const middle = median(values)
	const spread = 1.4826 * median(values.map((value) => Math.abs(value - middle)))
	return (3 * 1.25 * spread) / Math.sqrt(values.length)
}
