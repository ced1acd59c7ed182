import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

async function openDevice(role: 'desk' | 'owner' = 'desk') {
	const shop = await addKioskShop(site())
	const kiosk = await addKiosk(site(), shop.id, role)
	const browser = openBrowserLikeClient(site().url)
	for (const { name, value } of kiosk.cookies) browser.cookies.set(name, value)
	return { shop, browser, ...kiosk }
}

const searchFor = (browser: Awaited<ReturnType<typeof openDevice>>['browser'], typed: string) =>
	browser.open(`/kiosk/search?${new URLSearchParams({ q: typed })}`)

describe.each(['desk', 'owner'] as const)('D65: the search of a %s', (role) => {
	test('leads to each visit of a customer, past and ahead, and to no other shop’s', async () => {
		const { shop, browser } = await openDevice(role)
		const other = await openDevice()
		const past = await addAppointment(site(), shop, { inMinutes: -3 * 24 * 60, firstName: 'Ọláwálé' })
		const ahead = await addAppointment(site(), shop, { inMinutes: 90, firstName: 'Ọláwálé' })
		const foreign = await addAppointment(site(), other.shop, { inMinutes: 90, firstName: 'Ọláwálé' })
		const page = await searchFor(browser, 'olawale')
		expect(page.status).toBe(200)
		const links = page.document.querySelectorAll('a[href^="/kiosk/visits/"]')
		expect(links.map((link) => link.getAttribute('href'))).toEqual([
			`/kiosk/visits/${ahead}`,
			`/kiosk/visits/${past}`,
		])
		for (const typed of ['olawale', ahead])
			expect((await searchFor(other.browser, typed)).html).not.toContain(`/kiosk/visits/${ahead}`)
		expect((await searchFor(other.browser, foreign)).html).toContain(`/kiosk/visits/${foreign}`)
		expect((await browser.follow(page, `a[href="/kiosk/visits/${past}"]`)).text).toContain('Ọláwálé Obi')
	})
})

describe('D65: the search', () => {
	test.each([
		['o', 'Type at least two letters of a name.'],
		['0803 12', 'Type at least seven digits of the phone number.'],
	])('says what is missing in %j, and keeps it', async (typed, words) => {
		const { browser } = await openDevice()
		const page = await searchFor(browser, typed)
		expect(page.status).toBe(400)
		expect(page.text).toContain(words)
		expect(page.document.querySelector('input[name=q]')?.getAttribute('value')).toBe(typed)
	})

	test('says so when it finds no one, whatever is typed', async () => {
		const { browser } = await openDevice()
		for (const typed of ['nobody', `"' OR 1=1 --`, 'NEAR(ab c)', '* ^ab', '\u202eab', 'ab@cd'])
			expect((await searchFor(browser, typed)).text).toContain('No one found')
		expect((await browser.open('/kiosk/search?q=ab&before=1.x&before=2')).status).toBe(200)
		expect((await browser.open('/kiosk/search')).text).toContain('Two letters of a name')
	})

	test('is refused after sixty in an hour, and keeps what was typed', async () => {
		const { browser, keyId } = await openDevice()
		await searchFor(browser, 'amaka')
		await site().database.change(
			`UPDATE rate_limits SET attempts = 60 WHERE kind = 'customer-search'
				AND subject = (SELECT secret_hash FROM access_keys WHERE id = ?)`,
			keyId,
		)
		const page = await searchFor(browser, 'amaka')
		expect(page.status).toBe(429)
		expect(page.text).toContain('Wait half a minute, then search again.')
		expect(page.document.querySelector('input[name=q]')?.getAttribute('value')).toBe('amaka')
	})

	test('leads a locked device to its PIN, and a closed one to the page that says so', async () => {
		const { browser, keyId } = await openDevice()
		await site().database.change(
			`UPDATE access_keys SET ended_at = ?, ending = 'revoked' WHERE id = ?`,
			Date.now() - DAY_MS + MINUTE_MS,
			keyId,
		)
		expect((await searchFor(browser, 'amaka')).url.pathname).toBe('/kiosk/closed')
		const locked = await openDevice()
		locked.browser.cookies.delete(locked.cookies[1]?.name ?? '')
		expect((await searchFor(locked.browser, 'amaka')).url.pathname).toBe('/kiosk/pin')
	})
})
