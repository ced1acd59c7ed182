import { expect, test } from 'vitest'
import { createPaystackTransfers } from '#app/domain/payments/paystack/paystack-transfers.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { pseudoRandom } from '#db/seed/pseudo-random.ts'
import type { PaystackBehaviour } from '#scripts/sandbox/paystack-behaviours.ts'
import {
	createPaystackInProcess,
	PAYSTACK_URL,
	SIMULATED_KEY,
	type SignedEvent,
} from './paystack-in-process.ts'

const startsAt = Date.UTC(2026, 2, 2, 18)
const account = { bankCode: '058', accountNumber: '0123456724', holderName: 'CHIDI EZE' }
const references = Array.from({ length: 120 }, (_, index) => `po-of-a-simulation-${index}`)

/** A simulated Paystack with ₦10 million and one recipient, in a time that goes on when it is asked to. */
async function openPaystack(seed: string) {
	let at = startsAt
	let waiting: { until: Instant; wake: () => void }[] = []
	const events: SignedEvent[] = []
	const paystack = createPaystackInProcess(
		{
			now: () => at,
			until: (until) =>
				new Promise((wake) => {
					waiting.push({ until, wake })
				}),
		},
		(use) => pseudoRandom(`${seed}: ${use}`),
		(event) => events.push(event),
	)
	let behaviour: Partial<PaystackBehaviour> = {}
	const gateway = createPaystackTransfers({
		baseUrl: PAYSTACK_URL,
		secretKey: SIMULATED_KEY,
		fetch: async (url, init) => {
			const answer = await paystack.answer(url, init, behaviour)
			if (answer === 'cut') throw new TypeError('the line was cut')
			return new Response(answer.body, { status: answer.status })
		},
	})
	paystack.balance.book('Topup', 10_000_000_00)
	const made = await gateway.createRecipient(account)
	const recipientCode = made.outcome === 'made' ? made.recipientCode : 'none'

	return {
		paystack,
		gateway,
		events,
		behave(change: Partial<PaystackBehaviour>) {
			behaviour = change
		},
		send: (reference: string) =>
			gateway.transfer({ reference, amountKobo: 10_000_00, recipientCode, reason: 'Wakati' }),
		/** Wakes what waits, in the order of its time. */
		async letTimePass() {
			while (waiting.length > 0) {
				const [next, ...rest] = waiting.toSorted((a, b) => a.until - b.until)
				waiting = rest
				at = next?.until ?? at
				next?.wake()
				await new Promise((resolve) => setImmediate(resolve))
			}
		},
		now: () => at,
	}
}

const statusesOf = ({ transfers }: { transfers: readonly { status: string }[] }) =>
	transfers.map(({ status }) => status)

test('transfers reach every end in their time, by the seed alone, with an event where there is one', async () => {
	const { paystack, send, events, letTimePass, now } = await openPaystack('1')
	for (const reference of references)
		expect(await send(reference)).toMatchObject({ outcome: 'taken', amountKobo: 10_000_00 })
	expect(new Set(statusesOf(paystack))).toEqual(new Set(['pending', 'success', 'otp', 'received']))
	await letTimePass()
	const ends = statusesOf(paystack)
	expect(new Set(ends)).toEqual(
		new Set(['success', 'failed', 'reversed', 'abandoned', 'rejected', 'blocked']),
	)
	// What comes back does so days after its success.
	expect(now()).toBeGreaterThan(startsAt + DAY_MS)
	const reversed = paystack.transfers.filter(({ status }) => status === 'reversed')
	for (const { changedAt, transferredAt } of reversed)
		expect(changedAt - Number(transferredAt)).toBeGreaterThan(DAY_MS)
	const count = (status: string) => ends.filter((one) => one === status).length
	const told = (event: string) => events.filter((one) => one.event === event).length
	expect([told('transfer.success'), told('transfer.failed'), told('transfer.reversed')]).toEqual([
		count('success') + count('reversed'),
		count('failed') + paystack.transfers.filter(({ reference }) => paystack.isLate(reference)).length,
		count('reversed'),
	])
	expect(events.every(({ openedAt }) => openedAt === startsAt)).toBe(true)
	const outKobo = count('success') * 10_025_00 + count('reversed') * 25_00
	expect(paystack.balance.kobo).toBe(10_000_000_00 - outKobo)

	const again = await openPaystack('1')
	for (const reference of references.toReversed()) await again.send(reference)
	await again.letTimePass()
	expect(statusesOf(again.paystack).toReversed()).toEqual(ends)
	const other = await openPaystack('2')
	for (const reference of references) await other.send(reference)
	await other.letTimePass()
	expect(statusesOf(other.paystack)).not.toEqual(ends)
})

test('one call behaves as it is told, and the next one well', async () => {
	const { gateway, behave, send } = await openPaystack('1')
	const [reference = ''] = references
	behave({ transfer: 'lose' })
	expect(await send(reference)).toEqual({ outcome: 'unknown', why: 'network' })
	behave({ transferVerify: 'html' })
	expect(await gateway.verifyTransfer(reference)).toEqual({ outcome: 'unknown', why: 'status 502' })
	behave({})
	expect(await gateway.verifyTransfer(reference)).toMatchObject({ outcome: 'found' })
	expect(await send(reference)).toMatchObject({ outcome: 'refused', why: 'duplicate_reference' })
})

test('a lost dispute leaves the balance, and a declined one does not', async () => {
	const { paystack } = await openPaystack('1')
	paystack.endDispute({ reference: 'visit-1', takenKobo: 0 })
	paystack.endDispute({ reference: 'visit-2', takenKobo: 4_000_00 })
	expect(paystack.balance.kobo).toBe(9_996_000_00)
	expect(paystack.balance.entries.map(({ model }) => model)).toEqual(['Topup', 'Dispute'])
	expect(paystack.disputes).toHaveLength(2)
})
