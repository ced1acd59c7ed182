import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addPayoutAccount } from '#tests/support/payout-desk.ts'
import { payoutBook, seven } from './payout-book.ts'

const desk = withPaymentDesk('payout-commands')
const book = payoutBook(desk)
let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'wakati-payouts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let topUps = 0
beforeEach(async () => {
	desk.paystack.topUp(10_000_00)
	const name = `T-${++topUps}`
	await ops(['payouts', 'settled', '--added', '--amount', '10000', '--on', '2026-11-23', '--reference', name])
})

async function ops(words: readonly string[], env: Record<string, string> = {}) {
	const said: string[] = []
	const { databaseUrl, sandboxUrl, secretKey } = desk.addresses
	const exitCode = await runOps(words, {
		env: {
			DATABASE_URL: databaseUrl,
			APP_ORIGIN: 'https://wakati.example',
			COOKIE_KEYS: 'k'.repeat(32),
			PAYSTACK_SECRET_KEY: secretKey,
			PAYSTACK_BASE_URL: sandboxUrl,
			PAYSTACK_CHECKOUT_ORIGIN: sandboxUrl,
			ENVIRONMENT: 'test',
			...env,
		},
		say: (line) => said.push(line),
		note: (line) => said.push(line),
		now: seven,
	})
	return { exitCode, said: said.join('\n') }
}
type Row = Record<string, string>
const rowsOf = (text: string): Row[] => parse(text, { bom: true, columns: true })

describe('by the operator’s bank', () => {
	test('due, exported once, recorded, and seen', async () => {
		const shop = await book.newPaidShop()
		await desk.change(`UPDATE payout_accounts SET holder_name = '=ADA()' WHERE shop_id = ?`, shop.id)
		await book.completed(shop)
		expect((await ops(['payouts', 'due'])).said).toContain(`(${shop.id}): due ₦`)
		// Without a test key it is about real money, and says how to see the rest.
		expect((await ops(['payouts', 'due'], { PAYSTACK_SECRET_KEY: '' })).said).toContain('With a test key')
		expect(rowsOf((await ops(['payouts', 'due', '--csv'])).said)).toMatchObject([
			{ Shop: shop.id, State: 'due', Reason: 'completed' },
		])
		expect((await ops(['payouts', 'export'], { PAYSTACK_SECRET_KEY: '' })).said).toContain(
			'No payout was written. With a test key in PAYSTACK_SECRET_KEY',
		)
		const [line] = rowsOf((await ops(['payouts', 'export'])).said)
		// No cell can run as a formula.
		expect(line).toMatchObject({ Name: `'=ADA()`, 'Bank code': '058', Account: '0123456789' })
		expect((await ops(['payouts', 'export'])).said).toContain(
			'No payout was written. This is about test payments.',
		)
		expect(rowsOf((await ops(['payouts', 'export', '--again'])).said)).toEqual([line])
		// D71: what was decided for a line is decided again before the line is printed again.
		const again = async () => (await ops(['payouts', 'export', '--again'])).said.split(/\r?\n/)
		const isLeftOut = async () => {
			const lines = await again()
			expect(lines.join()).toContain(`${line?.Reference} is left out`)
			expect(lines.join()).not.toContain(line?.Account)
		}
		await desk.change('UPDATE transactions SET disputed_at = 1 WHERE shop_id = ?', shop.id)
		await isLeftOut()
		await desk.change('UPDATE transactions SET disputed_at = NULL WHERE shop_id = ?', shop.id)
		const newer = await addPayoutAccount(desk.database(), shop.id, { now: seven + 200 * HOUR_MS })
		await isLeftOut()
		await desk.change('UPDATE payout_accounts SET stopped_at = 1 WHERE id = ?', newer)
		expect((await again()).join()).toContain(line?.Account)
		expect((await ops(['payouts'])).said).toContain(`ON ITS WAY ${line?.Reference}`)

		const file = join(folder, 'results.csv')
		const write = (result: string, amount = line?.Amount) =>
			writeFileSync(file, `Reference,Result,Amount\r\n${line?.Reference},${result},"${amount}"\r\n`)
		write('sent')
		expect(await ops(['payouts', 'record', file])).toMatchObject({ exitCode: 2 })
		write('paid', '1.00')
		expect((await ops(['payouts', 'record', file])).said).toContain('the amount is not that of the payout')
		write('paid')
		expect((await ops(['payouts', 'record', file])).said).toContain('1 recorded')
		expect((await ops(['payouts', 'record', file])).said).toContain('0 recorded, 1 were recorded before')
		expect(await book.statuses(shop)).toEqual(['success'])
		expect((await ops(['payouts', 'cancel', String(line?.Reference)])).said).toContain('cannot be cancelled')
	})

	test('what was not sent is cancelled', async () => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		const [line] = rowsOf((await ops(['payouts', 'export'])).said)
		const cancel = () => ops(['payouts', 'cancel', String(line?.Reference)])
		expect((await cancel()).said).toContain('are due to')
		expect(await cancel()).toMatchObject({ exitCode: 0 })
		expect(await book.statuses(shop)).toEqual(['cancelled'])
	})

	test.each(['nothing.csv', 'empty.csv'])(
		'a file that is no list (%s) is refused with words',
		async (name) => {
			writeFileSync(join(folder, 'empty.csv'), 'Reference,Result\r\n')
			expect(await ops(['payouts', 'record', join(folder, name)])).toMatchObject({ exitCode: 2 })
		},
	)
})

test('a settlement of Paystack’s is recorded once', async () => {
	const settle = (...more: string[]) =>
		ops(['payouts', 'settled', '--amount', '₦2,500.50', '--on', '2026-11-23', ...more])
	const before = Number((await desk.balanceOf('paystack:')) ?? 0)
	expect((await settle('--reference', 'S-1')).said).toContain('₦2,500.50 went from Paystack to your bank.')
	expect((await settle('--reference', 'S-1')).said).toContain('Nothing was written')
	expect(Number(await desk.balanceOf('paystack:'))).toBe(before - 2_500_50)
	expect(await settle()).toMatchObject({ exitCode: 2 })
	expect(await settle('--reference', 'S-2', '--on', '2030-01-01')).toMatchObject({ exitCode: 2 })
	// Paystack has no such settlement.
	expect((await ops(['payments', 'reconcile'])).said).toContain('LEFT settlement:S-1 balance_not_there')
	expect((await settle('--added', '--reference', 'S-3')).said).toContain(
		'₦2,500.50 went from your bank to Paystack.',
	)
	expect(Number(await desk.balanceOf('paystack:'))).toBe(before)
})

describe('by transfers, by hand', () => {
	test('nothing is written without --apply, nothing is sent where they are off, and it is sent once', async () => {
		const shop = await book.newPaidShop()
		await book.completed(shop)
		expect((await ops(['payouts', 'run'])).said).toContain('would be paid ₦')
		expect(await ops(['payouts', 'run', '--apply'])).toMatchObject({ exitCode: 1 })
		expect(await book.payoutsOf(shop)).toEqual([])
		expect(await ops(['payouts', 'run', '--apply'], { PAYOUTS: 'paystack' })).toMatchObject({ exitCode: 0 })
		await ops(['payouts', 'run', '--apply'], { PAYOUTS: 'paystack' })
		expect(await book.payoutsOf(shop)).toHaveLength(1)
		const [payout] = await book.payoutsOf(shop)
		expect(desk.paystack.transfers.filter(({ reference }) => reference === payout?.reference)).toHaveLength(1)
		expect((await ops(['payments', 'reconcile'])).said).toContain('Payouts to shops: 2 compared, 2 differ.')
		expect((await ops(['payments', 'reconcile', '--apply'])).said).toContain(
			// The two settlements above.
			'2 were repaired, 2 are left.',
		)
		expect(await book.statuses(shop)).toEqual(['success'])
	})

	test('without a key it says what is missing', async () => {
		expect((await ops(['payouts', 'run'], { PAYSTACK_SECRET_KEY: '' })).said).toContain('PAYSTACK_SECRET_KEY')
	})
})
