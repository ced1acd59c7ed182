import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { openBrowserLikeClient } from '#tests/support/browser-like-client.ts'
import { buttonOf, openGuest, stepForm, walkTo } from '#tests/support/guest-journey.ts'
import { pressPay } from '#tests/support/pay-form.ts'
import { comeBack, goToPaystack, type PayingGuest, payAndComeBack } from '#tests/support/paying-guest.ts'
import { bookedOnce, effectsOf, nothingYet } from '#tests/support/payment-effects.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

/** Guide: reliability, table A, row by row. Rows whose fault has a test elsewhere are named at the end, with that test. */
const site = withPaymentSite()
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))
afterEach(() => site().proxy.heal())
const isDeep = process.env.TEST_DEEP === '1'

const rows = async (sql: string, ...args: string[]) =>
	(await site().database.client.execute({ sql, args })).rows
const effects = (reference: string) => effectsOf(site(), reference)

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

/** An event about a payment, with as much in it as ours are read for. */
function eventOf(event: string, reference: string): string {
	const { id, amountKobo } = site().paystack.find(reference) ?? { id: 1n, amountKobo: 0 }
	const data = event.startsWith('refund.')
		? { id: `refund-of-${id}`, transaction_reference: reference, amount: amountKobo, currency: 'NGN' }
		: { id: String(id), reference, status: event.split('.')[1], amount: amountKobo, currency: 'NGN' }
	return JSON.stringify({ event, data })
}

/** When no webhook is being worked any more. */
async function worked(): Promise<void> {
	await expect
		.poll(() => rows('SELECT event, reference FROM webhook_events WHERE processed_at IS NULL'), {
			timeout: 10_000,
		})
		.toEqual([])
}

/** As Paystack sends its payer, when nobody has told us anything yet. */
async function paid(): Promise<PayingGuest> {
	const paying = await goToPaystack(site())
	site().paystack.pay(paying.reference)
	return paying
}

describe('the way back', () => {
	test('own paid reference re-used for another checkout: the first booking is shown, and nothing new is booked', async () => {
		const paying = await goToPaystack(site())
		const first = await payAndComeBack(site(), paying)
		const { guest } = paying
		const checkout = await walkTo(guest, 'checkout', { pickTime: (offered) => offered.at(-1) })
		const before = await rows('SELECT count(*) AS n FROM appointments')
		const again = await comeBack(guest, paying)
		expect(again.url.href).toBe(first.url.href)
		const bare = await guest.visit(`/booking/payment-success?trxref=${paying.reference}`)
		expect(bare.url.pathname).not.toBe('/booking/checkout')
		expect(await rows('SELECT count(*) AS n FROM appointments')).toEqual(before)
		expect(await effects(paying.reference)).toEqual(bookedOnce)
		// The other checkout is as it was, and is paid by a payment of its own.
		const { location } = await pressPay(guest, checkout)
		expect(location).toMatch(site().checkoutUrl)
		expect(site().paystack.transactions.at(-1)?.reference).not.toBe(paying.reference)
	})

	test('return only (webhooks lost for 72 h): the visit is confirmed', async () => {
		const paying = await paid()
		expect((await comeBack(paying.guest, paying)).text).toContain('Booking Confirmed!')
		expect(await effects(paying.reference)).toEqual(bookedOnce)
	})

	test('R22: neither (both lost): booked by the cron when its turn comes, once', async () => {
		const { reference } = await paid()
		expect(await site().worker.scheduled()).toBe('ok')
		expect(await effects(reference), 'two minutes are left to the customer').toEqual(nothingYet)
		const [attempt] = await rows(
			'SELECT next_check_at - created_at AS ms FROM payment_attempts WHERE reference = ?',
			reference,
		)
		expect(Number(attempt?.ms)).toBeLessThanOrEqual(5 * 60_000)
		// Instead of the clock.
		await rows('UPDATE payment_attempts SET next_check_at = 0 WHERE reference = ?', reference)
		expect(await site().worker.scheduled()).toBe('ok')
		expect(await site().worker.scheduled()).toBe('ok')
		expect(await effects(reference)).toEqual(bookedOnce)
	})

	test('in-app browser kills the tab: the link of the mail opens the visit in any other browser', async () => {
		const { reference, guest } = await paid()
		await deliver(eventOf('charge.success', reference))
		const mail = await site().mail.received(({ to }) => to.includes(guest.details.email ?? ''))
		const link = /https?:\/\/\S*\/booking\/confirmation\?visit=[\w.-]+/.exec(mail.text)?.[0] ?? ''
		const { pathname, search } = new URL(link)
		const page = await openBrowserLikeClient(site().url).visit(pathname + search)
		expect(page.text).toContain('Booking Confirmed!')
		expect(await effects(reference)).toEqual(bookedOnce)
	})

	test.each(['slow', 'fail', 'html'] as const)(
		'verify API %s: "confirming your payment", looks again by itself, and is booked when Paystack answers',
		async (verify) => {
			const paying = await paid()
			site().paystack.setBehaviour({ verify })
			const startedAt = performance.now()
			const page = await comeBack(paying.guest, paying)
			expect(performance.now() - startedAt).toBeLessThan(10_000)
			expect(page.status).toBe(200)
			expect(page.document.querySelector('h1')?.textContent).toBe('Confirming your payment…')
			expect(Number(page.headers.get('refresh'))).toBeGreaterThan(0)
			expect(await effects(paying.reference)).toEqual(nothingYet)
			site().paystack.setBehaviour({ verify: 'answer' })
			expect((await comeBack(paying.guest, paying)).text).toContain('Booking Confirmed!')
			expect(await effects(paying.reference)).toEqual(bookedOnce)
		},
		30_000,
	)
})

describe('starting to pay', () => {
	test('initialise answer lost: "Payment Failed", the retry works, and there are two references of one checkout', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		site().paystack.setBehaviour({ initialize: 'lose' })
		const failed = await pressPay(guest, checkout)
		expect(failed.status).toBe(503)
		expect(failed.html).toContain('Payment initialisation failed')
		site().paystack.setBehaviour({ initialize: 'answer' })
		const { location } = await pressPay(guest, checkout)
		const [first, second] = site().paystack.transactions.slice(-2)
		expect(location).toBe(second?.authorizationUrl)
		const tries = await rows(
			'SELECT reference, checkout_id FROM payment_attempts WHERE reference IN (?, ?)',
			String(first?.reference),
			String(second?.reference),
		)
		expect(tries).toHaveLength(2)
		expect(new Set(tries.map(({ checkout_id }) => checkout_id)).size).toBe(1)
		// R34: whichever is paid books it.
		site().paystack.pay(String(first?.reference))
		await deliver(eventOf('charge.success', String(first?.reference)))
		await worked()
		expect(await effects(String(first?.reference))).toEqual(bookedOnce)
	})

	test('double tap on Pay: the same page', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		const before = site().paystack.transactions.length
		const taps = await Promise.all([1, 2, 3].map(() => pressPay(guest, checkout)))
		expect(new Set(taps.map(({ location }) => location)).size).toBe(1)
		expect(taps[0]?.location).toMatch(site().checkoutUrl)
		expect(site().paystack.transactions).toHaveLength(before + 1)
	})

	test('R30: two tabs pay both: one visit, and the second payment goes back', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		const button = { button: buttonOf('intent', 'update') }
		const otherTab = await guest.submit(checkout, stepForm, { ...guest.details, tip: '20' }, button)
		expect((await pressPay(guest, otherTab)).location).toMatch(site().checkoutUrl)
		expect((await pressPay(guest, checkout)).location).toMatch(site().checkoutUrl)
		const [first, second] = site()
			.paystack.transactions.slice(-2)
			.map(({ reference }) => reference)
		if (!first || !second) throw new Error('two payments were started')
		for (const reference of [first, second]) site().paystack.pay(reference)
		await Promise.all([first, second].map((reference) => deliver(eventOf('charge.success', reference))))
		await worked()
		const both = await Promise.all([effects(first), effects(second)])
		expect(both.map(({ outcome }) => outcome).sort()).toEqual(['booked', 'refund'])
		expect(both).toEqual([expect.objectContaining({ visits: 1 }), expect.objectContaining({ visits: 1 })])
		expect(both.map(({ refunds }) => refunds).sort()).toEqual([0, 1])
		const isRefunded = ({ transaction }: { transaction: { reference: string } }) =>
			[first, second].includes(transaction.reference)
		await expect.poll(() => site().paystack.refunds.filter(isRefunded).length).toBe(1)
	})

	test('back button after payment, submit again: the existing confirmation', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		await pressPay(guest, checkout)
		const started = site().paystack.transactions.length
		const { reference = '' } = site().paystack.transactions.at(-1) ?? {}
		site().paystack.pay(reference)
		// Before and after anybody has told us of the money; the press may be as quick as a double tap.
		await rows('UPDATE payment_attempts SET created_at = created_at - 20000 WHERE reference = ?', reference)
		for (let time = 0; time < 2; time++) {
			const { location } = await pressPay(guest, checkout)
			const page = await guest.visit(location ?? '')
			expect(page.text).toContain('Booking Confirmed!')
		}
		expect(site().paystack.transactions).toHaveLength(started)
		expect(await effects(reference)).toEqual(bookedOnce)
	})

	test('authorization_url points elsewhere: refused, "Payment initialisation failed"', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		site().paystack.setBehaviour({ initialize: 'evil' })
		const { status, location, html } = await pressPay(guest, checkout)
		expect([status, location]).toEqual([503, null])
		expect(html).toContain('Payment initialisation failed')
		expect(html).not.toContain('evil.example')
	})
})

describe('webhooks', () => {
	test('x 76, shuffled, parallel: each payment has one outcome', async () => {
		const payments = [await paid(), await paid()]
		const bodies = payments.flatMap(({ reference }) =>
			Array.from({ length: 38 }, () => eventOf('charge.success', reference)),
		)
		const [shuffled = []] = fc.sample(fc.shuffledSubarray(bodies, { minLength: 76 }), { numRuns: 1 })
		const statuses = await Promise.all(shuffled.map(deliver))
		// A few may find the database busy: Paystack sends those again.
		expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
		for (const body of new Set(bodies)) expect(await deliver(body)).toBe(200)
		await worked()
		for (const { reference } of payments) expect(await effects(reference)).toEqual(bookedOnce)
	})

	test('valid webhook replayed a year later, whether we remember it or not: 200, nothing new', async () => {
		const { reference } = await paid()
		const body = eventOf('charge.success', reference)
		await deliver(body)
		await worked()
		const before = await effects(reference)
		expect(before).toEqual(bookedOnce)
		const year = String(365 * 24 * 3_600_000)
		await rows(
			`UPDATE webhook_events SET received_at = received_at - ?1, processed_at = processed_at - ?1,
				next_attempt_at = next_attempt_at - ?1 WHERE reference = ?2`,
			year,
			reference,
		)
		expect(await deliver(body)).toBe(200)
		await rows('DELETE FROM webhook_events WHERE reference = ?', reference)
		expect(await deliver(body)).toBe(200)
		await worked()
		expect(await effects(reference)).toEqual(before)
	})

	test('of a payment of the other mode: 200, and nothing is booked with it', async () => {
		const { reference } = await paid()
		site().paystack.setBehaviour({ verify: 'wrong-domain' })
		expect(await deliver(eventOf('charge.success', reference))).toBe(200)
		await expect.poll(() => site().worker.lines.join('\n')).toContain('wrong_mode')
		expect(await effects(reference)).toEqual(nothingYet)
		// Nobody's money is lost by it: the right answer counts.
		site().paystack.setBehaviour({ verify: 'answer' })
		await rows('UPDATE webhook_events SET next_attempt_at = 0 WHERE reference = ?', reference)
		await site().worker.scheduled()
		expect(await effects(reference)).toEqual(bookedOnce)
	})

	test('charge.failed after success, refund.processed, unknown event, in any order: the state only goes forward', async () => {
		const events = ['charge.success', 'charge.failed', 'refund.pending', 'refund.processed', 'moon.phase']
		const orders = fc.sample(fc.shuffledSubarray(events, { minLength: events.length }), {
			numRuns: isDeep ? 60 : 3,
			seed: 20261121,
		})
		for (const order of orders) {
			const { reference } = await paid()
			const seen: string[] = []
			for (const event of order) {
				expect(await deliver(eventOf(event, reference))).toBe(200)
				await worked()
				const { outcome } = await effects(reference)
				if (outcome !== null && seen.at(-1) !== outcome) seen.push(outcome)
			}
			const where = order.join(', ')
			// Paid is final; a refund of the dashboard is all that moves it.
			expect([['booked', 'refund'], ['refund']], where).toContainEqual(seen)
			const [refund] = await rows('SELECT status FROM refunds WHERE payment_reference = ?', reference)
			expect(refund?.status, where).toBe('processed')
			expect(await effects(reference), where).toMatchObject({
				payments: 1,
				visits: 1,
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
	['webhook forged, 10,000 mutations', 'unit/domain/payments/paystack-signature.test.ts', 'FORGED'],
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
		'worker/payments/catalogue.test.ts',
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
