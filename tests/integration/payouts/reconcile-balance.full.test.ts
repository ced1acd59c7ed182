import { beforeEach, describe, expect, test } from 'vitest'
import { reconcileBalance } from '#app/flows/payouts/reconcile-balance.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { processRefunds } from '#app/flows/refunds/send-refunds.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import type { SandboxBalanceEntry } from '#scripts/sandbox/paystack-balance.ts'
import type { SandboxTransfer } from '#scripts/sandbox/sandbox-transfer.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { mondayMorningAt, type SmallShop } from '#tests/support/small-shop.ts'
import { payoutBook, seven } from './payout-book.ts'

const desk = withPaymentDesk('balance')
const book = payoutBook(desk)
const wednesday = seven + DAY_MS
const whole = { from: mondayMorningAt - DAY_MS, to: seven + 4 * DAY_MS }
/** When nothing of those days is on its way any more. */
const later = seven + 20 * DAY_MS

async function ops(...words: string[]) {
	const { databaseUrl, sandboxUrl, secretKey } = desk.addresses
	const said: string[] = []
	const exitCode = await runOps(words, {
		env: {
			DATABASE_URL: databaseUrl,
			APP_ORIGIN: 'https://wakati.example',
			COOKIE_KEYS: 'k'.repeat(32),
			PAYSTACK_SECRET_KEY: secretKey,
			PAYSTACK_BASE_URL: sandboxUrl,
			PAYSTACK_CHECKOUT_ORIGIN: sandboxUrl,
			ENVIRONMENT: 'test',
		},
		say: (line) => said.push(line),
		note: (line) => said.push(line),
		now: later,
	})
	return { exitCode, said: said.join('\n') }
}

function deps() {
	const { provider, mode } = desk.online
	return { ...desk.deps, provider, mode }
}
const compared = (
	asked: Partial<{ from: Instant; to: Instant; now: Instant; named: ReadonlySet<string> }> = {},
) => reconcileBalance(deps(), { ...whole, named: new Set(), now: later, ...asked })
const differences = async (asked?: Parameters<typeof compared>[0]) => (await compared(asked)).differences
const kinds = async (asked?: Parameters<typeof compared>[0]) =>
	(await differences(asked)).map(({ kind }) => kind).sort()

/** Paystack's ledger made otherwise while one work runs, its balances with it. What is sent meanwhile is undone. */
async function planted<Value>(
	change: (entries: SandboxBalanceEntry[]) => void,
	work: () => Promise<Value>,
): Promise<Value> {
	const entries = desk.paystack.balanceEntries
	const before = entries.map((one) => ({ ...one }))
	const transfers = desk.paystack.transfers as SandboxTransfer[]
	const sentBefore = transfers.length
	change(entries)
	let balanceKobo = 0
	for (const one of entries) {
		balanceKobo += one.differenceKobo
		one.balanceKobo = balanceKobo
	}
	try {
		return await work()
	} finally {
		entries.splice(0, entries.length, ...before)
		transfers.length = sentBefore
	}
}

/** A line that nothing here belongs to, at that time. */
function line(
	more: Partial<SandboxBalanceEntry> & Pick<SandboxBalanceEntry, 'model' | 'differenceKobo'>,
): SandboxBalanceEntry {
	return { id: 9_000, balanceKobo: 0, reason: '', modelRow: null, createdAt: seven, ...more }
}
const addLine = (more: Parameters<typeof line>[0]) => (entries: SandboxBalanceEntry[]) =>
	void entries.push(line(more))

async function paidOut(shop: SmallShop, at: Instant): Promise<string> {
	desk.clock.now = at
	await book.run(at)
	await book.send(at)
	desk.clock.now = at + 10 * MINUTE_MS
	await book.send(desk.clock.now)
	return String((await book.payoutsOf(shop)).at(-1)?.reference)
}

let history: { first: string; returned: string; refunded: string } | undefined

/** All that a balance goes through, in five days and known on both sides. */
async function makeHistory() {
	desk.paystack.topUp(20_000_00)
	await ops('payouts', 'settled', '--added', '--amount', '20000', '--reference', 'T-1', '--on', '2026-11-23')
	const shop = await book.newPaidShop()
	await book.completed(shop)
	await book.completed(shop, { startsAt: ten + 2 * HOUR_MS })
	const back = await book.newPaidShop()
	const { paymentReference: refunded } = await book.booked(back)
	const first = await paidOut(shop, seven)
	await refundByOperator(desk.deps, { givenReference: refunded, now: desk.clock.now })
	await processRefunds(desk.deps, desk.clock.now)
	await processRefunds(desk.deps, desk.clock.now + DAY_MS)

	const other = await book.newPaidShop()
	desk.clock.now = mondayMorningAt
	await book.completed(other)
	desk.paystack.setBehaviour({ transferEnd: 'failed' })
	await paidOut(other, wednesday)
	desk.paystack.setBehaviour({ transferEnd: 'success' })
	const returned = await paidOut(other, wednesday + DAY_MS)
	desk.clock.now = wednesday + 2 * DAY_MS
	desk.paystack.stepTransfer(returned, 'reversed')
	await book.send(desk.clock.now + HOUR_MS)
	desk.clock.now += 2 * HOUR_MS
	const settledKobo = desk.paystack.balanceKobo
	desk.paystack.settle()
	const amount = String(settledKobo / 100)
	await ops('payouts', 'settled', '--amount', amount, '--reference', 'S-1', '--on', '2026-11-27')
	return { first, returned, refunded }
}

beforeEach(async () => {
	history ??= await makeHistory()
	desk.paystack.behaveWell()
})
const known = () => {
	if (!history) throw new Error('there is no history')
	return history
}

test('the history has each kind of line', () => {
	const words = desk.paystack.balanceEntries.map(({ model, differenceKobo }) => [
		model,
		Math.sign(differenceKobo),
	])
	for (const one of [
		['Topup', 1],
		['Transaction', 1],
		['Transfer', -1],
		['Transfer', 1],
		['Refund', -1],
		['Settlement', -1],
	])
		expect(words).toContainEqual(one)
})

describe('a book that is in order', () => {
	test('differs in nothing', async () => {
		expect(await compared()).toMatchObject({
			differences: [],
			onItsWayKobo: 0,
			ofOthersKobo: 0,
			listed: desk.paystack.balanceEntries.length,
		})
	})

	test('differs in nothing wherever the asked time begins or ends', async () => {
		const edges = [...new Set(desk.paystack.balanceEntries.map(({ createdAt }) => createdAt))]
		for (const edge of edges)
			for (const at of [edge, edge + 1, edge + 12 * HOUR_MS]) {
				expect(await differences({ to: at })).toEqual([])
				expect(await differences({ from: at })).toEqual([])
			}
	})
})

describe('each line of Paystack’s ledger', () => {
	const indexes = () => desk.paystack.balanceEntries.map((_, index) => index)

	test('is missed when it is not there', async () => {
		for (const index of indexes())
			expect(
				await planted(
					(entries) => void entries.splice(index, 1),
					() => kinds(),
				),
			).not.toEqual([])
	})

	test('is named when it is there twice, and when it is off by a kobo', async () => {
		for (const index of indexes()) {
			const twice = (entries: SandboxBalanceEntry[]) =>
				void entries.splice(index, 0, { ...(entries[index] as SandboxBalanceEntry), id: 9_000 })
			expect(await planted(twice, () => kinds())).not.toEqual([])
			for (const kobo of [1, -1])
				expect(
					await planted(
						(entries) => {
							;(entries[index] as SandboxBalanceEntry).differenceKobo += kobo
						},
						() => kinds(),
					),
				).not.toEqual([])
		}
	})

	test('is missed or named on its own day alone', async () => {
		const days = Array.from({ length: 6 }, (_, day) => whole.from + day * DAY_MS)
		for (const index of indexes()) {
			const { modelRow } = desk.paystack.balanceEntries[index] ?? {}
			const foundOn = await planted(
				(entries) => void entries.splice(index, 1),
				async () => {
					const found = []
					for (const from of days) found.push((await kinds({ from, to: from + DAY_MS })).length)
					return found
				},
			)
			expect({ modelRow, days: foundOn.filter((count) => count > 0) }).toEqual({ modelRow, days: [1] })
		}
	})
})

describe('what is planted is named, with what it is', () => {
	test('a settlement that was not recorded', async () => {
		desk.clock.now = wednesday
		const plant = addLine({ model: 'Settlement', differenceKobo: -2_500_50 })
		expect(await planted(plant, () => differences())).toEqual([
			{
				kind: 'balance_debit_unknown_here',
				about: 'line 9000',
				thereKobo: -2_500_50,
				hereKobo: null,
				at: seven,
				reason: 'Settlement',
			},
		])
	})

	test('a settlement that was recorded with another sum', async () => {
		const plant = (entries: SandboxBalanceEntry[]) => {
			const settled = entries.find(({ model }) => model === 'Settlement') as SandboxBalanceEntry
			settled.differenceKobo += 100
		}
		expect(await planted(plant, () => kinds())).toEqual(['balance_debit_unknown_here', 'balance_not_there'])
	})

	test('money that was added and not recorded', async () => {
		const plant = addLine({ model: 'Topup', differenceKobo: 777 })
		expect(await planted(plant, () => kinds())).toEqual(['balance_credit_unknown_here'])
	})

	test('a transfer of the dashboard, and one whose payout is not here', async () => {
		const { provider } = desk.online
		const made = await provider.createRecipient({
			bankCode: '058',
			accountNumber: '0123456724',
			holderName: 'ADA',
		})
		const recipientCode = made.outcome === 'made' ? made.recipientCode : ''
		desk.clock.now = wednesday
		const lost = 'payout-abcdefghjkmnpqrstuvwxyz2'
		await planted(
			(entries) =>
				void entries.push(line({ model: 'Topup', differenceKobo: 50_000_00, createdAt: whole.to })),
			async () => {
				for (const reference of ['my-own-transfer-1', lost])
					await provider.transfer({ reference, amountKobo: 1_000_00, recipientCode, reason: 'Rent' })
				const found = await differences()
				expect(found).toMatchObject([
					{
						kind: 'balance_transfer_unknown_here',
						about: expect.stringMatching(/^line \d+$/),
						thereKobo: -1_010_00,
						reason: 'Transfer: Rent',
					},
					{ kind: 'balance_transfer_unknown_here', about: lost, thereKobo: -1_010_00 },
				])
				// The list of transfers has named it: it is told once.
				expect(await differences({ named: new Set([lost]) })).toHaveLength(1)
				const { said } = await ops('payments', 'reconcile', '--from', '2026-11-22', '--to', '2026-11-28')
				expect(said).toContain(`LEFT ${lost} transfer_unknown_here`)
				expect(said).not.toContain(`LEFT ${lost} balance_`)
				expect(said).toContain('“Transfer: Rent”')
			},
		)
	})

	test('a transfer’s debit of another amount, and of another fee', async () => {
		const { first } = known()
		const number = desk.paystack.transfers.find(({ reference }) => reference === first)?.id
		for (const kobo of [-100_00, 10_00]) {
			const plant = (entries: SandboxBalanceEntry[]) => {
				const debit = entries.find(({ modelRow }) => modelRow === number) as SandboxBalanceEntry
				debit.differenceKobo += kobo
			}
			const [found, ...more] = await planted(plant, () => differences())
			expect(found).toMatchObject({ kind: 'balance_amount_differs', about: first })
			expect(Number(found?.thereKobo) - Number(found?.hereKobo)).toBe(kobo)
			expect(more).toEqual([])
		}
	})

	test('a refund’s debit of another amount, by its number', async () => {
		const plant = (entries: SandboxBalanceEntry[]) => {
			const debit = entries.find(({ model }) => model === 'Refund') as SandboxBalanceEntry
			debit.differenceKobo -= 100_00
		}
		const { refunds } = desk.paystack
		const refund = refunds.find(({ transaction }) => transaction.reference === known().refunded)
		expect(await planted(plant, () => differences())).toMatchObject([
			{ kind: 'balance_amount_differs', about: String(refund?.id) },
		])
	})

	test('the money of a transfer that came back', async () => {
		const { first } = known()
		const number = desk.paystack.transfers.find(({ reference }) => reference === first)?.id ?? null
		const plant = addLine({ model: 'Transfer', differenceKobo: 1_000_00, modelRow: number })
		expect(await planted(plant, () => differences())).toMatchObject([
			{ kind: 'balance_return_unknown_here', about: first, thereKobo: 1_000_00 },
		])
	})

	test('a payment, a refund and a number that no list has', async () => {
		const plant = (entries: SandboxBalanceEntry[]) =>
			void entries.push(
				line({ id: 9_001, model: 'Transaction', differenceKobo: 300_00, modelRow: 5n }),
				line({ id: 9_002, model: 'Refund', differenceKobo: -400_00, modelRow: 6n }),
				line({ id: 9_003, model: 'Transfer', differenceKobo: -500_00, modelRow: 7n }),
			)
		expect(await planted(plant, () => kinds())).toEqual([
			'balance_debit_unknown_here',
			'balance_payment_unknown_here',
			'balance_transfer_unknown_here',
		])
	})

	test('a line that Paystack has left out of its list, by its balances', async () => {
		const entries = desk.paystack.balanceEntries
		const [first] = entries
		const { balanceKobo } = first as SandboxBalanceEntry
		Object.assign(first as SandboxBalanceEntry, { balanceKobo: balanceKobo + 1 })
		expect(await kinds()).toEqual(['balance_not_whole'])
		Object.assign(first as SandboxBalanceEntry, { balanceKobo })
	})

	test('a settlement that is recorded here and never happened', async () => {
		desk.clock.now = wednesday
		await ops('payouts', 'settled', '--amount', '12.5', '--reference', 'S-9', '--on', '2026-11-25')
		expect(await differences()).toMatchObject([
			{ kind: 'balance_not_there', about: 'settlement:S-9', thereKobo: null, hereKobo: -12_50 },
		])
		await ops(
			'payouts',
			'settled',
			'--added',
			'--amount',
			'12.5',
			'--reference',
			'S-10',
			'--on',
			'2026-11-25',
		)
		expect(await kinds()).toEqual(['balance_not_there', 'balance_not_there'])
		// It is in the book for good: Paystack's ledger gets both.
		for (const differenceKobo of [-12_50, 12_50])
			desk.paystack.balanceEntries.splice(
				1,
				0,
				line({ id: 8_000 + differenceKobo, model: 'Settlement', differenceKobo, createdAt: wednesday }),
			)
		await planted(
			() => undefined,
			async () => expect(await kinds()).toEqual([]),
		)
	})
})

describe('what is on its way is no difference', () => {
	test('a payment that Paystack has not added yet is summed up, and missed after five days', async () => {
		const shop = await book.newPaidShop()
		desk.clock.now = mondayMorningAt
		const { paymentReference } = await book.booked(shop, { startsAt: ten + 5 * DAY_MS })
		const number = desk.paystack.find(paymentReference)?.id
		const ofPayment = ({ modelRow }: SandboxBalanceEntry) => modelRow === number
		const netKobo = desk.paystack.balanceEntries.find(ofPayment)?.differenceKobo
		const without = (entries: SandboxBalanceEntry[]) => void entries.splice(entries.findIndex(ofPayment), 1)
		await planted(without, async () => {
			const day = { from: mondayMorningAt - DAY_MS, to: mondayMorningAt + DAY_MS }
			expect(await compared({ ...day, now: mondayMorningAt + 5 * DAY_MS - 1 })).toMatchObject({
				differences: [],
				onItsWayKobo: netKobo,
			})
			expect(await differences({ ...day, now: mondayMorningAt + 6 * DAY_MS })).toMatchObject([
				{ kind: 'balance_not_there', about: `payment:${paymentReference}` },
			])
		})
		// It is added four days later, after the asked day.
		const late = (entries: SandboxBalanceEntry[]) => {
			for (const one of entries.filter(ofPayment)) one.createdAt += 4 * DAY_MS
			entries.sort((a, b) => a.createdAt - b.createdAt)
		}
		await planted(late, async () => {
			expect(await differences({ to: mondayMorningAt + DAY_MS })).toEqual([])
			expect(await differences({ from: mondayMorningAt + 3 * DAY_MS })).toEqual([])
		})
	})

	test('a payment that was paid a moment ago, until we should have heard of it', async () => {
		const shop = await book.newPaidShop()
		desk.clock.now = wednesday
		const { paymentReference } = await desk.atPaid(shop, { startsAt: ten + 6 * DAY_MS })
		expect(await differences({ now: wednesday + MINUTE_MS })).toEqual([])
		expect(await differences()).toMatchObject([
			{ kind: 'balance_payment_unknown_here', about: paymentReference },
		])
		// The list of payments has named it: it is told once.
		expect(await differences({ named: new Set([paymentReference]) })).toEqual([])
		await desk.settle(paymentReference)
		expect(await differences()).toEqual([])
	})

	test('a transfer without an end, one whose end was not told here, and one that came back unseen', async () => {
		const shop = await book.newPaidShop()
		await book.completed(shop, { startsAt: ten + 3 * HOUR_MS })
		desk.clock.now = seven
		await book.run(seven)
		desk.paystack.setBehaviour({ transferEnd: 'hold' })
		await book.send(seven)
		const [payout] = await book.payoutsOf(shop)
		const reference = String(payout?.reference)
		expect(await differences()).toEqual([])
		desk.paystack.stepTransfer(reference, 'success')
		expect(await differences()).toEqual([])
		desk.clock.now = seven + HOUR_MS
		await book.send(desk.clock.now)
		expect(await book.statuses(shop)).toEqual(['success'])

		desk.clock.now = wednesday + HOUR_MS
		desk.paystack.stepTransfer(reference, 'reversed')
		expect(await differences()).toMatchObject([{ kind: 'balance_return_unknown_here', about: reference }])
		expect(await differences({ named: new Set([reference]) })).toEqual([])
		await book.send(seven + 2 * DAY_MS)
		expect(await differences()).toEqual([])
	})

	test('a refund that has left Paystack, and whose arrival was not told here', async () => {
		const shop = await book.newPaidShop()
		const { paymentReference } = await book.booked(shop, { startsAt: ten + 7 * DAY_MS })
		desk.clock.now = wednesday
		desk.paystack.setBehaviour({ refund: 'hold' })
		await refundByOperator(desk.deps, { givenReference: paymentReference, now: wednesday })
		await processRefunds(desk.deps, wednesday)
		expect(await differences()).toEqual([])
		desk.paystack.stepRefund(paymentReference)
		desk.paystack.stepRefund(paymentReference, 'processed')
		expect(await differences()).toEqual([])
		await processRefunds(desk.deps, wednesday + 2 * DAY_MS)
		expect(await differences()).toEqual([])
	})
})

describe('what the documentation does not say', () => {
	test('a fee may be a line of its own', async () => {
		const { first } = known()
		const number = desk.paystack.transfers.find((one) => one.reference === first)?.id
		const apart = (fee: number) => (entries: SandboxBalanceEntry[]) => {
			const debit = entries.find(({ modelRow }) => modelRow === number) as SandboxBalanceEntry
			debit.differenceKobo += 25_00
			entries.push(line({ model: 'TransferFee' as never, differenceKobo: -fee, createdAt: debit.createdAt }))
		}
		expect(await planted(apart(25_00), () => kinds())).toEqual([])
		expect(await planted(apart(26_00), () => kinds())).toEqual([
			'balance_amount_differs',
			'balance_debit_unknown_here',
		])
	})

	test('a refund may have another word and number, and is found by its sum', async () => {
		const other = (model: string, modelRow: bigint | null) => (entries: SandboxBalanceEntry[]) => {
			for (const one of entries.filter(({ model }) => model === 'Refund'))
				Object.assign(one, { model, modelRow })
		}
		const ofPayment = desk.paystack.find(known().refunded)?.id ?? null
		for (const plant of [other('Reversal', null), other('Dispute', 12n), other('Transaction', ofPayment)])
			expect(await planted(plant, () => kinds())).toEqual([])
	})

	test('a payment and a transfer whose number no list has are found by their sums', async () => {
		const plant = (entries: SandboxBalanceEntry[]) => {
			for (const [index, one] of entries.entries())
				if (one.model === 'Transaction') one.modelRow = BigInt(index)
		}
		expect(await planted(plant, () => kinds())).toEqual([])
	})
})

test('payments of others in the account are summed up', async () => {
	const { sandboxUrl, secretKey } = desk.addresses
	const post = (path: string, body: object) =>
		fetch(`${sandboxUrl}${path}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${secretKey}` },
			body: JSON.stringify(body),
		})
	desk.clock.now = wednesday
	await post('/transaction/initialize', { email: 'a@b.example', amount: 10_000_00, reference: 'their-own-1' })
	desk.paystack.pay('their-own-1')
	await post('/refund', { transaction: 'their-own-1', amount: 1_000_00 })
	await desk.paystack.settled()
	expect(await compared()).toMatchObject({ differences: [], ofOthersKobo: 9_750_00 - 1_000_00 })
})

test('a list of many pages is read to its end, and one that cannot be is no list', async () => {
	const many = (entries: SandboxBalanceEntry[]) => {
		for (let n = 0; n < 60; n++)
			entries.unshift(line({ id: 9_000 + n, model: 'Topup', differenceKobo: 1 + n }))
	}
	expect(await planted(many, () => kinds())).toHaveLength(60)
	desk.paystack.setBehaviour({ transferVerify: 'fail' })
	await expect(compared()).rejects.toThrow('status 500')
})

describe('ops payments reconcile', () => {
	const asked = ['payments', 'reconcile', '--from', '2026-11-22', '--to', '2026-11-28']

	test('finds nothing in a book that is in order', async () => {
		const { exitCode, said } = await ops(...asked)
		expect(said).toMatch(/Paystack’s ledger of its balance: \d+ lines compared, 0 differ\./)
		expect({ exitCode, said }).toMatchObject({ exitCode: 0 })
	})

	test('names what it finds, its sum, its day and what to do', async () => {
		const plant = addLine({ model: 'Settlement', differenceKobo: -2_500_50 })
		const { exitCode, said } = await planted(plant, () => ops(...asked))
		expect(exitCode).toBe(1)
		expect(said).toContain(
			'LEFT line 9000 balance_debit_unknown_here (−₦2,500.50 there, 2026-11-24, “Settlement”): money left Paystack’s balance',
		)
		expect(said).toContain('record it with `payouts settled`')
		expect((await planted(plant, () => ops(...asked, '--apply'))).said).toContain(
			'0 were repaired, 1 are left.',
		)
	})
})
