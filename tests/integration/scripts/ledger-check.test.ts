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

test('npm run ops -- ledger check says that a ledger is sound, and what is in it', async () => {
	// The demo client's cashback.
	const demo = await check()
	expect(demo).toEqual({
		code: 0,
		said: [
			expect.stringMatching(
				/^The ledger is sound: 43 entries, cashback owed (₦[\d,.]+), cashback given by shops \1\.$/,
			),
		],
	})

	await plantPayments(database().client, now)
	const { code, said } = await check()
	expect(code).toBe(0)
	// Seven payments, five bookings, two of them given back, one of these arrived.
	expect(said.join('\n')).toMatch(
		/^The ledger is sound: 58 entries, cashback owed ₦[\d,.]+, customers’ money ₦[\d,.]+, held at Paystack ₦[\d,.]+, fees ₦700, cashback given by shops ₦[\d,.]+, due to shops ₦[\d,.]+, tips ₦[\d,.]+\.$/,
	)
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
