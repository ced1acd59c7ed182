import { beforeAll, describe, expect, test } from 'vitest'
import { checkCounters } from '#app/flows/jobs/check-database.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const now = Date.UTC(2026, 10, 21, 9)
// Not audited: its counters are made wrong.
const database = withTestDatabase({ demoAt: now, audit: false })

async function linesOf(at = now): Promise<string[]> {
	const lines: string[] = []
	const { operation } = createRepositories(openDatabase({ url: database().url }))
	await checkCounters({ operation, now: () => at, log: (line) => void lines.push(line) })
	return lines
}

describe('the counters', () => {
	test('of the demo data are those of their rows', async () => {
		expect(await linesOf()).toEqual([])
	})

	describe('that are wrong', () => {
		beforeAll(async () => {
			await database().change(
				`UPDATE loyalty_enrollments SET visits_count = visits_count + 1, total_spent_kobo = total_spent_kobo + 1,
					cashback_earned_kobo = cashback_earned_kobo + 7 WHERE id = 'nailed-by-zina-card-demo'`,
			)
			await database().change(
				`UPDATE promo_codes SET current_uses = current_uses + 1 WHERE id = (SELECT promo_code_id FROM promo_uses LIMIT 1)`,
			)
			await database().change(
				`UPDATE ledger_accounts SET balance_kobo = balance_kobo + 5 WHERE id = 'cashback:demo-at-ade-hair-studio:NGN'`,
			)
		})

		test('are told once in a run, each by its name, and mended by nobody', async () => {
			for (const lines of [await linesOf(), await linesOf()]) {
				expect(lines).toHaveLength(5)
				expect(
					lines.every((line) =>
						/^ALERT counter [a-z ]+ of \S+: it says \d+, and its rows say \d+$/.test(line),
					),
				).toBe(true)
				expect(lines.map((line) => /counter ([a-z ]+) of/.exec(line)?.[1]).toSorted()).toEqual([
					'balance',
					'earned',
					'promo uses',
					'spent',
					'stamps',
				])
			}
		})

		test('are found in their turn where a table has more rows than a slice', async () => {
			const { client } = database()
			await client.batch(
				Array.from({ length: 450 }, (_, i) => ({
					sql: `INSERT INTO ledger_accounts (id, kind, owner, currency) VALUES (?, 'customer_money', ?, 'NGN')`,
					args: [`customer_money:x${i}:NGN`, `x${i}`],
				})),
				'write',
			)
			const found: string[] = []
			for (const minute of [0, 1, 2]) found.push(...(await linesOf(now + minute * MINUTE_MS)))
			expect(found.filter((line) => line.includes('balance'))).toHaveLength(1)
		})
	})
})
