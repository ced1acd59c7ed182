import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import { type FaultKind, faultKinds } from '#scripts/site/trip.ts'
import { isDeep } from '#tests/support/deep.ts'
import { settleAnswered, wordOf } from '#tests/support/flow-deps.ts'
import type { Payer } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { whileFailing } from '../while-failing.ts'

/**
 * R26: a payment is started, and settled, while the database fails in each of its ways at each of the trips; then the
 * next caller completes it, once. All ways at each trip in a deep run, two in a sample.
 */
const desk = withPaymentDesk('trip')

let proxy: FaultProxy
beforeAll(async () => {
	proxy = await startFaultProxy(desk.database().url)
})
afterAll(() => proxy.close())

/** Other kinds at each trip, so that all kinds occur. */
const kindsAt = (place: number): readonly FaultKind[] =>
	isDeep ? faultKinds : [0, 4].map((step) => faultKinds[(place + step) % faultKinds.length] ?? 'drop-before')

type Story = {
	/** How a payment came to be paid, ready to be settled. */
	ready: () => Promise<{ payer: Payer; paymentReference: string }>
	becomes: string
	leaves: { appointments: number; transactions: number; refunds: number; messages: string }
	/** The trips of its settlement when nothing fails. */
	trips: number
}

async function paid() {
	const started = await desk.atPaystack(await desk.newShop({ staff: { Ada: {}, Bola: {} } }))
	desk.paystack.pay(started.paymentReference)
	return started
}

const stories: Record<string, Story> = {
	'whose time is kept': {
		ready: paid,
		becomes: 'booked',
		leaves: { appointments: 1, transactions: 1, refunds: 0, messages: 'booked' },
		trips: 2,
	},
	'whose time was kept too short, and is free': {
		async ready() {
			const started = await paid()
			desk.clock.now += 15 * MINUTE_MS
			await desk.purgeHolds()
			return started
		},
		becomes: 'booked',
		leaves: { appointments: 1, transactions: 1, refunds: 0, messages: 'booked' },
		trips: 3,
	},
	'whose time somebody else has': {
		async ready() {
			const shop = await desk.newShop()
			const started = await desk.atPaystack(shop)
			desk.clock.now += 15 * MINUTE_MS
			await desk.bookForCash(shop)
			desk.paystack.pay(started.paymentReference)
			return started
		},
		becomes: 'offered',
		leaves: { appointments: 0, transactions: 1, refunds: 0, messages: 'other_time_offered' },
		trips: 3,
	},
	'whose visit was booked with cash': {
		async ready() {
			const started = await paid()
			await started.payer.guest.book()
			return started
		},
		becomes: 'refund: second_payment',
		leaves: { appointments: 1, transactions: 1, refunds: 1, messages: 'booked, refund_started' },
		trips: 2,
	},
}

describe.each(Object.keys(stories))('a payment %s', (name) => {
	const story = stories[name]
	if (!story) throw new Error('no such story')
	const { ready, becomes, leaves, trips } = story
	const places = Array.from({ length: trips + 1 }, (_, i) => i + 1)

	test('makes as many trips as are tried below', async () => {
		const { paymentReference } = await ready()
		const deps = desk.depsThrough(proxy.url, 20_000)
		const settled = await proxy.during(() =>
			settleAnswered(deps, { paymentReference, now: desk.clock.now }, 1),
		)
		expect([wordOf(settled.value), settled.trips.length]).toEqual([becomes, trips])
	})

	// One trip more than it makes: the repeated one.
	for (const onTrip of places) {
		for (const kind of kindsAt(onTrip + name.length)) {
			test(`'${kind}' at trip ${onTrip}: settled once by then, or by whoever comes next`, async () => {
				const { payer, paymentReference } = await ready()
				const deps = desk.depsThrough(proxy.url)
				const now = desk.clock.now
				const first = await whileFailing(proxy, kind, onTrip, () =>
					settleAnswered(deps, { paymentReference, now }, 1),
				)
				if (first) expect(['waiting: no answer', becomes]).toContain(wordOf(first))
				// Later callers run alone and with patience: a busy machine is no fault.
				for (let next = 0; next < 2; next++)
					expect(wordOf(await settleAnswered(desk.deps, { paymentReference, now }, 1))).toBe(becomes)
				expect(await desk.traces(payer.draftId)).toEqual(leaves)
			})
		}
	}
})

describe('starting a payment', () => {
	/** One read, the visit with its attempt, the page, and one of these repeated. */
	for (const onTrip of [1, 2, 3, 4]) {
		for (const kind of kindsAt(onTrip)) {
			test(`'${kind}' at trip ${onTrip}: pressed again, the page opens, and what is paid there is the one visit`, async () => {
				const shop = await desk.newShop()
				const payer = await desk.atCheckout(shop)
				const seen = await payer.sees()
				const direct = { ...desk.deps }
				const through = desk.depsThrough(proxy.url)
				Object.assign(desk.deps, through)
				const first = await whileFailing(proxy, kind, onTrip, () => payer.press({}, seen))
				Object.assign(desk.deps, direct)
				if (first && first.kind === 'refused')
					expect(['busy', 'not_saved', 'payment_not_started']).toContain(first.refusal)
				// A press within a quarter of a minute counts as a double tap, and waits for its page.
				desk.clock.now += 16_000
				const again = await payer.press({}, seen)
				expect(again).toMatchObject({ kind: 'payment', next: 'pay' })
				const attempts = await payer.attempts()
				expect(attempts.filter(({ status }) => status === 'open')).toHaveLength(1)
				expect(attempts.length).toBeLessThanOrEqual(2)
				const paymentReference =
					again.kind === 'payment' && again.next === 'pay' ? await payer.referenceOf(again.url) : ''
				desk.paystack.pay(paymentReference)
				expect(await desk.settled(paymentReference)).toBe('booked')
				expect(await desk.traces(payer.draftId)).toMatchObject({
					appointments: 1,
					transactions: 1,
					messages: 'booked',
				})
			})
		}
	}
})
