import { expect, test } from 'vitest'
import { runOps } from '#scripts/ops/run-ops.ts'
import { plantPayments } from '#tests/integration/payments/planted-payments.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const now = Date.UTC(2026, 10, 21, 9)
/** The last test breaks it on purpose. */
const database = withTestDatabase({ demoAt: now, audit: false })
async function check() {
	const said: string[] = []
	const say = (line: string) => void said.push(line)
	const code = await runOps(['ledger', 'check'], { env: { DATABASE_URL: database().url }, say, note: say })
	return { code, said }
}

/** In naira. */
const feesIn = (said: string[]) => Number(/, fees ₦([\d,.]+),/.exec(said.join())?.[1]?.replaceAll(',', ''))

test('npm run ops -- ledger check says that a ledger is sound, and what is in it', async () => {
	// The demo client's cashback; six visits paid online, a settlement, and two payouts of five of them.
	const demo = await check()
	expect(demo).toEqual({
		code: 0,
		said: [
			expect.stringMatching(
				/^The ledger is sound: 59 entries, cashback owed (₦[\d,.]+), customers’ money ₦0, at the operator’s bank ₦0, fees borne by shops −₦[\d,.]+, on its way to shops ₦[\d,.]+, held at Paystack ₦[\d,.]+, fees ₦[\d,.]+, cashback given by shops \1, due to shops ₦[\d,.]+, settled with shops ₦[\d,.]+\.$/,
			),
		],
	})

	await plantPayments(database().client, now)
	const { code, said } = await check()
	expect(code).toBe(0)
	// Seven payments, five bookings, two of them refunded, one refund arrived.
	expect(said.join('\n')).toMatch(
		/^The ledger is sound: 74 entries, cashback owed ₦[\d,.]+, customers’ money ₦[1-9][\d,.]+, .* due to shops ₦[\d,.]+, settled with shops ₦[\d,.]+, tips ₦[\d,.]+\.$/,
	)
	expect(feesIn(said) - feesIn(demo.said)).toBeCloseTo(700)
})

test('npm run ops -- ledger check names what is wrong, and ends with 1', async () => {
	await database().change(
		`UPDATE ledger_accounts SET balance_kobo = balance_kobo + 1 WHERE id = 'customer_money:offered:NGN'`,
	)
	const { code, said } = await check()
	expect(code).toBe(1)
	expect(said).toEqual([
		'The ledger is not sound:',
		'- I3: a balance is the sum of its lines: customer_money:offered:NGN',
		`- I3: a payment is the customer's until it is booked or has arrived back with them: offered`,
	])
})
