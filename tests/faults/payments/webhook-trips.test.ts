import { afterEach, beforeEach, expect, test } from 'vitest'
import { goToPaystack } from '#scripts/site/browser-payer.ts'
import { faultKinds } from '#scripts/site/trip.ts'
import { isDeep } from '#tests/support/deep.ts'
import { bookedOnce, effectsOf } from '#tests/support/payment-effects.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

// Without mail, whose deliveries would be counted with the webhook's own trips.
const site = withPaymentSite({ MAIL_API_KEY: undefined })
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))
afterEach(() => site().proxy.heal())

/** Its row, reading the payment, booking, marking it done. */
const TRIPS = 4
const LIMIT_MS = 45_000
const sampledKinds = [
	['drop-before', 'garbage'],
	['truncate', 'busy'],
	['drop-after', 'bad-gateway'],
	['too-many-requests', 'drop-after'],
] as const

async function deliver(paymentReference: string): Promise<number> {
	const body = JSON.stringify({
		event: 'charge.success',
		data: { id: paymentReference, reference: paymentReference },
	})
	const headers = site().paystack.signed(body)
	const answer = await fetch(`${site().url}/webhooks/paystack`, { method: 'POST', body, headers })
	await answer.arrayBuffer()
	return answer.status
}

async function isDone(paymentReference: string): Promise<boolean> {
	const rows = await site().database.rows(
		'SELECT processed_at FROM webhook_events WHERE reference = ?',
		paymentReference,
	)
	return rows[0]?.processed_at != null
}

test(`a webhook makes ${TRIPS} trips to the database`, async () => {
	const { paymentReference } = await goToPaystack(site())
	site().paystack.pay(paymentReference)
	const { trips } = await site().proxy.during(async () => {
		expect(await deliver(paymentReference)).toBe(200)
		await expect.poll(() => isDone(paymentReference)).toBe(true)
	})
	expect(trips).toHaveLength(TRIPS)
})

test.each(sampledKinds.map((sampled, i) => ({ trip: i + 1, sampled })))(
	'when trip $trip of a webhook fails, Paystack or the cron brings it again, and it is done, once',
	async ({ trip, sampled }) => {
		for (const kind of isDeep ? faultKinds : sampled) {
			const where = `${kind} on trip ${trip}`
			const { paymentReference } = await goToPaystack(site())
			site().paystack.pay(paymentReference)
			site().proxy.forget()
			site().proxy.inject({ kind, onTrip: trip })
			const startedAt = performance.now()
			const status = await deliver(paymentReference)
			expect(performance.now() - startedAt, where).toBeLessThan(LIMIT_MS)
			expect([200, 503], where).toContain(status)
			await expect
				.poll(() => site().proxy.trips.some(({ fault }) => fault === kind), { timeout: LIMIT_MS })
				.toBe(true)
			site().proxy.heal()
			// 503 promises that Paystack comes again; after 200 it does not, and the cron has to find it.
			if (status === 503) expect(await deliver(paymentReference), where).toBe(200)
			await site().database.change(
				'UPDATE webhook_events SET next_attempt_at = 0 WHERE processed_at IS NULL AND reference = ?',
				paymentReference,
			)
			expect(await site().worker.scheduled()).toBe('ok')
			await expect.poll(() => isDone(paymentReference), { timeout: LIMIT_MS }).toBe(true)
			expect(await effectsOf(site(), paymentReference), where).toEqual(bookedOnce)
		}
	},
)
