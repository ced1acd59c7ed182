import { expect, test } from 'vitest'
import { signErasureLink } from '#app/flows/account/erase-customer.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { gzipBytes, KB } from '#scripts/bench/weight.ts'
import { openGuest, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

// Without mail, whose deliveries would be counted with the page's own trips.
const site = withTestSite({ MAIL_API_KEY: undefined })
const form = 'main form[method="post"]'
const alertOf = (page: LoadedPage) => page.document.querySelector('[role="alert"]')
const tabsOf = (page: LoadedPage) =>
	page.document.querySelectorAll('nav a').map((link) => link.getAttribute('href'))

/** A guest with a visit ahead, and the link that is mailed to them. */
async function bookedGuest(madeAt = Date.now()) {
	const guest = openGuest(site().url)
	const booked = await takeStep(guest, 'checkout', await walkTo(guest, 'checkout'))
	const link = `/privacy/erase?token=${await signErasureLink([scratchCookieKey], guest.details.email, madeAt)}`
	const cancel = () => guest.post(booked.url.pathname + booked.url.search, 'intent=cancel')
	const kept = () =>
		site().database.count('SELECT count(*) FROM checkouts WHERE email = ?', guest.details.email)
	return { guest, link, cancel, kept }
}

test('S32: a guest asks for the link, and every address reads the same answer', async () => {
	const { guest } = await bookedGuest()
	const page = await guest.open('/privacy/erase')
	expect(tabsOf(page)).toContain('/discover')
	const wrong = await guest.submit(page, form, { email: 'ngozi@' })
	expect([wrong.status, alertOf(wrong)?.text]).toEqual([400, expect.stringContaining('Please check this')])
	const [known, unknown] = [
		await guest.submit(page, form, { email: guest.details.email }),
		await openGuest(site().url).post('/privacy/erase', 'intent=send&email=nobody%40example.com'),
	]
	expect(known.text).toContain('Check Your Email')
	expect(unknown.text).toBe(known.text)
	expect(
		await site().database.rows(`SELECT recipient_email AS email FROM outbox WHERE kind = 'erasure_link'`),
	).toEqual([{ email: guest.details.email }])
})

test('S32: its link asks before it erases, waits while a visit is ahead, and then erases once', async () => {
	const { guest, link, cancel, kept } = await bookedGuest()
	const { value: page, trips } = await site().proxy.during(() => guest.open(link))
	expect([page.status, page.text]).toEqual([200, expect.stringContaining('This cannot be undone.')])
	expect(page.headers.get('cache-control')).toBe('no-store')
	expect(page.document.querySelector('meta[name="robots"]')?.getAttribute('content')).toContain('noindex')
	expect(trips).toHaveLength(0)
	expect(gzipBytes(page.html)).toBeLessThanOrEqual(10 * KB)
	expect(tabsOf(page)).toContain('/discover')
	expect(await kept()).toBe(1)

	const waits = await guest.submit(page, form)
	expect([waits.status, alertOf(waits)?.text]).toEqual([
		409,
		expect.stringContaining('You have an upcoming visit'),
	])
	expect(alertOf(waits)?.querySelector('a')?.getAttribute('href')).toBe('/booking/find')
	expect(await kept()).toBe(1)
	await cancel()
	const erased = await guest.submit(page, form)
	expect([erased.status, erased.text]).toEqual([200, expect.stringContaining('Your details are erased')])
	expect(await kept()).toBe(0)
})

test('S32: a link that is old or was altered erases nothing, and leads to a new one', async () => {
	const { guest, link, kept } = await bookedGuest(Date.now() - 4 * DAY_MS)
	for (const path of [link, `${link}x`, '/privacy/erase?token=x']) {
		const page = await guest.open(path)
		expect(alertOf(page)?.text).toContain('This link no longer works')
		expect(page.document.querySelector('input[name="email"]')).not.toBeNull()
		const token = new URL(path, site().url).searchParams.get('token') ?? ''
		expect((await guest.post(path, new URLSearchParams({ intent: 'erase', token }))).status).toBe(422)
	}
	expect(await kept()).toBe(1)
})

test('S32: who gave no e-mail reads whom to ask', async () => {
	const page = await openGuest(site().url).open('/privacy')
	expect(page.text).toContain('Gave no email?')
	expect(page.document.querySelector('main a[href="/privacy/erase"]')).not.toBeNull()
})
