import { beforeEach, describe, expect, test } from 'vitest'
import { createPaystackTransfers } from '#app/domain/payments/paystack/paystack-transfers.server.ts'
import { transferStatuses } from '#app/kernel/vocabulary/payouts.ts'

/** A Paystack that says what a test told it to, and remembers what it was asked. */
let asked: { method: string | undefined; path: string; body: unknown }[]
let say: () => Response | Promise<Response>
beforeEach(() => {
	asked = []
})
const access = {
	baseUrl: 'https://paystack.example',
	secretKey: 'sk_test_very-secret',
	fetch: async (url: string, { method, body }: RequestInit) => {
		const path = url.replace('https://paystack.example', '')
		asked.push({ method, path, body: body ? JSON.parse(String(body)) : null })
		return say()
	},
}
const paystack = createPaystackTransfers(access)

const saying = (body: unknown, status = 200) => {
	say = () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}
const yes = (data: unknown, status = 200) => saying({ status: true, message: 'It worked', data }, status)
const no = (message: string, status = 400) =>
	saying({ status: false, message, type: 'validation_error' }, status)
const unknown = (why: string) => ({ outcome: 'unknown', why })
const notUnderstood = unknown('not_understood')

const reference = 'po-0123456789abcdef'
const account = { bankCode: '058', accountNumber: '0123456789' }
const payout = { reference, amountKobo: 1_500_000, recipientCode: 'RCP_1', reason: 'Wakati, 2 March' }
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
	status: 'success',
	amountKobo: 1_500_000,
	currency: 'NGN',
	transferCode: 'TRF_1',
	feeKobo: 2_500,
}

const calls: [string, (of: ReturnType<typeof createPaystackTransfers>) => Promise<unknown>][] = [
	['resolving an account', (of) => of.resolveAccount(account)],
	['naming a recipient', (of) => of.createRecipient({ ...account, holderName: 'ADA OBI' })],
	['starting a transfer', (of) => of.transfer(payout)],
	['verifying one', (of) => of.verifyTransfer(reference)],
	['the balance', (of) => of.balance()],
	['the banks', (of) => of.banks()],
]

describe.each(calls)('%s', (_, ask) => {
	test.each<[string, () => void, string]>([
		['status 502', () => saying('<html>Bad Gateway</html>', 502), 'HTML of a proxy'],
		['status 500', () => no('Internal error', 500), 'an error of its own'],
		['status 429', () => no('Too many requests', 429), 'a call too many'],
		['status 401', () => no('Invalid key', 401), 'a wrong key'],
		['status 403', () => no('IP address is not allowed to make this call', 403), 'a forbidden place'],
		['not_json', () => saying('<html>Hello</html>'), 'HTML that looks well'],
		['not_json', () => saying(''), 'nothing'],
		['not_understood', () => saying({ status: 'true', data: told }), 'text for a truth value'],
		['not_understood', () => no('No', 200), 'no under 200'],
		['not_understood', () => saying({ status: true, data: told }, 400), 'yes under 400'],
		['not_understood', () => yes(null), 'no data'],
		['not_understood', () => yes([]), 'an empty list'],
		['not_understood', () => yes('success'), 'a word'],
		['too_large', () => yes({ note: 'x'.repeat(300 * 1024) }), 'an answer without end'],
	])('is not known: %s (%#)', async (why, set) => {
		set()
		expect(await ask(paystack)).toEqual(unknown(why))
	})

	test('is not known when the line is cut, or no answer comes in time', async () => {
		say = () => Promise.reject(new TypeError('the line was cut'))
		expect(await ask(paystack)).toEqual(unknown('network'))
		const impatient = createPaystackTransfers({
			...access,
			timeoutMs: 1,
			fetch: (_url, { signal }) =>
				new Promise((_answer, end) => signal?.addEventListener('abort', () => end(signal.reason))),
		})
		expect(await ask(impatient)).toEqual(unknown('timeout'))
	})
})

describe('an account', () => {
	test('has the holder that its bank names', async () => {
		yes({ account_number: '0123456789', account_name: ' ADA OBI ', bank_id: 9 })
		expect(await paystack.resolveAccount(account)).toEqual({ outcome: 'found', holderName: 'ADA OBI' })
		expect(asked).toEqual([
			{ method: 'GET', path: '/bank/resolve?account_number=0123456789&bank_code=058', body: null },
		])
	})

	test.each([
		{ account_number: '9999999999', account_name: 'ADA OBI' },
		{ account_name: 'ADA OBI' },
		{ account_number: '0123456789', account_name: '  ' },
		{ account_number: '0123456789', account_name: null },
	])('is not known by %j', async (data) => {
		yes(data)
		expect(await paystack.resolveAccount(account)).toEqual(notUnderstood)
	})

	test.each([
		['Could not resolve account name. Check parameters or try again.', 422],
		['Unknown bank code: 999', 400],
		['Account number is invalid', 404],
	])('is not there: %s (%d)', async (message, status) => {
		no(message, status)
		expect(await paystack.resolveAccount(account)).toEqual({ outcome: 'not_found' })
	})

	test('is not said to be absent by a refusal of another kind', async () => {
		no('Test mode daily limit of 3 live bank resolves exceeded', 400)
		expect(await paystack.resolveAccount(account)).toEqual(unknown('status 400'))
	})

	test('asks for nothing else, whatever is in its number', async () => {
		no('Could not resolve account name', 422)
		await paystack.resolveAccount({ bankCode: '058&x=1', accountNumber: '../../balance' })
		expect(asked[0]?.path).toBe('/bank/resolve?account_number=..%2F..%2Fbalance&bank_code=058%26x%3D1')
	})
})

describe('a recipient', () => {
	const recipient = { ...account, holderName: 'ADA OBI' }
	const made = { recipient_code: 'RCP_1', currency: 'NGN', details: { account_number: '0123456789' } }

	test('has the code that Paystack gives it', async () => {
		yes(made, 201)
		expect(await paystack.createRecipient(recipient)).toEqual({ outcome: 'made', recipientCode: 'RCP_1' })
		const body = {
			type: 'nuban',
			name: 'ADA OBI',
			account_number: '0123456789',
			bank_code: '058',
			currency: 'NGN',
		}
		expect(asked).toEqual([{ method: 'POST', path: '/transferrecipient', body }])
	})

	test.each([
		{ recipient_code: '' },
		{ recipient_code: 7 },
		{ currency: 'GHS' },
		{ details: { account_number: '9999999999' } },
		{ details: null },
	])('of %j is not believed', async (change) => {
		yes({ ...made, ...change })
		expect(await paystack.createRecipient(recipient)).toEqual(notUnderstood)
	})

	test('is refused with Paystack’s words, unless that may be our fault', async () => {
		no('Account number is required')
		expect(await paystack.createRecipient(recipient)).toEqual({
			outcome: 'refused',
			message: 'Account number is required',
		})
		no('Integration not found', 404)
		expect(await paystack.createRecipient(recipient)).toEqual(unknown('status 404'))
	})
})

describe('starting a transfer', () => {
	test('sends our reference and the kobo from the balance', async () => {
		const { fee_charged: _, ...queued } = { ...told, status: 'pending' }
		yes(queued)
		expect(await paystack.transfer(payout)).toEqual({
			outcome: 'taken',
			...read,
			status: 'pending',
			feeKobo: null,
		})
		const body = {
			source: 'balance',
			amount: 1_500_000,
			recipient: 'RCP_1',
			reference,
			reason: 'Wakati, 2 March',
			currency: 'NGN',
		}
		expect(asked).toEqual([{ method: 'POST', path: '/transfer', body }])
	})

	test.each([
		['Please provide a unique reference. Reference already exists on a transfer', 400, 'duplicate_reference'],
		['Please provide a unique reference. Reference already exists on a transfer', 404, 'duplicate_reference'],
		['Duplicate Transfer Reference', 400, 'duplicate_reference'],
		['Your balance is not enough to fulfill this request', 400, 'no_balance'],
		['Your balance is not enough to fulfil this request', 400, 'no_balance'],
		['Recipient specified is invalid', 400, 'other'],
		['You cannot initiate third party payouts at this time', 400, 'other'],
	])('is refused: %s (%d)', async (message, status, why) => {
		no(message, status)
		expect(await paystack.transfer(payout)).toEqual({ outcome: 'refused', why, message })
	})

	test.each([
		['Transfer recipient not found', 400],
		['Not here', 404],
	])('is not refused for good when that may be our fault: %s (%d)', async (message, status) => {
		no(message, status)
		expect(await paystack.transfer(payout)).toEqual(unknown(`status ${status}`))
	})

	test('keeps no more of a refusal than a line', async () => {
		no('x'.repeat(5_000))
		expect(await paystack.transfer(payout)).toMatchObject({ message: 'x'.repeat(200) })
	})
})

describe.each([
	['starting a transfer', () => paystack.transfer(payout), 'taken'],
	['verifying a transfer', () => paystack.verifyTransfer(reference), 'found'],
] as const)('%s', (_, ask, outcome) => {
	test.each(transferStatuses)('tells %s', async (status) => {
		yes({ ...told, status })
		expect(await ask()).toEqual({ outcome, ...read, status })
	})

	test.each([
		[{ amount: '1500000', fee_charged: '2500' }, {}],
		[{ fee_charged: null }, { feeKobo: null }],
		[{ fee_charged: -1.5 }, { feeKobo: null }],
		[{ fee_charged: 0 }, { feeKobo: 0 }],
		[{ transfer_code: null }, { transferCode: null }],
		[{ transfer_code: {} }, { transferCode: null }],
		[{ amount: 1_499_999 }, { amountKobo: 1_499_999 }],
		[{ recipient: { recipient_code: 'RCP_1' }, session: null }, {}],
	])('understands %j', async (change, expected) => {
		yes({ ...told, ...change })
		expect(await ask()).toEqual({ outcome, ...read, ...expected })
	})

	test.each<object>([
		{ reference: 'po-another-reference' },
		{ reference: undefined },
		{ reference: '' },
		{ reference: reference.toUpperCase() },
		{ status: 'sent' },
		{ status: 'SUCCESS' },
		{ status: true },
		{ status: undefined },
		{ currency: 'GHS' },
		{ currency: null },
		{ amount: undefined },
		{ amount: null },
		{ amount: 0 },
		{ amount: -1 },
		{ amount: 1.5 },
		{ amount: '1500000.00' },
		{ amount: 1e30 },
	])('believes nothing of an answer without what counts: %j', async (change) => {
		yes({ ...told, ...change })
		expect(await ask()).toEqual(notUnderstood)
	})
})

describe('verifying a transfer', () => {
	test('asks by our reference, and for nothing else', async () => {
		yes(told)
		await paystack.verifyTransfer(reference)
		for (const odd of ['', '..', '../../balance', 'a/b', 'a?b', '%2e%2e', 'x'.repeat(101)])
			expect(await paystack.verifyTransfer(odd)).toEqual({ outcome: 'not_found' })
		expect(asked).toEqual([{ method: 'GET', path: `/transfer/verify/${reference}`, body: null }])
	})

	test.each([
		['Transfer not found', 404],
		['Transfer not found', 400],
	])('that Paystack never took: %s (%d)', async (message, status) => {
		no(message, status)
		expect(await paystack.verifyTransfer(reference)).toEqual({ outcome: 'not_found' })
	})

	test.each([400, 422])('is not known when it refuses to say (%d)', async (status) => {
		no('Something else', status)
		expect(await paystack.verifyTransfer(reference)).toEqual(unknown(`status ${status}`))
	})
})

describe('the balance', () => {
	test.each([
		[[{ currency: 'NGN', balance: 1_700_000 }], 1_700_000],
		[
			[
				{ currency: 'USD', balance: 5 },
				{ currency: 'NGN', balance: '1700000' },
			],
			1_700_000,
		],
		[[{ currency: 'NGN', balance: 0 }], 0],
		[[{ currency: 'NGN', balance: -4_200 }], -4_200],
	])('is what is held in naira: %j', async (data, balanceKobo) => {
		yes(data)
		expect(await paystack.balance()).toEqual({ outcome: 'found', balanceKobo })
		expect(asked).toEqual([{ method: 'GET', path: '/balance', body: null }])
	})

	test.each([
		[[{ currency: 'USD', balance: 5 }]],
		[[{ currency: 'NGN', balance: null }]],
		[[{ currency: 'NGN', balance: 1.5 }]],
		[[{ currency: 'NGN', balance: '1,700' }]],
		[
			[
				{ currency: 'NGN', balance: 1 },
				{ currency: 'NGN', balance: 2 },
			],
		],
		[{ currency: 'NGN', balance: 1 }],
	])('is not known by %j', async (data) => {
		yes(data)
		expect(await paystack.balance()).toEqual(notUnderstood)
	})

	test('is not known when it is refused', async () => {
		no('Not here', 404)
		expect(await paystack.balance()).toEqual(unknown('status 404'))
	})
})

test('the banks are those in use, each code once', async () => {
	yes([
		{ code: '044', name: 'Access Bank', active: true, is_deleted: false },
		{ code: '044', name: 'Access Bank again', active: true },
		{ code: '030', name: 'Heritage Bank', active: false },
		{ code: '063', name: 'Diamond Bank', is_deleted: true },
		{ code: 58, name: 'A code that is a number' },
		null,
		{ code: '50211', name: ' Kuda Bank ', is_deleted: null },
	])
	expect(await paystack.banks()).toEqual({
		outcome: 'found',
		banks: [
			{ code: '044', name: 'Access Bank' },
			{ code: '50211', name: 'Kuda Bank' },
		],
	})
	expect(asked[0]?.path).toBe('/bank?currency=NGN')
})
