import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '#db/invariants/audit.server.ts'
import { type ScratchDatabase, startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { bookAnyway, looksFree, untilTaken } from './naive-booking.ts'
import { bookAsPaid, looksUnsettled, settleAnyway } from './naive-payment.ts'

const DAY_MS = 86_400_000
const HALF_HOUR_MS = 30 * 60_000
const callers = Array.from({ length: 20 }, (_, i) => `caller-${i}`)
const inTwoPlaces = expect.stringMatching(/^I1: nobody is in two places/)

// Ways to book that were tried and failed, on a database without constraints: if the auditor did not catch them, its
// silence elsewhere would prove nothing.
let database: ScratchDatabase

beforeEach(async () => {
	database = await startScratchDatabase({ demoAt: Date.UTC(2026, 10, 21) })
	// The triggers that say when an appointment was changed refuse nothing, and stay.
	const namedConstraints = await database.rows(
		`SELECT name FROM sqlite_master WHERE type = 'trigger' AND name NOT IN ('appointments_record_insert', 'appointments_record_update')`,
	)
	await database.client.batch(
		namedConstraints.map((word) => `DROP TRIGGER ${word.name}`),
		'write',
	)
})
afterEach(() => database.remove())

const brokenRules = async () => (await audit(database.client)).map(({ invariant }) => invariant)

test('callers who come after different times do no harm', async () => {
	await Promise.all(callers.map((caller, i) => bookAnyway(database.client, caller, i * DAY_MS)))
	expect(await brokenRules()).toEqual([])
})

test('"look whether it is free, then book" gives one time to many', async () => {
	const looked = await Promise.all(callers.map(() => looksFree(database.client, 0)))
	await Promise.all(
		callers.map((caller, i) => (looked[i] ? bookAnyway(database.client, caller, 0) : undefined)),
	)
	expect(await brokenRules()).toContainEqual(inTwoPlaces)
})

test('"no two visits with the same start" lets other starts overlap', async () => {
	await database.change(
		'CREATE UNIQUE INDEX one_visit_per_start ON calendar_entries (staff_member_id, starts_at)',
	)
	const booked = await Promise.allSettled(
		callers.map((caller, i) => bookAnyway(database.client, caller, (i % 2) * HALF_HOUR_MS)),
	)
	expect(booked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
	expect(await brokenRules()).toContainEqual(inTwoPlaces)
})

test('"read the counter, then write it one higher" loses uses of a promo code', async () => {
	const { client } = database
	const code = `(SELECT id FROM promo_codes WHERE max_uses IS NULL ORDER BY id LIMIT 1)`
	const seen = await Promise.all(
		callers.map(() => client.execute(`SELECT current_uses FROM promo_codes WHERE id = ${code}`)),
	)
	await Promise.all(
		callers.map(async (caller, i) => {
			await bookAnyway(client, caller, i * DAY_MS)
			const uses = Number(seen[i]?.rows[0]?.current_uses) + 1
			const writes = [
				`INSERT INTO promo_uses (checkout_id, promo_code_id, amount_kobo, used_at) VALUES ('${caller}', ${code}, 0, 0)`,
				`UPDATE appointments SET promo_code_id = ${code} WHERE id = '${caller}'`,
				`UPDATE promo_codes SET current_uses = ${uses} WHERE id = ${code}`,
			]
			await untilTaken(() => client.batch(writes, 'write'))
		}),
	)
	const broken = await brokenRules()
	expect(broken).toEqual([expect.stringMatching(/^I5: the uses of a promo code/)])
})

test('a payment that one caller settles does no harm, and neither do twenty payments', async () => {
	for (const [i, caller] of callers.entries())
		await settleAnyway(database.client, caller, `paid-${i}`, i * DAY_MS)
	expect(await brokenRules()).toEqual([])
})

test('"look whether it is settled, then settle" books one payment for many callers', async () => {
	const { client } = database
	await dropUniqueReference()
	const looked = await Promise.all(callers.map(() => looksUnsettled(client, 'paid')))
	for (const [i, caller] of callers.entries())
		if (looked[i]) await settleAnyway(client, caller, 'paid', i * DAY_MS)
	const broken = await brokenRules()
	expect(broken).toContainEqual(expect.stringMatching(/^I2: a try to pay is paid when its money is there/))
	expect(broken).toContainEqual(expect.stringMatching(/^I3: a shop and its staff are due what was booked/))
	expect(broken).toContainEqual(expect.stringMatching(/^I3: Paystack has, with its fees, all that came/))
})

test('"the return page says that it was paid" books what nobody paid', async () => {
	await bookAsPaid(database.client, 'said-so', 0)
	expect(await brokenRules()).toEqual([expect.stringMatching(/^I2: what counts as paid of a visit has come/)])
})

test('"it failed" that comes late, and is written over what was paid, leaves a payment that was none', async () => {
	await settleAnyway(database.client, 'paid-before', 'paid', 0)
	await database.change(
		`UPDATE payment_attempts SET status = 'closed', gateway_status = 'failed' WHERE payment_reference = 'paid'`,
	)
	expect(await brokenRules()).toEqual([expect.stringMatching(/^I2: a try to pay is paid when its money is/)])
})

/** Refunds name their payment by it: without it they are a table without that rule. */
async function dropUniqueReference() {
	await database.client.batch(
		[
			// What points at a payment by its reference points nowhere then.
			...['refunds', 'disputes', 'payout_items', 'returned_parts'].flatMap((table) => [
				`CREATE TABLE loose_${table} AS SELECT * FROM ${table}`,
				`DROP TABLE ${table}`,
				`ALTER TABLE loose_${table} RENAME TO ${table}`,
			]),
			'DROP INDEX transactions_payment_reference_unique',
		],
		'write',
	)
}
