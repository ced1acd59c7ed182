import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { buttonOf, openGuest, stepForm, walkTo } from '#scripts/site/browser-guest.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import {
	comeBack,
	goToPaystack,
	type PayingGuest,
	payAndComeBack,
	pressPay,
} from '#scripts/site/browser-payer.ts'
import { isDeep } from '#tests/support/deep.ts'
import { bookedOnce, effectsOf, nothingYet } from '#tests/support/payment-effects.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

/** The faults and attacks that a payment may meet. The end of the file lists the ones of other tests. */
const site = withPaymentSite()
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))
afterEach(() => site().proxy.heal())

const effects = (paymentReference: string) => effectsOf(site(), paymentReference)

/** A signed body as Paystack would send it. */
async function deliver(body: string): Promise<number> {
	const answer = await fetch(`${site().url}/webhooks/paystack`, {
		method: 'POST',
		body,
		headers: site().paystack.signed(body),
	})
	await answer.arrayBuffer()
	return answer.status
}

/** An event about a payment, with the fields that the app reads. */
function eventOf(event: string, paymentReference: string): string {
	const { id, amountKobo } = site().paystack.find(paymentReference) ?? { id: 1n, amountKobo: 0 }
	const data = event.startsWith('refund.')
		? { id: `refund-of-${id}`, transaction_reference: paymentReference, amount: amountKobo, currency: 'NGN' }
		: {
				id: String(id),
				reference: paymentReference,
				status: event.split('.')[1],
				amount: amountKobo,
				currency: 'NGN',
			}
	return JSON.stringify({ event, data })
}

/** Settles when no webhook waits any more; the cron repeats a failed one. */
async function worked(): Promise<void> {
	const waiting = () =>
		site().database.rows('SELECT id, event FROM webhook_events WHERE processed_at IS NULL')
	try {
		await expect.poll(waiting, { timeout: 5_000 }).toEqual([])
	} catch {
		const said = site().worker.lines.join('\n')
		// A busy machine's database may have refused it.
		for (const { id, event } of await waiting()) expect(said).toContain(`webhook ${id} (${event}) waits: `)
		await site().database.rows('UPDATE webhook_events SET next_attempt_at = 0 WHERE processed_at IS NULL')
		expect(await site().worker.scheduled()).toBe('ok')
		await expect.poll(waiting).toEqual([])
	}
}

/** A payer as Paystack sends them back, before any other news of the payment. */
async function paid(): Promise<PayingGuest> {
	const paying = await goToPaystack(site())
	site().paystack.pay(paying.paymentReference)
	return paying
}

describe('on the way back', () => {
	test('a paid reference used again for another checkout shows the first booking, and books nothing new', async () => {
		const paying = await goToPaystack(site())
		const first = await payAndComeBack(site(), paying)
		const { guest } = paying
		const checkout = await walkTo(guest, 'checkout', { pickTime: (offered) => offered.at(-1) })
		const before = await site().database.rows('SELECT count(*) AS n FROM appointments')
		const again = await comeBack(guest, paying)
		expect(again.url.href).toBe(first.url.href)
		const bare = await guest.open(`/booking/payment-success?trxref=${paying.paymentReference}`)
		expect(bare.url.pathname).not.toBe('/booking/checkout')
		expect(await site().database.rows('SELECT count(*) AS n FROM appointments')).toEqual(before)
		expect(await effects(paying.paymentReference)).toEqual(bookedOnce)
		// The other checkout is as it was, and is paid by a payment of its own.
		const { location } = await pressPay(guest, checkout)
		expect(location).toMatch(site().checkoutUrl)
		expect(site().paystack.transactions.at(-1)?.reference).not.toBe(paying.paymentReference)
	})

	test('the return alone, with all webhooks lost, confirms the visit', async () => {
		const paying = await paid()
		expect((await comeBack(paying.guest, paying)).text).toContain('Booking Confirmed!')
		expect(await effects(paying.paymentReference)).toEqual(bookedOnce)
	})

	test('R22: a payment without return and webhook is booked once by the sweeper when its turn comes', async () => {
		const { paymentReference } = await paid()
		expect(await site().worker.scheduled()).toBe('ok')
		expect(await effects(paymentReference), 'two minutes are left to the customer').toEqual(nothingYet)
		const [attempt] = await site().database.rows(
			'SELECT next_check_at - created_at AS ms FROM payment_attempts WHERE payment_reference = ?',
			paymentReference,
		)
		expect(Number(attempt?.ms)).toBeLessThanOrEqual(5 * 60_000)
		// Makes the next check due.
		await site().database.rows(
			'UPDATE payment_attempts SET next_check_at = 0 WHERE payment_reference = ?',
			paymentReference,
		)
		expect(await site().worker.scheduled()).toBe('ok')
		expect(await site().worker.scheduled()).toBe('ok')
		expect(await effects(paymentReference)).toEqual(bookedOnce)
	})

	test('a tab that is killed loses nothing: the link of the mail opens the visit in any other browser', async () => {
		const { paymentReference, guest } = await paid()
		await deliver(eventOf('charge.success', paymentReference))
		const mail = await site().mail.received(({ to }) => to.includes(guest.details.email ?? ''))
		const link = /https?:\/\/\S*\/booking\/confirmation\?visit=[\w.-]+/.exec(mail.text)?.[0] ?? ''
		const { pathname, search } = new URL(link)
		const page = await openBrowserLikeClient(site().url).open(pathname + search)
		expect(page.text).toContain('Booking Confirmed!')
		expect(await effects(paymentReference)).toEqual(bookedOnce)
	})

	test.each(['slow', 'fail', 'html'] as const)(
		'while Paystack’s verify is "%s", the page says "confirming", looks again by itself, and books at the answer',
		async (verify) => {
			const paying = await paid()
			site().paystack.setBehaviour({ verify })
			const startedAt = performance.now()
			const page = await comeBack(paying.guest, paying)
			expect(performance.now() - startedAt).toBeLessThan(45_000)
			expect(page.status).toBe(200)
			expect(page.document.querySelector('h1')?.textContent).toBe('Confirming your payment…')
			expect(Number(page.headers.get('refresh'))).toBeGreaterThan(0)
			expect(await effects(paying.paymentReference)).toEqual(nothingYet)
			site().paystack.setBehaviour({ verify: 'answer' })
			expect((await comeBack(paying.guest, paying)).text).toContain('Booking Confirmed!')
			expect(await effects(paying.paymentReference)).toEqual(bookedOnce)
		},
		30_000,
	)
})

describe('starting to pay', () => {
	test('R34: an initialise answer that is lost says "Payment Failed"; the retry makes a second reference, and either books', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		site().paystack.setBehaviour({ initialize: 'lose' })
		const failed = await pressPay(guest, checkout)
		expect(failed.status).toBe(502)
		expect(failed.html).toContain('Payment initialisation failed')
		site().paystack.setBehaviour({ initialize: 'answer' })
		const { location } = await pressPay(guest, checkout)
		const [first, second] = site().paystack.transactions.slice(-2)
		expect(location).toBe(second?.authorizationUrl)
		const tries = await site().database.rows(
			'SELECT payment_reference, checkout_id FROM payment_attempts WHERE payment_reference IN (?, ?)',
			String(first?.reference),
			String(second?.reference),
		)
		expect(tries).toHaveLength(2)
		expect(new Set(tries.map(({ checkout_id }) => checkout_id)).size).toBe(1)
		// Either payment books it.
		site().paystack.pay(String(first?.reference))
		await deliver(eventOf('charge.success', String(first?.reference)))
		await worked()
		expect(await effects(String(first?.reference))).toEqual(bookedOnce)
	})

	test('K21: a double tap on Pay leads to one page', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		const before = site().paystack.transactions.length
		const taps = await Promise.all([1, 2, 3].map(() => pressPay(guest, checkout)))
		expect(new Set(taps.map(({ location }) => location)).size).toBe(1)
		expect(taps[0]?.location).toMatch(site().checkoutUrl)
		expect(site().paystack.transactions).toHaveLength(before + 1)
	})

	test('R30: two tabs that both pay make one visit, and the second payment goes back', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		const button = { button: buttonOf('intent', 'update') }
		const otherTab = await guest.submit(checkout, stepForm, { ...guest.details, tip: '20' }, button)
		expect((await pressPay(guest, otherTab)).location).toMatch(site().checkoutUrl)
		expect((await pressPay(guest, checkout)).location).toMatch(site().checkoutUrl)
		const [first, second] = site()
			.paystack.transactions.slice(-2)
			.map(({ reference: paymentReference }) => paymentReference)
		if (!first || !second) throw new Error('two payments were started')
		for (const paymentReference of [first, second]) site().paystack.pay(paymentReference)
		await Promise.all(
			[first, second].map((paymentReference) => deliver(eventOf('charge.success', paymentReference))),
		)
		await worked()
		const both = await Promise.all([effects(first), effects(second)])
		expect(both.map(({ outcome }) => outcome).sort()).toEqual(['booked', 'refund'])
		expect(both).toEqual([
			expect.objectContaining({ appointments: 1 }),
			expect.objectContaining({ appointments: 1 }),
		])
		expect(both.map(({ refunds }) => refunds).sort()).toEqual([0, 1])
		const isRefunded = ({ transaction }: { transaction: { reference: string } }) =>
			[first, second].includes(transaction.reference)
		await expect.poll(() => site().paystack.refunds.filter(isRefunded).length).toBe(1)
	})

	test('the back button after paying, and another press, lead to the confirmation that exists', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		await pressPay(guest, checkout)
		const started = site().paystack.transactions.length
		const { reference: paymentReference = '' } = site().paystack.transactions.at(-1) ?? {}
		site().paystack.pay(paymentReference)
		// Before and after the first news of the money; the press may be as quick as a double tap.
		await site().database.rows(
			'UPDATE payment_attempts SET created_at = created_at - 20000 WHERE payment_reference = ?',
			paymentReference,
		)
		for (let time = 0; time < 2; time++) {
			const { location } = await pressPay(guest, checkout)
			const page = await guest.open(location ?? '')
			expect(page.text).toContain('Booking Confirmed!')
		}
		expect(site().paystack.transactions).toHaveLength(started)
		expect(await effects(paymentReference)).toEqual(bookedOnce)
	})

	test('a payment page on another site is refused with "Payment initialisation failed"', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		site().paystack.setBehaviour({ initialize: 'evil' })
		const { status, location, html } = await pressPay(guest, checkout)
		expect([status, location]).toEqual([502, null])
		expect(html).toContain('Payment initialisation failed')
		expect(html).not.toContain('evil.example')
	})
})

describe('webhooks', () => {
	test('that come 76 times, shuffled and at once, give each payment one outcome', async () => {
		const payments = [await paid(), await paid()]
		const bodies = payments.flatMap(({ paymentReference }) =>
			Array.from({ length: 38 }, () => eventOf('charge.success', paymentReference)),
		)
		const [shuffled = []] = fc.sample(fc.shuffledSubarray(bodies, { minLength: 76 }), { numRuns: 1 })
		const statuses = await Promise.all(shuffled.map(deliver))
		// A few may find the database busy: Paystack sends those again.
		expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
		for (const body of new Set(bodies)) expect(await deliver(body)).toBe(200)
		await worked()
		for (const { paymentReference } of payments) expect(await effects(paymentReference)).toEqual(bookedOnce)
	})

	test('that are played again a year later are answered 200 and change nothing, whether we remember them or not', async () => {
		const { paymentReference } = await paid()
		const body = eventOf('charge.success', paymentReference)
		await deliver(body)
		await worked()
		const before = await effects(paymentReference)
		expect(before).toEqual(bookedOnce)
		const year = String(365 * 24 * 3_600_000)
		await site().database.rows(
			`UPDATE webhook_events SET received_at = received_at - ?1, processed_at = processed_at - ?1,
				next_attempt_at = next_attempt_at - ?1 WHERE reference = ?2`,
			year,
			paymentReference,
		)
		expect(await deliver(body)).toBe(200)
		await site().database.rows('DELETE FROM webhook_events WHERE reference = ?', paymentReference)
		expect(await deliver(body)).toBe(200)
		await worked()
		expect(await effects(paymentReference)).toEqual(before)
	})

	test('K23: of a payment of the other mode are answered 200, and nothing is booked with it', async () => {
		const { paymentReference } = await paid()
		site().paystack.setBehaviour({ verify: 'wrong-domain' })
		expect(await deliver(eventOf('charge.success', paymentReference))).toBe(200)
		await expect.poll(() => site().worker.lines.join('\n')).toContain('wrong_mode')
		expect(await effects(paymentReference)).toEqual(nothingYet)
		// No money is lost by it: the right answer counts.
		site().paystack.setBehaviour({ verify: 'answer' })
		await site().database.rows(
			'UPDATE webhook_events SET next_attempt_at = 0 WHERE reference = ?',
			paymentReference,
		)
		await site().worker.scheduled()
		expect(await effects(paymentReference)).toEqual(bookedOnce)
	})

	test('K26: in any order, late and unknown ones among them, only move the state forward', async () => {
		const events = ['charge.success', 'charge.failed', 'refund.pending', 'refund.processed', 'moon.phase']
		const orders = fc.sample(fc.shuffledSubarray(events, { minLength: events.length }), {
			numRuns: isDeep ? 60 : 3,
			seed: 20261121,
		})
		for (const order of orders) {
			const { paymentReference } = await paid()
			const seen: string[] = []
			for (const event of order) {
				expect(await deliver(eventOf(event, paymentReference))).toBe(200)
				await worked()
				const { outcome } = await effects(paymentReference)
				if (outcome !== null && seen.at(-1) !== outcome) seen.push(outcome)
			}
			const where = order.join(', ')
			// Paid is final; a refund of the dashboard is all that moves it.
			expect([['booked', 'refund'], ['refund']], where).toContainEqual(seen)
			const [refund] = await site().database.rows(
				'SELECT status FROM refunds WHERE payment_reference = ?',
				paymentReference,
			)
			expect(refund?.status, where).toBe('processed')
			expect(await effects(paymentReference), where).toMatchObject({
				payments: 1,
				appointments: 1,
				refunds: 1,
				entries: 1,
			})
		}
	})
})

const elsewhere: [row: string, file: string, test: string][] = [
	['return with invented reference', 'worker/payments/return.test.ts', 'a payment that nobody knows'],
	[
		'reference of someone else’s payment',
		'worker/payments/return.test.ts',
		'by its reference alone shows nothing of it, in any of its states',
	],
	[
		'paid less / other currency',
		'worker/payments/complete-booking.test.ts',
		'%s needs attention, goes back, and has its reference on the page',
	],
	[
		'webhook before the return',
		'worker/payments/return.test.ts',
		'is confirmed at once when the webhook was first',
	],
	[
		'webhook only (phone died)',
		'worker/payments/webhook.test.ts',
		'books the visit of a customer who never comes back',
	],
	['webhook forged', 'worker/payments/webhook.test.ts', 'that is forged is refused, and nothing is written'],
	['webhook forged, 10,000 mutations', 'unit/domain/payments/paystack/paystack-provider.test.ts', 'FORGED'],
	[
		'hold ran out, slot taken, then paid',
		'worker/payments/complete-booking.test.ts',
		'says what happened, what is kept and until when, and has the best other time chosen already',
	],
	[
		'cookies lost between payment and return / other browser',
		'worker/payments/return.test.ts',
		'in another browser, with no cookie at all, shows the visit by the signed link',
	],
	[
		'total 0 or negative online',
		'worker/payments/catalogue.full.test.ts',
		'Invalid Amount: cannot process a zero-naira payment online',
	],
	[
		'cancelled=true appended to a paid reference',
		'worker/payments/return.test.ts',
		'after paying, or made up, books the visit: the address proves nothing',
	],
	[
		'DB down at webhook',
		'worker/payments/webhook.test.ts',
		'while the database is down is told to come again, and then books',
	],
]
test.each(elsewhere)('%s: tested in %s', (_, file, words) => {
	expect(readFileSync(join(PROJECT_ROOT, 'tests', file), 'utf8')).toContain(words)
})
