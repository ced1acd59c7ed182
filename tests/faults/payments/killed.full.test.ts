import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Guest, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { comeBack, goToPaystack, loseTime, type PayingGuest, pressPay } from '#scripts/site/browser-payer.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { isDeep } from '#tests/support/deep.ts'
import { bookedOnce, effectsOf } from '#tests/support/payment-effects.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

/**
 * workerd and sqld are killed in the middle of a payment (W33, R26): the next caller, the webhook again, the cron or
 * the customer, brings it to its end, once. Without mail, whose deliveries would be counted with a request's own
 * trips.
 */
const site = withPaymentSite({ MAIL_API_KEY: undefined })
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))
/** Each start of workerd costs a second or more: a deep run kills it everywhere, a sample where most is at stake. */
const sampled = <Item>(all: Item[], sample: Item[]) => (isDeep ? all : sample)
afterEach(() => site().proxy.heal())

async function deliver(paymentReference: string): Promise<number> {
	const data = { id: paymentReference, reference: paymentReference, status: 'success' }
	const body = JSON.stringify({ event: 'charge.success', data })
	const headers = site().paystack.signed(body)
	const answer = await fetch(`${site().url}/webhooks/paystack`, { method: 'POST', body, headers })
	await answer.arrayBuffer()
	return answer.status
}

/** Minutes later: waiting work is due. */
async function later(paymentReference: string): Promise<void> {
	await site().database.rows(
		'UPDATE webhook_events SET next_attempt_at = 0 WHERE processed_at IS NULL AND reference = ?',
		paymentReference,
	)
	await site().database.rows(
		'UPDATE payment_attempts SET next_check_at = 0 WHERE payment_reference = ?',
		paymentReference,
	)
}

type Rescue = (paying: PayingGuest) => Promise<unknown>
const rescues: Record<string, Rescue> = {
	'the webhook that comes again': async ({ paymentReference }) => {
		await later(paymentReference)
		expect(await deliver(paymentReference)).toBe(200)
	},
	'the cron': async ({ paymentReference }) => {
		await later(paymentReference)
		expect(await site().worker.scheduled()).toBe('ok')
	},
	'the customer who reloads the page': async (paying) => {
		expect((await comeBack(paying.guest, paying)).text).toContain('Booking Confirmed!')
	},
}
const ways = Object.entries(rescues)

function killWorker(): void {
	const { pid } = site().worker
	if (pid === undefined) throw new Error('this system does not tell which process is workerd')
	process.kill(pid, 'SIGKILL')
}

/** Kills the Worker when the database has done a trip, before it hears of it; 0 for before the first one is done. */
function killAfterTrip(number: number): Promise<void> {
	let trips = 0
	return new Promise((killed) => {
		site().proxy.watch({
			before() {
				if (number > 0) return
				killWorker()
				killed()
				throw new Error('nobody is there to ask')
			},
			after() {
				trips += 1
				if (trips !== number) return
				killWorker()
				killed()
			},
		})
	})
}

/** The request that is under way gets no answer; then the Worker is there again. */
async function revive(request: Promise<unknown>): Promise<void> {
	await expect(request).rejects.toThrow()
	site().proxy.heal()
	site().paystack.setBehaviour({ verify: 'answer', initialize: 'answer' })
	await site().worker.restart()
}

async function paid(): Promise<PayingGuest> {
	const paying = await goToPaystack(site())
	site().paystack.pay(paying.paymentReference)
	return paying
}

/** Presses again later, and pays each attempt with a page at Paystack: one is booked, the others are refunded. */
async function expectPaidOnce(guest: Guest, checkout: LoadedPage): Promise<void> {
	const triesOf = `SELECT attempt.payment_reference FROM payment_attempts attempt
		JOIN checkouts checkout ON checkout.id = attempt.checkout_id WHERE checkout.email = ?`
	await site().database.rows(
		`UPDATE payment_attempts SET created_at = created_at - 20000 WHERE payment_reference IN (${triesOf})`,
		guest.details.email ?? '',
	)
	const { location } = await pressPay(guest, checkout)
	expect(location).toMatch(site().checkoutUrl)
	const tries = (await site().database.rows(triesOf, guest.details.email ?? '')).map(
		({ payment_reference }) => String(payment_reference),
	)
	const payable = tries.filter((paymentReference) => site().paystack.find(paymentReference))
	expect(payable.length).toBeGreaterThan(0)
	for (const paymentReference of payable) {
		site().paystack.pay(paymentReference)
		await later(paymentReference)
	}
	await site().worker.scheduled()
	const outcomes = await Promise.all(payable.map((paymentReference) => effectsOf(site(), paymentReference)))
	expect(outcomes.filter(({ outcome }) => outcome === 'booked')).toHaveLength(1)
	expect(outcomes.filter(({ outcome }) => outcome === 'refund')).toHaveLength(payable.length - 1)
	for (const { appointments } of outcomes) expect(appointments).toBe(1)
	await expectSound(site().database)
}

async function expectDoneOnce(paying: PayingGuest, rescue: Rescue): Promise<void> {
	await rescue(paying)
	await expect.poll(() => effectsOf(site(), paying.paymentReference)).toEqual(bookedOnce)
	// The other callers come too, later.
	for (const [, again] of ways) await again(paying)
	await expect
		.poll(() =>
			site().database.rows(
				'SELECT event FROM webhook_events WHERE processed_at IS NULL AND reference = ?',
				paying.paymentReference,
			),
		)
		.toEqual([])
	expect(await effectsOf(site(), paying.paymentReference)).toEqual(bookedOnce)
	await expectSound(site().database)
}

describe('R26: the Worker is killed', () => {
	/** Trips of the webhook: its row, reading the payment, booking, marking it done. */
	test.each(sampled([0, 1, 2, 3, 4], [1, 3]))(
		'after trip %i of a webhook: redelivered, it is done, once',
		async (trip) => {
			const paying = await paid()
			const dead = killAfterTrip(trip)
			const answer = deliver(paying.paymentReference)
			if (trip <= 1) {
				await dead
				await revive(answer)
			} else {
				// The webhook was answered once its row was stored; the work came after.
				expect(await answer).toBe(200)
				await dead
				site().proxy.heal()
				await site().worker.restart()
			}
			const inbox = await site().database.rows(
				'SELECT processed_at FROM webhook_events WHERE reference = ?',
				paying.paymentReference,
			)
			// A stored event is not yet done.
			expect(inbox.map(({ processed_at }) => processed_at !== null)).toEqual(trip === 0 ? [] : [trip === 4])
			const way = ways[trip % ways.length]
			if (way) await expectDoneOnce(paying, way[1])
		},
	)

	test.each(sampled([1, 2], [2]))(
		'after trip %i of the page that the customer comes back to',
		async (trip) => {
			const paying = await paid()
			const dead = killAfterTrip(trip)
			const page = comeBack(paying.guest, paying)
			await Promise.all([dead, revive(page)])
			const way = ways[(trip + 1) % ways.length]
			if (way) await expectDoneOnce(paying, way[1])
		},
	)

	test.each(sampled(ways, ways.slice(1, 2)))('while Paystack is being asked: %s', async (_, rescue) => {
		const paying = await paid()
		site().paystack.setBehaviour({ verify: 'slow' })
		const asked = site().paystack.requested('verify')
		const page = comeBack(paying.guest, paying)
		await asked
		killWorker()
		await revive(page)
		await expectDoneOnce(paying, rescue)
	})

	test.each(sampled([1, 2, 3], [2]))(
		'after trip %i of pressing Pay: pressed again, it is paid, once',
		async (trip) => {
			const guest = openGuest(site().url)
			const checkout = await walkTo(guest, 'checkout')
			const dead = killAfterTrip(trip)
			const pressed = pressPay(guest, checkout)
			await Promise.all([dead, revive(pressed)])
			await expectPaidOnce(guest, checkout)
		},
	)

	test('while Paystack opens its page: pressed again, it is paid, once', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		site().paystack.setBehaviour({ initialize: 'slow' })
		const asked = site().paystack.requested('initialize')
		const pressed = pressPay(guest, checkout)
		await asked
		killWorker()
		await revive(pressed)
		await expectPaidOnce(guest, checkout)
	})
})

describe('the database is killed', () => {
	test.each(sampled(ways, ways.slice(0, 1)))(
		'while a payment is being booked: the customer waits, and then it is done by %s',
		async (_, rescue) => {
			const paying = await paid()
			const { server } = site().database
			site().proxy.watch({
				async before({ isWrite }) {
					if (!isWrite) return
					await server.kill()
					throw new Error('the database is gone')
				},
			})
			const page = await comeBack(paying.guest, paying)
			expect(page.text).toContain('Confirming your payment')
			expect((await comeBack(paying.guest, paying)).status).toBe(503)
			expect(await deliver(paying.paymentReference)).toBe(503)
			site().proxy.heal()
			await server.restart()
			await expectDoneOnce(paying, rescue)
		},
	)

	test('after a payment was booked, before anybody heard of it: it is booked, and not booked again', async () => {
		const paying = await paid()
		const { server } = site().database
		site().proxy.watch({
			async after({ isWrite }) {
				if (!isWrite) return
				await server.kill()
				throw new Error('the answer is lost')
			},
		})
		const page = await comeBack(paying.guest, paying)
		expect(page.text).toContain('Confirming your payment')
		site().proxy.heal()
		await server.restart()
		expect(await effectsOf(site(), paying.paymentReference)).toEqual(bookedOnce)
		for (const [, rescue] of ways) await expectDoneOnce(paying, rescue)
	})
})

describe('what cannot be booked is answered with 200, so that Paystack does not come for three days', () => {
	test('the time is somebody else’s by now', async () => {
		const paying = await goToPaystack(site())
		await loseTime(site(), paying)
		site().paystack.setBehaviour({ webhooks: 'send' })
		site().paystack.pay(paying.paymentReference)
		await site().paystack.settled()
		await expect.poll(async () => (await effectsOf(site(), paying.paymentReference)).outcome).toBe('offered')
		expect(statusesOf(paying)).toEqual([[200]])
	})

	test('it is not the amount that was asked for', async () => {
		const paying = await goToPaystack(site())
		site().paystack.setBehaviour({ webhooks: 'send', verify: 'paid-less', refund: 'hold' })
		site().paystack.pay(paying.paymentReference)
		await expect.poll(async () => (await effectsOf(site(), paying.paymentReference)).outcome).toBe('refund')
		await site().paystack.settled()
		expect(statusesOf(paying)[0]).toEqual([200])
	})

	const statusesOf = ({ paymentReference }: PayingGuest) =>
		site()
			.paystack.webhooksSent.filter((sent) => sent.reference === paymentReference)
			.map(({ statuses }) => statuses)
})
