import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPaystackTransfers } from '#app/domain/payments/paystack/paystack-transfers.server.ts'
import { nigerianBanks } from '#app/kernel/nigerian-banks.ts'
import {
	account,
	holderName,
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

const sent = (status: string, feeKobo: number | null) => ({
	status,
	amountKobo: 20_000 * NAIRA,
	currency: 'NGN',
	transferCode: desk.paystack.transfers[0]?.transferCode,
	feeKobo,
})

describe('accounts', () => {
	test('are at the banks of the table', async () => {
		expect(await desk.gateway.banks()).toEqual({ outcome: 'found', banks: nigerianBanks })
	})

	test('have a holder, the same one each time', async () => {
		expect(await desk.gateway.resolveAccount(account)).toEqual({ outcome: 'found', holderName })
		expect(await desk.gateway.resolveAccount({ ...account, accountNumber: '9999999999' })).toMatchObject({
			holderName: 'JIDE UMEH',
		})
	})

	test.each([
		{ bankCode: '999' },
		{ accountNumber: '123' },
		{ accountNumber: '01234567890' },
		{ accountNumber: '0123450000' },
		{ accountNumber: 'abcdefghij' },
	])('are not there: %j', async (change) => {
		expect(await desk.gateway.resolveAccount({ ...account, ...change })).toEqual({ outcome: 'not_found' })
		expect(await desk.gateway.createRecipient({ ...account, holderName, ...change })).toEqual({
			outcome: 'refused',
			message: 'Cannot resolve account',
		})
	})

	test('have one recipient each, whatever it is called', async () => {
		const again = await desk.gateway.createRecipient({ ...account, holderName: 'Another Name' })
		expect(again).toEqual({ outcome: 'made', recipientCode: desk.recipientCode })
		const other = await desk.gateway.createRecipient({ ...account, bankCode: '044', holderName })
		expect(other).toMatchObject({ outcome: 'made' })
		expect(other).not.toEqual(again)
	})
})

describe('a transfer', () => {
	test('is taken, arrives, and says so with a signed event', async () => {
		expect(await desk.send()).toEqual({ outcome: 'taken', ...sent('pending', null) })
		await desk.paystack.settled()
		expect(await desk.gateway.verifyTransfer(reference)).toEqual({
			outcome: 'found',
			...sent('success', 25 * NAIRA),
		})
		expect(desk.events()).toEqual(['transfer.success'])
		const [{ body, signature } = { body: '', signature: '' }] = desk.app.received
		expect(signature).toBe(createHmac('sha512', secretKey).update(body).digest('hex'))
		expect(JSON.parse(body).data).toMatchObject({
			reference,
			status: 'success',
			amount: 20_000 * NAIRA,
			currency: 'NGN',
			recipient: { recipient_code: desk.recipientCode, details: { account_number: account.accountNumber } },
		})
	})

	test('needs a reference of its own, of 16 to 50 signs', async () => {
		await desk.send()
		expect(await desk.send({ amountKobo: 100 })).toMatchObject({
			outcome: 'refused',
			why: 'duplicate_reference',
		})
		for (const bad of ['short', 'x'.repeat(51), 'po-0123456789ABCDEF', 'po-0123456789.abcdef', ''])
			expect(await desk.send({ reference: bad })).toMatchObject({ outcome: 'refused', why: 'other' })
		expect(desk.paystack.transfers).toHaveLength(1)
	})

	test.each([
		{ amountKobo: 0 },
		{ amountKobo: -5 },
		{ amountKobo: 1.5 },
		{ recipientCode: 'RCP_other' },
		{ recipientCode: '' },
	])('of %j is refused', async (change) => {
		expect(await desk.send(change)).toMatchObject({ outcome: 'refused', why: 'other' })
		expect(desk.paystack.transfers).toEqual([])
	})

	test('that was never sent is not found', async () => {
		expect(await desk.gateway.verifyTransfer(reference)).toEqual({ outcome: 'not_found' })
		const response = await fetch(`${desk.url}/transfer/verify/${reference}`, {
			headers: { authorization: `Bearer ${secretKey}` },
		})
		expect([response.status, await response.json()]).toEqual([
			404,
			{ status: false, message: 'Transfer not found' },
		])
	})

	test('and all else needs the secret key', async () => {
		const other = createPaystackTransfers({ baseUrl: desk.url, secretKey: 'sk_test_other' })
		const unknown = { outcome: 'unknown', why: 'status 401' }
		expect(
			await other.transfer({ reference, amountKobo: 100, recipientCode: desk.recipientCode, reason: '' }),
		).toEqual(unknown)
		expect(await other.verifyTransfer(reference)).toEqual(unknown)
		expect(await other.balance()).toEqual(unknown)
		expect(desk.paystack.calls).toMatchObject({ transfer: 1, transferVerify: 1, balance: 1 })
		expect(desk.paystack.transfers).toEqual([])
	})
})

describe('what becomes of a transfer', () => {
	test.each([
		['success', 'pending', 'success', ['transfer.success']],
		['at-once', 'success', 'success', ['transfer.success']],
		['hold', 'pending', 'pending', []],
		['received', 'received', 'received', []],
		['otp', 'otp', 'otp', []],
		['failed', 'pending', 'failed', ['transfer.failed']],
		['failed-then-success', 'pending', 'success', ['transfer.failed', 'transfer.success']],
		['reversed', 'pending', 'reversed', ['transfer.success', 'transfer.reversed']],
		['abandoned', 'otp', 'abandoned', []],
		['rejected', 'received', 'rejected', []],
		['blocked', 'received', 'blocked', []],
	] as const)('%s: from %s to %s', async (transferEnd, first, last, told) => {
		desk.paystack.setBehaviour({ transferEnd })
		expect(await desk.send()).toEqual({ outcome: 'taken', ...sent(first, null) })
		await desk.paystack.settled()
		expect(await desk.where()).toBe(last)
		expect(desk.events()).toEqual(told)
		const isAway = last === 'success' || last === 'pending'
		// One that came back has cost its fee.
		const outKobo = (isAway ? 20_025 : last === 'reversed' ? 25 : 0) * NAIRA
		expect(desk.paystack.balanceKobo).toBe(100_000 * NAIRA - outKobo)
		expect(await desk.gateway.verifyTransfer(reference)).toMatchObject({
			feeKobo: isAway || last === 'reversed' ? 25 * NAIRA : 0,
		})
	})

	test('late: it is pending until it is moved on, and comes back days after its success', async () => {
		desk.paystack.setBehaviour({ transferEnd: 'hold' })
		await desk.send()
		expect(desk.paystack.stepTransfer(reference)).toBe('success')
		await desk.paystack.settled()
		expect(desk.paystack.stepTransfer(reference, 'reversed')).toBe('reversed')
		await desk.paystack.settled()
		expect(await desk.where()).toBe('reversed')
		expect(desk.events()).toEqual(['transfer.success', 'transfer.reversed'])
		expect(() => desk.paystack.stepTransfer(reference)).toThrow('goes nowhere')
		expect(() => desk.paystack.stepTransfer(reference, 'success')).toThrow('does not become success')
	})

	test('is moved by a person before it moves by itself, and told once', async () => {
		const body = JSON.stringify({
			source: 'balance',
			amount: 100,
			recipient: desk.recipientCode,
			reference,
		})
		await desk.paystack.answer({
			method: 'POST',
			origin: desk.url,
			path: '/transfer',
			query: new URLSearchParams(),
			headers: { authorization: `Bearer ${secretKey}` },
			body,
			bytes: Buffer.from(body),
		})
		desk.paystack.stepTransfer(reference, 'failed')
		await desk.paystack.settled()
		expect(await desk.where()).toBe('failed')
		expect(desk.events()).toEqual(['transfer.failed'])
	})

	test('approved without the money for it, it fails', async () => {
		desk.paystack.setBehaviour({ transferEnd: 'otp' })
		await desk.send({ amountKobo: 90_000 * NAIRA })
		desk.paystack.setBehaviour({ transferEnd: 'success' })
		await desk.send({ reference: 'po-another-payout', amountKobo: 90_000 * NAIRA })
		await desk.paystack.settled()
		expect(desk.paystack.stepTransfer(reference)).toBe('failed')
		expect(desk.paystack.balanceKobo).toBe(9_950 * NAIRA)
	})
})

describe('a Paystack that is told to behave otherwise', () => {
	test.each([
		['fail', { outcome: 'unknown', why: 'status 500' }, 0],
		['refuse', { outcome: 'refused', why: 'other' }, 0],
		['no-balance', { outcome: 'refused', why: 'no_balance' }, 0],
		['lose', { outcome: 'unknown', why: 'network' }, 1],
		['fail-late', { outcome: 'unknown', why: 'status 500' }, 1],
	] as const)('%s', async (transfer, outcome, taken) => {
		desk.paystack.setBehaviour({ transfer })
		expect(await desk.send()).toMatchObject(outcome)
		expect(desk.paystack.transfers).toHaveLength(taken)
		await desk.paystack.settled()
		expect(await desk.where()).toBe(taken === 1 ? 'success' : 'not_found')
		desk.paystack.behaveWell()
		expect(await desk.send()).toMatchObject(
			taken === 1 ? { outcome: 'refused', why: 'duplicate_reference' } : { outcome: 'taken' },
		)
	})

	test('slow: it answers at the next change', async () => {
		desk.paystack.setBehaviour({ transfer: 'slow', transferVerify: 'slow' })
		const asked = desk.paystack.requested('transfer')
		const sending = desk.send()
		await asked
		expect(desk.paystack.transfers).toHaveLength(1)
		const askedAbout = desk.paystack.requested('transferVerify')
		const verifying = desk.where()
		await askedAbout
		await desk.paystack.settled()
		desk.paystack.behaveWell()
		expect(await sending).toMatchObject({ outcome: 'taken', status: 'pending' })
		expect(await verifying).toBe('success')
	})

	test.each([
		['fail', { outcome: 'unknown', why: 'status 500' }],
		['html', { outcome: 'unknown', why: 'status 502' }],
		['unknown', { outcome: 'not_found' }],
		['pending', { outcome: 'found', status: 'pending' }],
		['wrong-amount', { outcome: 'found', status: 'success', amountKobo: 20_000 * NAIRA - 1 }],
		['wrong-currency', { outcome: 'unknown', why: 'not_understood' }],
		['wrong-reference', { outcome: 'unknown', why: 'not_understood' }],
		['odd-status', { outcome: 'unknown', why: 'not_understood' }],
	] as const)('asked about a transfer: %s', async (transferVerify, outcome) => {
		await desk.send()
		await desk.paystack.settled()
		desk.paystack.setBehaviour({ transferVerify })
		expect(await desk.gateway.verifyTransfer(reference)).toMatchObject(outcome)
	})

	test('fails about all else too', async () => {
		desk.paystack.setBehaviour({ transferVerify: 'fail' })
		const unknown = { outcome: 'unknown', why: 'status 500' }
		expect(await desk.gateway.balance()).toEqual(unknown)
		expect(await desk.gateway.banks()).toEqual(unknown)
		expect(await desk.gateway.resolveAccount(account)).toEqual(unknown)
		expect(await desk.gateway.createRecipient({ ...account, holderName })).toEqual(unknown)
		expect(await desk.lists.transfers({ from: 0, to: Date.now(), page: 1 })).toEqual(unknown)
		expect(await desk.changes()).toEqual(unknown)
	})

	test('sends its webhook five times, or never, or later', async () => {
		desk.paystack.setBehaviour({ webhooks: 'double' })
		await desk.send()
		await desk.paystack.settled()
		expect(desk.events()).toEqual(Array(5).fill('transfer.success'))
		desk.paystack.setBehaviour({ webhooks: 'lost' })
		await desk.send({ reference: 'po-silent-0123456' })
		await desk.paystack.settled()
		desk.paystack.setBehaviour({ webhooks: 'late' })
		await desk.send({ reference: 'po-late-01234567' })
		await desk.paystack.settled()
		expect(desk.app.received).toHaveLength(5)
		await desk.paystack.releaseWebhooks()
		expect(desk.app.received.slice(5).map(({ body }) => JSON.parse(body).data.reference)).toEqual([
			'po-late-01234567',
		])
		expect(await desk.where('po-silent-0123456')).toBe('success')
	})
})
