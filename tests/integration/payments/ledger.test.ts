import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
	earnedLines,
	type LedgerLine,
	receivedLines,
	returnedLines,
} from '#app/domain/payments/ledger-lines.ts'
import {
	createLedgerRepository,
	type LedgerEntry,
	postEntry,
} from '#app/domain/payments/ledger-repository.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

/** Entries of payments that no other table knows: the auditor would say so. */
const database = withTestDatabase({ audit: false })
const now = Date.UTC(2026, 10, 21, 9)
const currency = 'NGN'
let write: ReturnType<typeof openDatabase>['writeBatch']
let ledger: ReturnType<typeof createLedgerRepository>
let serial = 0

beforeAll(() => {
	const { read, writeBatch } = openDatabase({ url: database().url })
	write = writeBatch
	ledger = createLedgerRepository(read)
})

const newReference = () => `paid-${++serial}`

function received(reference: string, owedKobo = 500_000): LedgerEntry {
	const lines = receivedLines({ reference, currency, owedKobo, paidKobo: owedKobo, feeKobo: 7_500 })
	return { occasion: `payment:${reference}`, lines, occurredAt: now - 1, now }
}
function earned(reference: string, shopId: string, amountKobo = 500_000, tipKobo = 50_000): LedgerEntry {
	const lines = earnedLines({ reference, currency, shopId, amountKobo, tipKobo })
	return { occasion: `booking:${reference}`, lines, occurredAt: now, now }
}

test('what was paid is the customer’s, and once it is booked the shop’s and its staff’s', async () => {
	const reference = newReference()
	await write(postEntry(received(reference)))
	expect(await ledger.balancesOf(reference)).toEqual([
		{ kind: 'customer_money', currency, balanceKobo: 500_000 },
	])
	await write(postEntry(earned(reference, 'shop-a')))
	expect(await ledger.balancesOf(reference)).toEqual([{ kind: 'customer_money', currency, balanceKobo: 0 }])
	expect(await ledger.balancesOf('shop-a')).toEqual([
		{ kind: 'shop_due', currency, balanceKobo: 450_000 },
		{ kind: 'staff_tips', currency, balanceKobo: 50_000 },
	])
})

test('payment and booking may be one batch, and the shop’s balance grows with each', async () => {
	for (let i = 0; i < 3; i++) {
		const reference = newReference()
		await write([...postEntry(received(reference)), ...postEntry(earned(reference, 'shop-b'))])
	}
	expect(await ledger.balancesOf('shop-b')).toEqual([
		{ kind: 'shop_due', currency, balanceKobo: 1_350_000 },
		{ kind: 'staff_tips', currency, balanceKobo: 150_000 },
	])
})

test('a shop whose id begins like another’s has accounts of its own, and an unknown one none', async () => {
	const reference = newReference()
	await write([...postEntry(received(reference)), ...postEntry(earned(reference, 'shop-b-2'))])
	expect(await ledger.balancesOf('shop')).toEqual([])
	expect((await ledger.balancesOf('shop-b-2'))[0]?.balanceKobo).toBe(450_000)
	expect((await ledger.balancesOf('')).map(({ kind }) => kind)).toEqual(['paystack', 'paystack_fees'])
})

test('the same occasion is entered once, whether its batch or another comes again', async () => {
	const reference = newReference()
	const batch = postEntry(received(reference))
	await write(batch)
	const again = [...(await write(batch)), ...(await write(postEntry(received(reference))))]
	expect(again.map(({ rowsAffected }) => rowsAffected)).toEqual([0, 0, 0, 0, 0, 0])
	expect((await ledger.balancesOf(reference))[0]?.balanceKobo).toBe(500_000)
})

test('fifty who enter the same occasion at once enter it once', async () => {
	const reference = newReference()
	await Promise.all(
		Array.from({ length: 50 }, () =>
			openDatabase({ url: database().url, writeTimeoutMs: 30_000 }).writeBatch(
				postEntry(received(reference)),
			),
		),
	)
	expect((await ledger.balancesOf(reference))[0]?.balanceKobo).toBe(500_000)
})

test('an entry with a condition is written, all of it, only where that holds in its own batch', async () => {
	const reference = newReference()
	const isReceived = sql`EXISTS (SELECT 1 FROM ledger_entries WHERE occasion = ${`payment:${reference}`})`
	const booking = () => postEntry(earned(reference, 'shop-c'), isReceived)
	const refused = await write(booking())
	expect(refused.map(({ rowsAffected }) => rowsAffected)).toEqual([0, 0, 0])
	expect(await ledger.balancesOf('shop-c')).toEqual([])

	await write([...postEntry(received(reference)), ...booking()])
	expect((await ledger.balancesOf('shop-c'))[0]?.balanceKobo).toBe(450_000)
})

test('what does not balance, and what nobody has, is refused with all of its batch', async () => {
	const reference = newReference()
	const [first] = received(reference).lines
	const lopsided: LedgerLine[] = [
		...(first ? [first] : []),
		{ account: { kind: 'customer_money', owner: reference, currency }, amountKobo: -1 },
	]
	await expect(write(postEntry({ ...received(reference), lines: lopsided }))).rejects.toMatchObject({
		rule: 'ledger_unbalanced',
	})
	await expect(write(postEntry({ ...received(reference), lines: [] }))).rejects.toMatchObject({
		rule: 'ledger_unbalanced',
	})
	await expect(
		write([...postEntry(received(reference)), ...postEntry(earned(reference, 'shop-d', 500_001))]),
	).rejects.toMatchObject({ rule: 'check:ledger_balance' })
	expect(await ledger.balancesOf(reference)).toEqual([])
})

test('a fee that Paystack keeps of a returned payment may leave it holding less than nothing', async () => {
	const other = 'GHS'
	const reference = newReference()
	const owedKobo = 100_000
	const back = returnedLines({ reference, currency: other, amountKobo: owedKobo })
	await write([
		...postEntry({
			...received(reference),
			lines: receivedLines({ reference, currency: other, owedKobo, paidKobo: owedKobo, feeKobo: 1_500 }),
		}),
		...postEntry({ occasion: `refund:${reference}`, lines: back, occurredAt: now, now }),
	])
	expect((await ledger.balancesOf('')).filter((one) => one.currency === other)).toEqual([
		{ kind: 'paystack', currency: other, balanceKobo: -1_500 },
		{ kind: 'paystack_fees', currency: other, balanceKobo: 1_500 },
	])
})

test('the proof names each entry that the payments know nothing of', async () => {
	const { entries } = await ledger.totals()
	const law = 'each payment, booking, giving back and return is entered, and nothing else is'
	const unknown = (await ledger.imbalances()).filter((one) => one.law === law)
	expect(unknown).toHaveLength(entries)
	expect(unknown).toContainEqual({ law, who: 'payment:paid-1' })
})
