import { expect, test } from 'vitest'
import { type Guest, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { comeBack, goToPaystack, pressPay } from '#scripts/site/browser-payer.ts'
import { bookedOnce, effectsOf } from '#tests/support/payment-effects.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

const site = withPaymentSite({ MAIL_API_KEY: undefined })
const times = <Value>(count: number, itemOf: (i: number) => Value) =>
	Array.from({ length: count }, (_, i) => itemOf(i))

/** Presses Pay, and again when it is busy or the line breaks, as people do. Gives where it leads. */
async function pressed(guest: Guest, checkout: LoadedPage): Promise<string> {
	for (let presses = 0; presses < 300; presses++) {
		const answer = await unlessLineBreaks(pressPay(guest, checkout))
		if (answer === null) continue
		if (answer.location !== null) return answer.location
		// 502 is Paystack, 503 is us, 429 says that a few writes of this network wait already (S31).
		expect([429, 502, 503]).toContain(answer.status)
	}
	throw new Error('still busy')
}

/** Null where a crowded machine closes the line. */
async function unlessLineBreaks<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
	try {
		return await asked
	} catch (error) {
		if (error instanceof TypeError) return null
		throw error
	}
}

/** Sooner than Paystack is given up. */
const PRESSED_CALMLY_MS = 6_000

async function attemptStatus(paymentReference: string): Promise<unknown> {
	const [attempt] = await site().database.rows(
		'SELECT status FROM payment_attempts WHERE payment_reference = ?',
		paymentReference,
	)
	return attempt?.status
}

test('Pay pressed 20 times at once: one payment is started, and all are led to its page', async () => {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	const before = site().paystack.transactions.length
	const startedAt = Date.now()
	const pages = await Promise.all(times(20, () => pressed(guest, checkout)))
	const started = site().paystack.transactions.slice(before)
	const urls = started.map(({ authorizationUrl }) => authorizationUrl)
	expect(urls).toEqual(expect.arrayContaining(pages))
	// On a crowded machine an answer is lost, or so late that its attempt is given up for another one.
	// Where both are paid, one is refunded: only one is not replaced.
	const statuses = await Promise.all(started.map(({ reference }) => attemptStatus(reference)))
	expect(statuses.filter((status) => status !== 'replaced')).toHaveLength(1)
	if (Date.now() - startedAt < PRESSED_CALMLY_MS) expect(new Set(pages).size).toBe(1)
})

test('10 guests press Pay twice each, at once: everybody is led to a page of their own', async () => {
	const guests: { guest: Guest; checkout: LoadedPage }[] = []
	for (let i = 0; i < 10; i++) {
		const guest = openGuest(site().url)
		guests.push({ guest, checkout: await walkTo(guest, 'checkout') })
	}
	const pages = await Promise.all(
		times(20, async (i) => {
			const one = guests[i % guests.length]
			if (!one) throw new Error('there are guests')
			return { email: one.guest.details.email, page: await pressed(one.guest, one.checkout) }
		}),
	)
	for (const { email, page } of pages) {
		const transaction = site().paystack.transactions.find(({ authorizationUrl }) => authorizationUrl === page)
		expect(transaction?.email).toBe(email)
	}
	expect(new Set(pages.map(({ page }) => page)).size).toBe(guests.length)
})

test('coming back from paying 50 times at once, with webhooks five at a time: one visit', async () => {
	const paying = await goToPaystack(site())
	site().paystack.setBehaviour({ webhooks: 'double' })
	site().paystack.pay(paying.paymentReference)
	const pages = await Promise.all(times(50, () => comeBack(paying.guest, paying)))
	for (const page of pages)
		expect(page.text, page.text.slice(0, 200)).toMatch(
			/Booking Confirmed!|Confirming your payment|try again/i,
		)
	expect((await comeBack(paying.guest, paying)).text).toContain('Booking Confirmed!')
	await site().paystack.settled()
	expect(await effectsOf(site(), paying.paymentReference)).toEqual(bookedOnce)
})
