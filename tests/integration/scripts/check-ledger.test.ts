import { expect, test } from 'vitest'
import { plantPayments } from '#tests/integration/payments/planted-payments.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { runScript } from './run-script.ts'

const now = Date.UTC(2026, 10, 21, 9)
/** The last test breaks it on purpose. */
const database = withTestDatabase({ demoAt: now, audit: false })
const check = () => runScript('check-ledger.ts', { DATABASE_URL: database().url })

test('npm run ledger:check says that a ledger is sound, and what is in it', async () => {
	// The demo client's cashback.
	const demo = await check()
	expect([demo.code, demo.problem]).toEqual([0, ''])
	expect(demo.said).toMatch(
		/^The ledger is sound: 43 entries, cashback owed (₦[\d,.]+), cashback given by shops \1\.\n$/,
	)

	await plantPayments(database().client, now)
	const { code, said, problem } = await check()
	expect([code, problem]).toEqual([0, ''])
	// Seven payments, five bookings, two of them given back, one of these arrived.
	expect(said).toMatch(
		/^The ledger is sound: 58 entries, cashback owed ₦[\d,.]+, customers’ money ₦[\d,.]+, held at Paystack ₦[\d,.]+, fees ₦700, cashback given by shops ₦[\d,.]+, due to shops ₦[\d,.]+, tips ₦[\d,.]+\.\n$/,
	)
})

test('npm run ledger:check names what is wrong, and ends with 1', async () => {
	await database().change(
		`UPDATE ledger_accounts SET balance_kobo = balance_kobo + 1 WHERE id = 'customer_money:offered:NGN'`,
	)
	const { code, said, problem } = await check()
	expect([code, said]).toEqual([1, ''])
	expect(problem.trimEnd().split('\n')).toEqual([
		'The ledger is not sound:',
		'- I3: a balance is the sum of its lines: customer_money:offered:NGN',
		`- I3: a payment is the customer's until it is booked or has arrived back with them: offered`,
	])
})
