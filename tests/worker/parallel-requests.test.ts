import { expect, test } from 'vitest'
import { type Guest, openGuest, takeStep, walkTo } from '#tests/support/guest-journey.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const GUESTS = 20
const REQUESTS_EACH = 5

async function atCheckoutWithTheirDetails(): Promise<Guest> {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	// Saved, and shown again by every look at checkout.
	await guest.submit(checkout, 'form[method="post"]', guest.details)
	return guest
}

test('100 requests at once through one isolate: everybody sees their own details, nobody waits for ever', async () => {
	const guests: Guest[] = []
	for (let i = 0; i < GUESTS; i++) guests.push(await atCheckoutWithTheirDetails())
	const emails = guests.map((guest) => String(guest.details.email))
	const asked = Array.from({ length: REQUESTS_EACH }, () => guests).flat()
	const startedAt = performance.now()
	const pages = await Promise.all(
		asked.map(async (guest) => ({ guest, page: await guest.visit('/booking/checkout') })),
	)
	expect(performance.now() - startedAt).toBeLessThan(10_000)
	for (const { guest, page } of pages) {
		expect(page.status).toBe(200)
		const shown = emails.filter((email) => page.html.includes(`"${email}"`))
		expect(shown).toEqual([guest.details.email])
	}
})

test('requests that are given up half-way leave the isolate as good as new', async () => {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	site().proxy.inject({ kind: 'delay', delayMs: 200 })
	const givenUp = Array.from({ length: 30 }, async (_, i) => {
		const leaving = new AbortController()
		const asked = fetch(`${site().url}/booking/${i % 2 ? 'checkout' : 'time-selection'}`, {
			headers: { cookie },
			signal: leaving.signal,
		})
		leaving.abort()
		await asked.catch(() => {})
	})
	await Promise.all(givenUp)
	site().proxy.heal()
	const booked = await takeStep(guest, 'checkout', checkout)
	expect(booked.text).toContain('Booking Confirmed!')
})
