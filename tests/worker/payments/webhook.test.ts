import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { demoShopId, openGuest, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import { startScratchWorker } from '#scripts/site/scratch-worker.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

const site = withPaymentSite()
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))
afterEach(() => site().proxy.heal())

const inboxSize = () => site().database.count('SELECT count(*) AS n FROM webhook_events')
const outcomeOf = async (paymentReference: string) =>
	(
		await site().database.rows(
			'SELECT outcome FROM transactions WHERE payment_reference = ?',
			paymentReference,
		)
	)[0]?.outcome

/** Posts as Paystack does: no cookie, no page that it comes from. */
async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
	const response = await fetch(`${site().url}/webhooks/paystack`, { method: 'POST', body, headers })
	return { status: response.status, headers: response.headers, text: await response.text() }
}
const postSigned = (body: string) => post(body, site().paystack.signed(body))

/** A guest on the payment page of the sandbox, who has paid there and closed the browser. */
async function paidElsewhere(): Promise<string> {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	await expect(
		takeStep(guest, 'checkout', checkout, { details: { paymentChoice: 'online' } }),
	).rejects.toThrow('redirected away to')
	const paymentReference = site().paystack.transactions.at(-1)?.reference ?? ''
	site().paystack.pay(paymentReference)
	return paymentReference
}

async function putShopIn(zone: string): Promise<void> {
	await site().database.change('UPDATE shops SET time_zone = ? WHERE id = ?', zone, demoShopId)
}

const successOf = (paymentReference: string, id = paymentReference) =>
	JSON.stringify({ event: 'charge.success', data: { id, reference: paymentReference, status: 'success' } })

describe('a webhook of Paystack', () => {
	test('books the visit of a customer who never comes back', async () => {
		const paymentReference = await paidElsewhere()
		const answer = await postSigned(successOf(paymentReference))
		expect(answer).toMatchObject({ status: 200, text: '' })
		expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
		expect(answer.headers.get('cache-control')).toBe('no-store')
		await expect.poll(() => outcomeOf(paymentReference)).toBe('booked')
		const guest = await site().database.rows(
			`SELECT checkout.email FROM checkouts checkout JOIN payment_attempts attempt ON attempt.checkout_id = checkout.id
				WHERE attempt.payment_reference = ?`,
			paymentReference,
		)
		const mail = await site().mail.received(({ to }) => to.includes(String(guest[0]?.email)))
		expect(mail.subject).toContain('Booking Confirmed!')
	})

	test('that is forged is refused, and nothing is written', async () => {
		const paymentReference = await paidElsewhere()
		const body = successOf(paymentReference)
		const right = site().paystack.signed(body)['x-paystack-signature'] ?? ''
		const before = await inboxSize()
		const { trips } = await site().proxy.during(async () => {
			for (const signature of [
				undefined,
				'',
				'x',
				right.slice(0, -1),
				right.toUpperCase(),
				`0${right.slice(1)}x`,
			])
				expect(
					(await post(body, signature === undefined ? {} : { 'x-paystack-signature': signature })).status,
				).toBe(401)
			// The right signature of another text, of the same one written differently, of one with a bit turned.
			const otherKey = site().paystack.signed(body, 'sk_test_another')
			expect((await post(body, otherKey)).status).toBe(401)
			for (const altered of [`${body} `, JSON.stringify(JSON.parse(body), null, 1), body.replace('s', 't')])
				expect((await post(altered, { 'x-paystack-signature': right })).status).toBe(401)
		})
		expect(trips).toEqual([])
		expect(await inboxSize()).toBe(before)
		expect(await outcomeOf(paymentReference)).toBeUndefined()
	})

	test('that comes five times at once, and again later, has one effect', async () => {
		const paymentReference = await paidElsewhere()
		const body = successOf(paymentReference)
		const before = await inboxSize()
		const answers = await Promise.all(Array.from({ length: 5 }, () => postSigned(body)))
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
		await expect.poll(() => outcomeOf(paymentReference)).toBe('booked')
		expect((await postSigned(body)).status).toBe(200)
		expect(await inboxSize()).toBe(before + 1)
		const effects = await site().database.rows(
			`SELECT (SELECT count(*) FROM transactions WHERE payment_reference = ?1) AS paid,
				(SELECT count(*) FROM appointments visit JOIN transactions paid ON paid.appointment_id = visit.id
					WHERE paid.payment_reference = ?1) AS appointments,
				(SELECT count(*) FROM ledger_entries WHERE occasion LIKE '%:' || ?1) AS entries`,
			paymentReference,
		)
		expect(effects[0]).toMatchObject({ paid: 1, appointments: 1, entries: 2 })
	})

	test('while the database is down is told to come again, and then books', async () => {
		const paymentReference = await paidElsewhere()
		site().proxy.inject({ kind: 'drop-before' })
		expect((await postSigned(successOf(paymentReference))).status).toBe(503)
		site().proxy.heal()
		expect((await postSigned(successOf(paymentReference))).status).toBe(200)
		await expect.poll(() => outcomeOf(paymentReference)).toBe('booked')
	})

	test('that was kept when Paystack did not answer is worked by the cron', async () => {
		const paymentReference = await paidElsewhere()
		site().paystack.setBehaviour({ verify: 'fail' })
		const asked = site().paystack.requested('verify')
		expect((await postSigned(successOf(paymentReference))).status).toBe(200)
		await asked
		expect(await outcomeOf(paymentReference)).toBeUndefined()
		site().paystack.setBehaviour({ verify: 'answer' })
		// Two minutes later.
		await site().database.rows('UPDATE webhook_events SET next_attempt_at = 0 WHERE processed_at IS NULL')
		expect(await site().worker.scheduled()).toBe('ok')
		expect(await outcomeOf(paymentReference)).toBe('booked')
	})

	test.each([
		['of an event that nobody knows', JSON.stringify({ event: 'moon.phase', data: { id: 1 } })],
		['about another shop’s payment', successOf('wk-of-another-shop')],
		['about nothing', JSON.stringify({ event: 'charge.success', data: null })],
		[
			'with odd values',
			JSON.stringify({ event: 'charge.success', data: { id: [], reference: {}, metadata: 0 } }),
		],
		['that is no JSON', 'not json at all'],
		['that is empty', ''],
	])('%s is answered with 200', async (_, body) => {
		expect((await postSigned(body)).status).toBe(200)
	})

	test('that is larger than any of Paystack’s is not read', async () => {
		const body = JSON.stringify({
			event: 'charge.success',
			data: { reference: 'x', filler: 'x'.repeat(256 * 1024) },
		})
		expect((await postSigned(body)).status).toBe(413)
		const most = JSON.stringify({ event: 'large.event', data: { id: 9, filler: 'x'.repeat(255 * 1024) } })
		expect((await postSigned(most)).status).toBe(200)
	})

	test('leaves no word of its body in the log', async () => {
		const body = JSON.stringify({
			event: 'charge.success',
			data: { id: 12, reference: 'nobody-knows', customer: { email: 'secret.payer@example.com' } },
		})
		await postSigned(body)
		await postSigned('{"customer":"secret.payer@example.com"')
		const log = () => site().worker.lines.join('\n')
		await expect.poll(log).toContain('the payment is none of ours')
		await expect.poll(log).toContain('was not understood')
		expect(log()).not.toContain('secret.payer')
		expect(log()).not.toContain('nobody-knows')
	})

	test('money that goes back is followed to its end, and told', async () => {
		const paymentReference = await paidElsewhere()
		site().paystack.setBehaviour({ verify: 'paid-less', webhooks: 'send' })
		// This news waits in the quiet hours of the shop.
		await putShopIn(zoneAtNoon(Date.now()))
		onTestFinished(() => putShopIn(DEFAULT_ZONE))
		await postSigned(successOf(paymentReference))
		await expect.poll(() => outcomeOf(paymentReference)).toBe('refund')
		const state = async () =>
			(
				await site().database.rows('SELECT status FROM refunds WHERE payment_reference = ?', paymentReference)
			)[0]?.status
		await expect.poll(state).toBe('processed')
		const mail = await site().mail.received(
			({ subject, text }) => subject.includes('sent back') && text.includes(paymentReference),
		)
		expect(mail.text).toContain('Banks can take up to 10 working days')
	})
})

test('nothing but a post is taken', async () => {
	for (const method of ['GET', 'HEAD']) {
		const answer = await fetch(`${site().url}/webhooks/paystack`, { method })
		expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST'])
	}
	for (const method of ['PUT', 'DELETE', 'PATCH']) {
		const answer = await fetch(`${site().url}/webhooks/paystack`, { method, headers: { origin: site().url } })
		expect([method, answer.status]).toEqual([method, 405])
	}
})

test('without online payment there is no such page', async () => {
	const worker = await startScratchWorker(site().database.url)
	try {
		const body = successOf('any')
		const answer = await fetch(`${worker.url}/webhooks/paystack`, {
			method: 'POST',
			body,
			headers: site().paystack.signed(body),
		})
		expect(answer.status).toBe(404)
	} finally {
		await worker.stop()
	}
})
