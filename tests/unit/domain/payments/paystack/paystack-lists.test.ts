import { beforeEach, describe, expect, test } from 'vitest'
import { createPaystackLists } from '#app/domain/payments/paystack/paystack-lists.server.ts'

let asked: string[]
let answer: unknown
beforeEach(() => {
	asked = []
})
const yes = (data: unknown) => {
	answer = data
}
const notUnderstood = { outcome: 'unknown', why: 'not_understood' }

const reference = 'po-0123456789abcdef'
/** As the documentation shows one. */
const told = {
	amount: 1_500_000,
	createdAt: '2026-03-02T18:00:00.000Z',
	currency: 'NGN',
	domain: 'test',
	failures: null,
	id: 860670817,
	reason: 'Wakati, 2 March',
	reference,
	source: 'balance',
	status: 'success',
	transfer_code: 'TRF_1',
	transferred_at: null,
	recipient: 56824902,
	fee_charged: 2_500,
}
const read = {
	transferId: '860670817',
	status: 'success',
	amountKobo: 1_500_000,
	currency: 'NGN',
	transferCode: 'TRF_1',
	feeKobo: 2_500,
}

describe('the lists', () => {
	const lists = createPaystackLists({
		baseUrl: 'https://paystack.example',
		secretKey: 'sk_test_very-secret',
		fetch: async (url) => {
			asked.push(url.replace('https://paystack.example', ''))
			return Response.json({ status: true, message: '', data: answer })
		},
	})
	const day = { from: Date.UTC(2026, 2, 2), to: Date.UTC(2026, 2, 3), page: 2 }
	const query = 'perPage=25&page=2&from=2026-03-02T00%3A00%3A00.000Z&to=2026-03-03T00%3A00%3A00.000Z'
	const at = Date.UTC(2026, 2, 2, 18)

	test('tell each transfer', async () => {
		yes([told, { ...told, reference: undefined, fee_charged: undefined, currency: 'USD', status: 'otp' }])
		expect(await lists.transfers(day)).toEqual({
			outcome: 'page',
			isLast: true,
			rows: [
				{ ...read, reference, createdAt: at },
				{ ...read, reference: null, createdAt: at, feeKobo: null, currency: 'USD', status: 'otp' },
			],
		})
		expect(asked[0]).toBe(`/transfer?${query}`)
	})

	test.each([24, 25])('have another page where one is full: %i rows', async (count) => {
		yes(Array(count).fill(told))
		expect(await lists.transfers(day)).toMatchObject({ isLast: count < 25 })
	})

	const change = {
		id: 149411613,
		balance: 2_078_224_968,
		currency: 'NGN',
		difference: -50_000,
		reason: 'Wakati, 2 March',
		model_responsible: 'Transfer',
		model_row: 56610600,
		createdAt: '2026-03-02T18:00:00.000Z',
	}

	test('tell each change of the balance', async () => {
		yes([change, { ...change, difference: '10000', balance: -1, reason: null, model_row: undefined }])
		const first = {
			id: '149411613',
			differenceKobo: -50_000,
			balanceKobo: 2_078_224_968,
			currency: 'NGN',
			reason: 'Wakati, 2 March',
			model: 'Transfer',
			moves: 'transfer',
			modelId: '56610600',
			createdAt: at,
		}
		const second = { ...first, differenceKobo: 10_000, balanceKobo: -1, reason: '', modelId: null }
		expect(await lists.balanceLedger(day)).toEqual({ outcome: 'page', isLast: true, rows: [first, second] })
		expect(asked[0]).toBe(`/balance/ledger?${query}`)
		yes([
			{ ...change, model_responsible: 'Transaction' },
			{ ...change, model_responsible: 'Settlement' },
		])
		expect(await lists.balanceLedger(day)).toMatchObject({ rows: [{ moves: 'payment' }, { moves: null }] })
	})

	test.each([
		{ id: null },
		{ status: 'sent' },
		{ amount: 0 },
		{ currency: undefined },
		{ createdAt: 'yesterday' },
	])('leave no transfer out: %j', async (odd) => {
		yes([told, { ...told, ...odd }])
		expect(await lists.transfers(day)).toEqual(notUnderstood)
	})

	test.each([
		{ id: undefined },
		{ difference: 1.5 },
		{ balance: 'much' },
		{ currency: null },
		{ model_responsible: '' },
		{ createdAt: null },
	])('leave no change of the balance out: %j', async (odd) => {
		yes([change, { ...change, ...odd }])
		expect(await lists.balanceLedger(day)).toEqual(notUnderstood)
	})
})
