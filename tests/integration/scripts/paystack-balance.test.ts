import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPaystackTransfers } from '#app/domain/payments/paystack/paystack-transfers.server.ts'
import { startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import {
	account,
	NAIRA,
	openPayoutSandbox,
	type PayoutSandbox,
	reference,
	secretKey,
} from './payout-sandbox.ts'

let desk: PayoutSandbox
beforeEach(async () => {
	desk = await openPayoutSandbox()
})
afterEach(() => desk.close())

describe('the balance', () => {
	test('is what was charged less its fees, refunds, transfers and theirs', async () => {
		await desk.charge(10_000 * NAIRA)
		await desk.refund(3_000 * NAIRA)
		await desk.paystack.settled()
		await desk.send({ amountKobo: 5_000 * NAIRA })
		await desk.send({ reference: 'po-of-fifty-thousand', amountKobo: 50_000 * NAIRA })
		await desk.send({ reference: 'po-a-kobo-above-that', amountKobo: 50_000 * NAIRA + 1 })
		await desk.paystack.settled()
		expect(await desk.gateway.balance()).toEqual({
			outcome: 'found',
			balanceKobo: (100_000 + 9_750 - 3_000 - 5_010 - 50_025 - 50_050) * NAIRA - 1,
		})
		expect(await desk.where('po-a-kobo-above-that')).toBe('success')
	})

	test('has a ledger of every change, the newest first, that adds up', async () => {
		await desk.charge(10_000 * NAIRA)
		await desk.refund(3_000 * NAIRA)
		await desk.paystack.settled()
		desk.paystack.setBehaviour({ transferEnd: 'failed' })
		await desk.send()
		await desk.paystack.settled()
		desk.paystack.settle()
		expect(await desk.changes()).toEqual([
			['Settlement', -106_750],
			['Transfer', 20_025],
			['Transfer', -20_025],
			['Refund', -3_000],
			['Transaction', 9_750],
			['Topup', 100_000],
		])
		expect(await desk.gateway.balance()).toEqual({ outcome: 'found', balanceKobo: 0 })
	})

	test('has to hold the amount and the fee', async () => {
		const all = 100_000 * NAIRA - 50 * NAIRA
		expect(await desk.send({ amountKobo: all + 1 })).toMatchObject({
			outcome: 'refused',
			why: 'no_balance',
			message: 'Your balance is not enough to fulfill this request',
		})
		expect(await desk.send({ amountKobo: all })).toMatchObject({ outcome: 'taken' })
		expect(desk.paystack.balanceKobo).toBe(0)
	})

	test('is not touched by a refund before it is processed', async () => {
		await desk.charge(10_000 * NAIRA)
		desk.paystack.setBehaviour({ refund: 'hold' })
		await desk.refund(3_000 * NAIRA)
		await desk.paystack.settled()
		expect(desk.paystack.balanceKobo).toBe(109_750 * NAIRA)
	})

	test('goes to the operator’s bank after each payment, where Paystack settles', async () => {
		desk.paystack.setBehaviour({ settles: 'yes' })
		await desk.charge(10_000 * NAIRA)
		expect(await desk.changes()).toEqual([
			['Settlement', -109_750],
			['Transaction', 9_750],
			['Topup', 100_000],
		])
		expect(await desk.send()).toMatchObject({ outcome: 'refused', why: 'no_balance' })
	})
})

test('transfers are listed with their fees, the newest first', async () => {
	await desk.send()
	await desk.send({ reference: 'po-the-second-one', amountKobo: 100 * NAIRA })
	await desk.paystack.settled()
	const page = await desk.lists.transfers({ from: 0, to: Date.now() + 60_000, page: 1 })
	expect(page).toMatchObject({
		outcome: 'page',
		isLast: true,
		rows: [
			{ reference: 'po-the-second-one', status: 'success', amountKobo: 100 * NAIRA, feeKobo: 10 * NAIRA },
			{ reference, status: 'success', amountKobo: 20_000 * NAIRA, feeKobo: 25 * NAIRA },
		],
	})
})

describe('the page that watches', () => {
	let person: BrowserLikeClient
	beforeEach(() => {
		person = openBrowserLikeClient(desk.url)
	})

	test('lists transfers with the balance, and moves each to where it can go', async () => {
		desk.paystack.setBehaviour({ transferEnd: 'received' })
		await desk.send()
		const page = await person.open('/paystack')
		expect(page.text).toContain('₦20,000 to CHIDI EZE: received')
		expect(page.text).toContain('The balance is ₦100,000.')
		const buttons = page.document.querySelectorAll('#transfers button').map(({ text }) => text)
		expect(buttons).toEqual(['pending', 'rejected', 'blocked'])
		let moved = await person.submit(page, `#${reference}-pending`)
		expect(moved.text).toContain('The balance is ₦79,975.')
		moved = await person.submit(moved, `#${reference}-success`)
		moved = await person.submit(moved, `#${reference}-reversed`)
		await desk.paystack.settled()
		expect(desk.events()).toEqual(['transfer.success', 'transfer.reversed'])
		expect((await person.open('/paystack')).text).toContain('transfer.reversed: taken 200')
		expect(moved.document.querySelector('#transfers button')).toBeNull()
	})

	test('does nothing by a button that was drawn before', async () => {
		desk.paystack.setBehaviour({ transferEnd: 'hold' })
		await desk.send()
		const page = await person.open('/paystack')
		desk.paystack.stepTransfer(reference, 'reversed')
		expect((await person.submit(page, `#${reference}-success`)).status).toBe(200)
		expect(await desk.where()).toBe('reversed')
	})
})

describe('a sandbox that is started again', () => {
	let folder: string
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'wakati-transfers-'))
	})
	afterEach(() => rmSync(folder, { recursive: true, force: true }))

	/** One life of a sandbox that keeps all in that file. */
	async function live<Answer>(work: (desk: Awaited<ReturnType<typeof open>>) => Promise<Answer>) {
		const opened = await open()
		try {
			return await work(opened)
		} finally {
			await opened.sandbox.close()
		}
	}
	async function open() {
		const sandbox = await startSandbox({ paystack: { secretKey, file: join(folder, 'payments.json') } })
		return { sandbox, gateway: createPaystackTransfers({ baseUrl: sandbox.url, secretKey }) }
	}

	test('knows its recipients, its transfers and its balance', async () => {
		const first = await live(async ({ sandbox, gateway }) => {
			sandbox.paystack.topUp(50_000 * NAIRA)
			sandbox.paystack.setBehaviour({ transferEnd: 'hold' })
			const made = await gateway.createRecipient({ ...account, holderName: 'CHIDI EZE' })
			const recipientCode = made.outcome === 'made' ? made.recipientCode : 'none'
			await gateway.transfer({ reference, amountKobo: 5_000 * NAIRA, recipientCode, reason: 'Wakati' })
			return made
		})
		await live(async ({ sandbox, gateway }) => {
			expect(await gateway.createRecipient({ ...account, holderName: 'CHIDI EZE' })).toEqual(first)
			expect(await gateway.balance()).toMatchObject({ balanceKobo: 44_990 * NAIRA })
			sandbox.paystack.stepTransfer(reference, 'failed')
			expect(await gateway.balance()).toMatchObject({ balanceKobo: 50_000 * NAIRA })
		})
	})

	test('has a balance by its payments, where it was kept before there was one', async () => {
		const file = join(folder, 'payments.json')
		await live(async ({ sandbox }) => {
			const headers = { authorization: `Bearer ${secretKey}` }
			const opened = { email: 'ada@example.com', amount: 10_000 * NAIRA }
			for (const reference of ['paid', 'opened']) {
				const body = JSON.stringify({ ...opened, reference })
				await fetch(`${sandbox.url}/transaction/initialize`, { method: 'POST', headers, body })
			}
			sandbox.paystack.pay('paid')
			const body = JSON.stringify({ transaction: 'paid', amount: 1_000 * NAIRA })
			await fetch(`${sandbox.url}/refund`, { method: 'POST', headers, body })
			await sandbox.paystack.settled()
		})
		const { transactions, refunds } = JSON.parse(readFileSync(file, 'utf8'))
		writeFileSync(file, JSON.stringify({ transactions, refunds }))
		await live(async ({ gateway }) => {
			expect(await gateway.balance()).toEqual({ outcome: 'found', balanceKobo: (9_750 - 1_000) * NAIRA })
		})
	})
})
