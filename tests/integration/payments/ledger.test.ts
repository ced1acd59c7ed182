import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
	earnedLines,
	type LedgerLine,
	receivedLines,
	refundedLines,
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

function received(paymentReference: string, owedKobo = 500_000): LedgerEntry {
	const lines = receivedLines({ paymentReference, currency, owedKobo, paidKobo: owedKobo, feeKobo: 7_500 })
	return { key: `payment:${paymentReference}`, lines, occurredAt: now - 1, now }
}
function earned(
	paymentReference: string,
	shopId: string,
	amountKobo = 500_000,
	tipKobo = 50_000,
): LedgerEntry {
	const lines = earnedLines({ paymentReference, currency, shopId, amountKobo, tipKobo })
	return { key: `booking:${paymentReference}`, lines, occurredAt: now, now }
}

test('what was paid is the customer’s, and once it is booked the shop’s and its staff’s', async () => {
	const paymentReference = newReference()
	await write(postEntry(received(paymentReference)))
	expect(await ledger.balancesOf(paymentReference)).toEqual([
		{ kind: 'customer_money', currency, balanceKobo: 500_000 },
	])
	await write(postEntry(earned(paymentReference, 'shop-a')))
	expect(await ledger.balancesOf(paymentReference)).toEqual([
		{ kind: 'customer_money', currency, balanceKobo: 0 },
	])
	expect(await ledger.balancesOf('shop-a')).toEqual([
		{ kind: 'shop_due', currency, balanceKobo: 450_000 },
		{ kind: 'staff_tips', currency, balanceKobo: 50_000 },
	])
})

test('payment and booking may be one batch, and the shop’s balance grows with each', async () => {
	for (let i = 0; i < 3; i++) {
		const paymentReference = newReference()
		await write([...postEntry(received(paymentReference)), ...postEntry(earned(paymentReference, 'shop-b'))])
	}
	expect(await ledger.balancesOf('shop-b')).toEqual([
		{ kind: 'shop_due', currency, balanceKobo: 1_350_000 },
		{ kind: 'staff_tips', currency, balanceKobo: 150_000 },
	])
})

test('a shop whose id begins like another’s has accounts of its own, and an unknown one none', async () => {
	const paymentReference = newReference()
	await write([...postEntry(received(paymentReference)), ...postEntry(earned(paymentReference, 'shop-b-2'))])
	expect(await ledger.balancesOf('shop')).toEqual([])
	expect((await ledger.balancesOf('shop-b-2'))[0]?.balanceKobo).toBe(450_000)
	expect((await ledger.balancesOf('')).map(({ kind }) => kind)).toEqual(['paystack', 'paystack_fees'])
})

test('the same entry is entered once, whether its batch or another comes again', async () => {
	const paymentReference = newReference()
	const batch = postEntry(received(paymentReference))
	await write(batch)
	expect(await write({ sameBatch: batch, another: postEntry(received(paymentReference)) })).toEqual({
		sameBatch: 0,
		another: 0,
	})
	expect((await ledger.balancesOf(paymentReference))[0]?.balanceKobo).toBe(500_000)
})

test('fifty who enter the same entry at once enter it once', async () => {
	const paymentReference = newReference()
	await Promise.all(
		Array.from({ length: 50 }, () =>
			openDatabase({ url: database().url, writeTimeoutMs: 30_000 }).writeBatch(
				postEntry(received(paymentReference)),
			),
		),
	)
	expect((await ledger.balancesOf(paymentReference))[0]?.balanceKobo).toBe(500_000)
})

test('an entry with a condition is written, all of it, only where that holds in its own batch', async () => {
	const paymentReference = newReference()
	const isReceived = sql`EXISTS (SELECT 1 FROM ledger_entries WHERE occasion = ${`payment:${paymentReference}`})`
	const booking = () => postEntry(earned(paymentReference, 'shop-c'), isReceived)
	expect(await write({ changed: booking() })).toEqual({ changed: 0 })
	expect(await ledger.balancesOf('shop-c')).toEqual([])

	await write([...postEntry(received(paymentReference)), ...booking()])
	expect((await ledger.balancesOf('shop-c'))[0]?.balanceKobo).toBe(450_000)
})

test('what does not balance, and what nobody has, is refused with all of its batch', async () => {
	const paymentReference = newReference()
	const [first] = received(paymentReference).lines
	const lopsided: LedgerLine[] = [
		...(first ? [first] : []),
		{ account: { kind: 'customer_money', owner: paymentReference, currency }, amountKobo: -1 },
	]
	await expect(write(postEntry({ ...received(paymentReference), lines: lopsided }))).rejects.toMatchObject({
		rule: 'ledger_unbalanced',
	})
	await expect(write(postEntry({ ...received(paymentReference), lines: [] }))).rejects.toMatchObject({
		rule: 'ledger_unbalanced',
	})
	await expect(
		write([
			...postEntry(received(paymentReference)),
			...postEntry(earned(paymentReference, 'shop-d', 500_001)),
		]),
	).rejects.toMatchObject({ rule: 'ledger_account_overdrawn' })
	expect(await ledger.balancesOf(paymentReference)).toEqual([])
})

test('a fee that Paystack keeps of a returned payment may leave it holding less than nothing', async () => {
	const other = 'GHS'
	const paymentReference = newReference()
	const owedKobo = 100_000
	const back = refundedLines({ paymentReference, currency: other, amountKobo: owedKobo })
	await write([
		...postEntry({
			...received(paymentReference),
			lines: receivedLines({
				paymentReference,
				currency: other,
				owedKobo,
				paidKobo: owedKobo,
				feeKobo: 1_500,
			}),
		}),
		...postEntry({ key: `refund:${paymentReference}`, lines: back, occurredAt: now, now }),
	])
	expect((await ledger.balancesOf('')).filter((one) => one.currency === other)).toEqual([
		{ kind: 'paystack', currency: other, balanceKobo: -1_500 },
		{ kind: 'paystack_fees', currency: other, balanceKobo: 1_500 },
	])
})

test('the proof names each entry that the payments know nothing of', async () => {
	const { entries } = await ledger.totals()
	const invariant = 'I3: each payment, booking, giving back and return is entered, and nothing else is'
	const unknown = (await ledger.imbalances()).filter((one) => one.invariant === invariant)
	expect(unknown).toHaveLength(entries)
	expect(unknown).toContainEqual({ invariant, subject: 'payment:paid-1' })
})
