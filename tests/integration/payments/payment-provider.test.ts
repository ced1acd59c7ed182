import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { VerifiedPayment } from '#app/domain/payments/payment-match.ts'
import { benches, type Posted, type ProviderBench } from './provider-benches.ts'

const AMOUNT = 5_000_00
const account = { bankCode: '058', accountNumber: '0123456724' }
/** Neither paid nor over, or not begun by the payer. */
const notPaid: VerifiedPayment['status'][] = ['abandoned', 'pending']

/** What the app relies on, whichever company takes the money. */
describe.each(Object.entries(benches))('%s', (_, open) => {
	let bench: ProviderBench
	beforeAll(async () => {
		bench = await open()
	})
	beforeEach(() => bench.setLine('up'))
	afterAll(() => bench.close())

	let serial = 0
	const newReference = () => `wk-of-the-benches-${++serial}`
	const start = (paymentReference: string, amountKobo = AMOUNT) =>
		bench.provider.start({
			...{ paymentReference, amountKobo, email: 'ada@example.com', channels: ['card'], buys: 'appointment' },
			...{ callbackUrl: 'https://wakati.example/back', cancelUrl: 'https://wakati.example/cancel' },
			description: 'A cut',
			checkoutCopy: `copy of ${paymentReference}`,
		})
	async function started() {
		const paymentReference = newReference()
		await start(paymentReference)
		return paymentReference
	}
	async function paid() {
		const paymentReference = await started()
		bench.pay(paymentReference)
		return paymentReference
	}
	const refund = (paymentReference: string, amountKobo?: number) =>
		bench.provider.refund({
			...{ paymentReference, customerNote: 'It goes back.', merchantNote: 'cancelled' },
			...(amountKobo !== undefined && { amountKobo }),
		})
	const find = (paymentReference: string, amountKobo = AMOUNT, otherRefundIds: string[] = []) =>
		bench.provider.findRefund({
			...{ paymentReference, amountKobo, isWhole: amountKobo === AMOUNT, otherRefundIds },
		})
	const read = ({ body, signature }: Posted, key: string | null = signature) =>
		bench.provider.readEvent(new TextEncoder().encode(body), key)

	describe('a payment', () => {
		test('gets a page on the provider’s own origin, and is not paid', async () => {
			const paymentReference = newReference()
			const page = await start(paymentReference)
			expect(page).toMatchObject({ outcome: 'started' })
			expect('authorizationUrl' in page && new URL(page.authorizationUrl).origin).toBe(bench.origin)
			const answer = await bench.provider.verify(paymentReference)
			expect(answer).toMatchObject({ outcome: 'found', payment: { paymentReference, paidAt: null } })
			expect(notPaid).toContain(answer.outcome === 'found' && answer.payment.status)
		})

		test('that is paid is told with what was asked for, and what came', async () => {
			const paymentReference = await paid()
			expect(await bench.provider.verify(paymentReference)).toEqual({
				outcome: 'found',
				payment: {
					...{ paymentReference, status: 'success', mode: 'test', currency: 'NGN', channel: 'card' },
					...{ amountKobo: AMOUNT, requestedKobo: AMOUNT },
					id: expect.stringMatching(/^\d+$/),
					feesKobo: expect.any(Number),
					paidAt: expect.any(Number),
					cardKey: expect.toSatisfy((key) => key === null || typeof key === 'string'),
				},
			})
		})

		test('that is declined has failed, and may be paid yet', async () => {
			const paymentReference = await started()
			bench.decline(paymentReference)
			expect(await bench.provider.verify(paymentReference)).toMatchObject({ payment: { status: 'failed' } })
			bench.pay(paymentReference)
			expect(await bench.provider.verify(paymentReference)).toMatchObject({ payment: { status: 'success' } })
		})

		test('is refused for a reference that was used before, and for nothing to pay', async () => {
			const used = await started()
			expect(await start(used)).toEqual({ outcome: 'refused', why: 'duplicate_reference' })
			expect(await start(newReference(), 0)).toEqual({ outcome: 'refused', why: 'invalid_amount' })
		})

		test.each(['wk-that-was-never-started', '', '..', '../refund'])('%j is not found', async (unknown) => {
			expect(await bench.provider.verify(unknown)).toEqual({ outcome: 'not_found' })
		})
	})

	describe('a refund', () => {
		test('of all of it is taken once, and told by its number until it has arrived', async () => {
			const paymentReference = await paid()
			expect(await find(paymentReference)).toEqual({ outcome: 'none' })
			const taken = await refund(paymentReference)
			expect(taken).toMatchObject({ outcome: 'accepted', status: 'pending' })
			const refundId = 'refundId' in taken ? taken.refundId : ''
			expect(await refund(paymentReference)).toMatchObject({ outcome: 'refused', why: 'already_refunded' })
			expect(await find(paymentReference)).toEqual({ outcome: 'found', refundId, status: 'pending' })
			expect(await bench.provider.readRefund(refundId)).toEqual({ outcome: 'found', status: 'pending' })
			bench.finishRefunds(paymentReference)
			expect(await bench.provider.readRefund(refundId)).toEqual({ outcome: 'found', status: 'processed' })
			expect(await bench.provider.readRefund('1')).not.toEqual({ outcome: 'found', status: 'processed' })
		})

		test('of two equal parts is two refunds, and more than is left is refused', async () => {
			const paymentReference = await paid()
			const [first, second] = [
				await refund(paymentReference, 1_000_00),
				await refund(paymentReference, 1_000_00),
			]
			const [one, other] = [first, second].map((taken) => ('refundId' in taken ? taken.refundId : ''))
			expect(one).not.toBe(other)
			expect(await find(paymentReference, 1_000_00, [String(one)])).toMatchObject({ refundId: other })
			expect(await refund(paymentReference, AMOUNT)).toMatchObject({ outcome: 'refused', why: 'other' })
		})

		test('of what was not paid is none', async () => {
			expect((await refund(await started())).outcome).not.toBe('accepted')
		})
	})

	describe('a transfer', () => {
		const send = (reference: string, recipientCode: string, amountKobo = 1_000_00) =>
			bench.provider.transfer({ reference, amountKobo, recipientCode, reason: 'Bookings paid online' })
		async function recipient(): Promise<string> {
			const made = await bench.provider.createRecipient({ ...account, holderName: 'CHIDI EZE' })
			return made.outcome === 'made' ? made.recipientCode : ''
		}
		const balance = async () => {
			const answer = await bench.provider.balance()
			return answer.outcome === 'found' ? answer.balanceKobo : Number.NaN
		}

		test('goes to an account whose holder the bank names, by one name for equal accounts', async () => {
			expect(await bench.provider.resolveAccount(account)).toEqual({
				outcome: 'found',
				holderName: 'CHIDI EZE',
			})
			expect(await bench.provider.resolveAccount({ ...account, accountNumber: '1' })).toEqual({
				outcome: 'not_found',
			})
			expect(await recipient()).toBe(await recipient())
			expect(await bench.provider.banks()).toMatchObject({ outcome: 'found' })
		})

		test('leaves the balance, is taken once by its reference, and arrives', async () => {
			const reference = `po-of-the-benches-${++serial}`
			bench.topUp(2_000_00)
			const before = await balance()
			const to = await recipient()
			expect(await bench.provider.verifyTransfer(reference)).toEqual({ outcome: 'not_found' })
			expect(await send(reference, to)).toMatchObject({
				...{ outcome: 'taken', status: 'pending', amountKobo: 1_000_00, currency: 'NGN' },
			})
			expect(await send(reference, to)).toMatchObject({ outcome: 'refused', why: 'duplicate_reference' })
			bench.finishTransfer(reference)
			const arrived = await bench.provider.verifyTransfer(reference)
			expect(arrived).toMatchObject({ outcome: 'found', status: 'success', amountKobo: 1_000_00 })
			const feeKobo = 'feeKobo' in arrived ? (arrived.feeKobo ?? 0) : 0
			expect(await balance()).toBe(before - 1_000_00 - feeKobo)
		})

		test('of more than there is is refused, and no money moves', async () => {
			const before = await balance()
			const reference = `po-of-the-benches-${++serial}`
			expect(await send(reference, await recipient(), before + 1_000_000_00)).toMatchObject({
				...{ outcome: 'refused', why: 'no_balance' },
			})
			expect(await bench.provider.verifyTransfer(reference)).toEqual({ outcome: 'not_found' })
			expect(await balance()).toBe(before)
		})

		test('whose answer is lost is found by its reference', async () => {
			const reference = `po-of-the-benches-${++serial}`
			bench.topUp(2_000_00)
			const to = await recipient()
			bench.setLine('lost')
			expect(await send(reference, to)).toMatchObject({ outcome: 'unknown' })
			bench.setLine('up')
			expect(await bench.provider.verifyTransfer(reference)).toMatchObject({ outcome: 'found' })
		})
	})

	describe('an event', () => {
		test('is read in our words where these very bytes are signed', async () => {
			const paymentReference = await paid()
			const posted = bench.paidEvent(paymentReference)
			const reading = await read(posted)
			expect(reading).toMatchObject({
				...{ outcome: 'event', payload: posted.body },
				event: { paymentReference, news: { about: 'payment' } },
			})
			expect(bench.provider.readReceived(posted.body)).toEqual('event' in reading && reading.event)
		})

		test('of a refund tells where it is, and its number once it has arrived', async () => {
			const paymentReference = await paid()
			const taken = await refund(paymentReference)
			bench.finishRefunds(paymentReference)
			expect(await read(bench.refundEvent(paymentReference))).toMatchObject({
				event: {
					paymentReference,
					news: {
						...{ about: 'refund', status: 'processed' },
						details: { refundId: 'refundId' in taken && taken.refundId, amountKobo: AMOUNT },
					},
				},
			})
		})

		test('of a dispute tells its step, and the money in question', async () => {
			const paymentReference = await paid()
			expect(await read(bench.disputeEvent(paymentReference))).toMatchObject({
				event: {
					paymentReference,
					news: { about: 'dispute', step: 'opened', details: { isLost: false, amountKobo: 100 } },
				},
			})
		})

		test('is another sender’s with any other signature, or any other body', async () => {
			const posted = bench.paidEvent(await paid())
			const flipped = posted.signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
			for (const signature of [null, '', flipped, posted.signature.slice(1)])
				expect(await read(posted, signature)).toEqual({ outcome: 'not_signed' })
			expect(await read({ ...posted, body: `${posted.body} ` })).toEqual({ outcome: 'not_signed' })
		})

		test.each(['', 'hello', '[]', '{}', '{"event":7}'])('that says %j is not understood', async (body) => {
			expect(await read(bench.sign(body))).toEqual({ outcome: 'not_understood' })
			expect(bench.provider.readReceived(body)).toBeNull()
		})

		test('is known again, and unlike any other', async () => {
			const [one, other] = [await paid(), await paid()].map(bench.paidEvent) as [Posted, Posted]
			const keyOf = (posted: Posted) => bench.provider.readReceived(posted.body)?.dedupeKey
			expect(keyOf(one)).toBe(keyOf(one))
			expect(keyOf(one)).not.toBe(keyOf(other))
		})
	})

	describe('without an answer', () => {
		test('every call is unknown, and none throws', async () => {
			const paymentReference = await paid()
			bench.setLine('deaf')
			const all = { from: 0, to: Date.now() + 1, page: 1 }
			const { provider } = bench
			const calls = [
				start(newReference()),
				provider.verify(paymentReference),
				refund(paymentReference),
				find(paymentReference),
				provider.transfer({
					...{ reference: 'po-of-a-deaf-line-1', amountKobo: 100, recipientCode: 'RCP', reason: '' },
				}),
				provider.verifyTransfer('po-of-a-deaf-line-1'),
				provider.resolveAccount(account),
				provider.balance(),
				provider.lists.transfers(all),
			]
			for (const answer of await Promise.all(calls))
				expect(answer).toEqual({ outcome: 'unknown', why: expect.any(String) })
			bench.setLine('up')
			expect(await find(paymentReference)).toEqual({ outcome: 'none' })
		})

		test('a payment was perhaps started, and its money is found', async () => {
			const paymentReference = newReference()
			bench.setLine('lost')
			expect(await start(paymentReference)).toMatchObject({ outcome: 'unknown' })
			bench.setLine('up')
			bench.pay(paymentReference)
			expect(await bench.provider.verify(paymentReference)).toMatchObject({ payment: { status: 'success' } })
		})

		test('a refund was perhaps taken, and is found instead of asked for again', async () => {
			const paymentReference = await paid()
			bench.setLine('lost')
			expect(await refund(paymentReference)).toMatchObject({ outcome: 'unknown' })
			bench.setLine('up')
			expect(await find(paymentReference)).toMatchObject({ outcome: 'found' })
		})
	})

	test('the lists name what was paid, given back and sent, with the signed copy', async () => {
		const paymentReference = await paid()
		await refund(paymentReference)
		const all = { from: 0, to: Date.now() + 60_000, page: 1 }
		const { lists } = bench.provider
		const payments = await lists.payments(all)
		const listed = 'rows' in payments ? payments.rows : []
		const mine = listed.find(({ payment }) => payment.paymentReference === paymentReference)
		expect(mine).toMatchObject({
			...{ payment: { status: 'success', amountKobo: AMOUNT }, email: 'ada@example.com' },
			checkoutCopy: `copy of ${paymentReference}`,
		})
		const refunds = await lists.refunds(all)
		expect('rows' in refunds && refunds.rows).toContainEqual(
			expect.objectContaining({ paymentId: mine?.payment.id, amountKobo: AMOUNT, status: 'pending' }),
		)
		const transfers = await lists.transfers(all)
		expect('rows' in transfers && transfers.rows[0]).toMatchObject({ amountKobo: 1_000_00 })
		const changes = await lists.balanceLedger(all)
		expect('rows' in changes && changes.rows).toContainEqual(
			expect.objectContaining({ moves: 'payment', modelId: mine?.payment.id }),
		)
	})
})
