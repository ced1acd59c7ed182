import { afterEach, describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { PaystackBehaviour } from '#scripts/sandbox/paystack-behaviours.ts'
import { isDeep } from '#tests/support/deep.ts'
import { settleAnswered, wordOf } from '#tests/support/flow-deps.ts'
import type { Payer } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

/**
 * Every outcome of a payment, by each caller, in each state of its time. Return page, webhook, 'Check payment' and
 * sweeper all settle it, so they differ only in number and moment. A sample pairs each state with each time once, a
 * deep run with all callers.
 */
const desk = withPaymentDesk('matrix')

type Case = { shop: SmallShop; payer: Payer; paymentReference: string }

/** What happens at Paystack, and its expected outcome unless the time decides. */
type State = {
	before?: (paymentReference: string) => Promise<unknown>
	pays?: boolean
	verify?: PaystackBehaviour['verify']
	/** Each caller comes this often. */
	times?: number
	becomes:
		| 'what its time allows'
		| 'refund: amount_mismatch'
		| 'refund: currency_mismatch'
		| `waiting: ${string}`
}
const states: Record<string, State> = {
	success: { pays: true, becomes: 'what its time allows' },
	'success, told five times': { pays: true, times: 5, becomes: 'what its time allows' },
	'failed, then success': {
		before: async (paymentReference) => {
			desk.paystack.decline(paymentReference)
			expect(await desk.settled(paymentReference)).toBe('waiting: failed')
		},
		pays: true,
		becomes: 'what its time allows',
	},
	'success, with the fee on top': { pays: true, verify: 'with-fee', becomes: 'what its time allows' },
	'success of another amount': { pays: true, verify: 'wrong-amount', becomes: 'refund: amount_mismatch' },
	'success of less than was asked': { pays: true, verify: 'paid-less', becomes: 'refund: amount_mismatch' },
	'success in dollars': { pays: true, verify: 'wrong-currency', becomes: 'refund: currency_mismatch' },
	'success with a key of the other mode': {
		pays: true,
		verify: 'wrong-domain',
		becomes: 'waiting: no answer',
	},
	'still pending': { pays: true, verify: 'pending', becomes: 'waiting: unfinished' },
	abandoned: { becomes: 'waiting: unfinished' },
	failed: {
		before: async (paymentReference) => desk.paystack.decline(paymentReference),
		becomes: 'waiting: failed',
	},
	'unknown to Paystack': { pays: true, verify: 'unknown', becomes: 'waiting: unfinished' },
	'not told: Paystack answers 500': { pays: true, verify: 'fail', becomes: 'waiting: no answer' },
	'not told: a page of a gateway answers': { pays: true, verify: 'html', becomes: 'waiting: no answer' },
}

/** What has become of the time, and so of the money that arrived. */
type Time = {
	happens: (one: Case) => Promise<unknown>
	becomes: 'booked' | 'offered' | 'refund: second_payment'
	/** Messages and visits that are there without the payment. */
	without?: { appointments: number; messages: string[] }
}
const expire = async () => {
	desk.clock.now += 15 * MINUTE_MS
}
const times: Record<string, Time> = {
	'the time is kept': { happens: async () => {}, becomes: 'booked' },
	'the time was kept too short, and is free': { happens: expire, becomes: 'booked' },
	'the time was kept too short and tidied away, and is free': {
		happens: async () => {
			await expire()
			await desk.purgeHolds()
		},
		becomes: 'booked',
	},
	'the time was kept too short, and somebody has it': {
		happens: async ({ shop }) => {
			await expire()
			expect((await desk.bookForCash(shop)).ok).toBe(true)
		},
		becomes: 'offered',
	},
	'the time was kept too short and tidied away, and somebody has it': {
		happens: async ({ shop }) => {
			await expire()
			await desk.purgeHolds()
			expect((await desk.bookForCash(shop)).ok).toBe(true)
		},
		becomes: 'offered',
	},
	'the visit was booked with cash meanwhile': {
		happens: ({ payer }) => bookInstead(payer),
		becomes: 'refund: second_payment',
		without: { appointments: 1, messages: ['booked'] },
	},
	'the visit was booked with cash and cancelled meanwhile': {
		happens: async ({ payer }) => {
			const appointmentId = await bookInstead(payer)
			expect(
				(await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: desk.clock.now }))
					.ok,
			).toBe(true)
		},
		becomes: 'refund: second_payment',
		without: { appointments: 1, messages: ['booked', 'cancelled'] },
	},
}

async function bookInstead(payer: Payer): Promise<string> {
	const booked = await payer.press({ paymentChoice: 'cash' })
	if (booked.kind !== 'booked') throw new Error(`not booked: ${JSON.stringify(booked)}`)
	return booked.appointmentId
}

const settle = (paymentReference: string) =>
	settleAnswered(desk.deps, { paymentReference, now: desk.clock.now }, 2)

/** Which callers come, and when; gives what each was told. */
const arrivals: Record<string, (paymentReference: string, times: number) => Promise<string[]>> = {
	'webhook or return page alone': async (paymentReference, times) => {
		const told = []
		for (let i = 0; i < times; i++) told.push(wordOf(await settle(paymentReference)))
		return told
	},
	'one after the other': async (paymentReference, times) => {
		const told = []
		for (let i = 0; i < 2 * times; i++) told.push(wordOf(await settle(paymentReference)))
		return told
	},
	'all in the same instant': async (paymentReference, times) => {
		const told = await Promise.all(Array.from({ length: 4 * times }, () => settle(paymentReference)))
		return told.map(wordOf)
	},
	'neither: the sweeper comes': async (paymentReference, times) => {
		for (let i = 0; i < times; i++) await desk.sweep()
		return [wordOf(await settle(paymentReference))]
	},
}

const names = Object.keys(arrivals)
const combinations = Object.keys(states).flatMap((state, row) =>
	Object.keys(times).flatMap((time, column) =>
		names.flatMap((arrival, i) =>
			isDeep || i === (row + column) % names.length ? [{ state, time, arrival }] : [],
		),
	),
)

afterEach(async () => {
	// Closes waiting attempts: the next test's sweeper would ask about them too.
	await desk.change(
		`UPDATE payment_attempts SET status = 'closed', gateway_status = 'unfinished', unanswered_since = NULL WHERE status IN ('created', 'open', 'replaced')`,
	)
})

describe.each(Object.keys(states))('%s', (name) => {
	const state = states[name]
	const here = combinations
		.filter((one) => one.state === name)
		.map(({ time, arrival }) => [time, arrival] as const)
	test.each(here)('%s; %s', async (time, arrival) => {
		const when = times[time]
		const arrive = arrivals[arrival]
		if (!state || !when || !arrive) throw new Error('no such case')
		const shop = await desk.newShop()
		const { payer, paymentReference } = await desk.atPaystack(shop)
		// The sweeper looks for the first time after two minutes.
		desk.clock.now += 2 * MINUTE_MS
		await state.before?.(paymentReference)
		await when.happens({ shop, payer, paymentReference })
		if (state.pays) desk.paystack.pay(paymentReference)
		if (state.verify) desk.paystack.setBehaviour({ verify: state.verify })

		const becomes = state.becomes === 'what its time allows' ? when.becomes : state.becomes
		const told = await arrive(paymentReference, state.times ?? 1)
		expect(new Set(told)).toEqual(new Set([becomes]))

		const { appointments = 0, messages = [] } = when.without ?? {}
		const left = { appointments, transactions: 0, refunds: 0, messages }
		const following = {
			booked: { ...left, appointments: 1, transactions: 1, messages: ['booked'] },
			offered: { ...left, transactions: 1, messages: ['other_time_offered'] },
			refund: { ...left, transactions: 1, refunds: 1, messages: [...messages, 'refund_started'] },
			waiting: left,
		}
		const word = (becomes.split(':')[0] ?? '') as keyof typeof following
		expect(await desk.traces(payer.draftId)).toEqual({
			...following[word],
			messages: following[word].messages.sort().join(', '),
		})
	})
})
