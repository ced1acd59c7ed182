import { expect, test } from 'vitest'
import { type Guest, openGuest, stepForm, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
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

function cookieOf(guest: Guest): string {
	return [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

test('100 requests at once through one isolate: everybody sees their own details, or is told to come again', async () => {
	const guests: Guest[] = []
	for (let i = 0; i < GUESTS; i++) guests.push(await atCheckoutWithTheirDetails())
	const emails = guests.map((guest) => String(guest.details.email))
	const asked = Array.from({ length: REQUESTS_EACH }, () => guests).flat()
	const pages = await Promise.all(
		asked.map(async (guest) => ({ guest, page: await guest.open('/booking/checkout') })),
	)
	for (const { guest, page: first } of pages) {
		// A read that met its deadline on a busy machine says so, shows no customer's data, and recovers by itself.
		expect([200, 503]).toContain(first.status)
		expect(emails.filter((email) => email !== guest.details.email && first.html.includes(email))).toEqual([])
		const page = first.status === 503 ? await guest.open('/booking/checkout') : first
		expect(page.status).toBe(200)
		const shown = emails.filter((email) => page.html.includes(`"${email}"`))
		expect(shown).toEqual([guest.details.email])
	}
})

test('requests that are given up half-way leave the isolate as good as new', async () => {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	const cookie = cookieOf(guest)
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

test('W6: posts at once wait for their turn: one write is with the database at a time, and all are saved', async () => {
	const pages: { guest: Guest; page: LoadedPage }[] = []
	const guests = Array.from({ length: GUESTS }, () => openGuest(site().url))
	for (const guest of guests) pages.push({ guest, page: await walkTo(guest, 'checkout') })
	let writing = 0
	let mostWriting = 0
	site().proxy.watch({
		before: ({ isWrite }) => {
			if (isWrite) mostWriting = Math.max(mostWriting, ++writing)
		},
		after: ({ isWrite }) => {
			if (isWrite) writing -= 1
		},
	})
	// Some give up while they wait: their turn passes to the next.
	const leaving = new AbortController()
	const givenUp = pages.slice(0, 5).map(({ guest }) =>
		fetch(`${site().url}/booking/checkout`, {
			method: 'POST',
			body: new URLSearchParams({ intent: 'promo', promoCode: 'WELCOME10' }),
			headers: { cookie: cookieOf(guest), origin: site().url },
			signal: leaving.signal,
		}).catch(() => {}),
	)
	const saved = pages.map(({ guest, page }) => guest.submit(page, stepForm, guest.details))
	leaving.abort()
	await Promise.all(givenUp)
	const answers = await Promise.all(saved)
	site().proxy.heal()
	// On a slow machine some are told to come again, and then are saved.
	for (const [i, { guest, page }] of pages.entries()) {
		const status = answers[i]?.status
		expect([200, 503]).toContain(status)
		if (status === 503) expect((await guest.submit(page, stepForm, guest.details)).status).toBe(200)
	}
	expect(mostWriting).toBe(1)
})

test('W6: a post whose turn does not come is told so, with when to come again, and nothing was changed', async () => {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	const other = openGuest(site().url)
	const page = await walkTo(other, 'checkout')
	site().proxy.inject({ kind: 'hang', writesOnly: true })
	const hanging = other.submit(page, stepForm, other.details)
	await expect
		.poll(() => site().proxy.trips.some(({ fault }) => fault === 'hang'), { timeout: 3_000 })
		.toBe(true)
	const refused = await takeStep(guest, 'checkout', checkout)
	expect(refused.status).toBe(503)
	expect(refused.text).toContain('Nothing was changed. Please try again in a moment.')
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	site().proxy.heal()
	await hanging
	expect((await takeStep(guest, 'checkout', refused)).text).toContain('Booking Confirmed!')
})
