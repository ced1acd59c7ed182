import { expect, test } from 'vitest'
import { signMemberCode } from '#app/domain/identity/member-code.server.ts'
import { shownMemberToken } from '#app/http/kiosk-member.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { addAppointment, addKiosk, addKioskShop, addReward } from '#tests/support/kiosk-desk.ts'
import { addOrder, addPlan } from '#tests/support/session-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

/** A kiosk, and a customer of its shop with an account. */
async function openDevice() {
	const { database } = site()
	const shop = await addKioskShop(site())
	const { userId } = await addSignedInPerson(database, {
		at: Date.now(),
		firstName: 'Ngozi',
		isVerified: true,
	})
	const { cookies } = await addKiosk(site(), shop.id)
	const browser = openBrowserLikeClient(site().url)
	for (const { name, value } of cookies) browser.cookies.set(name, value)
	const enter = async (code: string) =>
		browser.submit(await browser.open('/kiosk/scan'), 'form.form', { code })
	return { shop, userId, browser, enter }
}

test('D61: without a visit today the refusal leads to a walk-in of that customer, which the reward is then for', async () => {
	const { shop, userId, browser, enter } = await openDevice()
	const code = await addReward(site(), shop, userId)
	const refused = await enter(code)
	expect(refused.status).toBe(409)
	expect(refused.text).toContain('Book them in first')
	const services = await browser.follow(refused, '[role=alert] a')
	expect(services.text).toContain('For Ngozi')
	const people = await browser.follow(services, '.choices a')
	const book = await browser.follow(people, '.choices a')
	const booked = await browser.submit(book, 'form.form')
	expect(booked.text).toContain('Booked')
	const found = await enter(code)
	expect(found.text).toContain('Instead of ₦5,000')
	const used = await browser.submit(found, '.notice form')
	expect(used.text).toContain('New total: ₦4,500')
	const again = await enter(code)
	expect(again.text).toContain('This reward is in use for a booking')
	expect((await browser.follow(again, '[role=alert] a')).url.pathname).toMatch(/^\/kiosk\/visits\//)
})

test('D61: a reward that is for no visit of today offers no button that would be refused, and leads to the visit', async () => {
	const { shop, userId, browser, enter } = await openDevice()
	const code = await addReward(site(), shop, userId)
	const reference = await addAppointment(site(), shop, { inMinutes: -60, userId })
	const appointment = await browser.open(`/kiosk/visits/${reference}`)
	await browser.submit(appointment, 'form:has([value=complete])', {}, { button: '[value=complete]' })
	const found = await enter(code)
	expect(found.text).toContain('already closed')
	expect(found.document.querySelectorAll('button[value=use]')).toEqual([])
	expect((await browser.follow(found, '.notice form a')).url.pathname).toBe(`/kiosk/visits/${reference}`)
})

test('D62: an order’s number shows what to collect, and one press starts the plan once', async () => {
	const { shop, userId, browser, enter } = await openDevice()
	const planId = await addPlan(site().database, shop.id)
	const order = await addOrder(site().database, planId, userId, { now: Date.now() })
	const found = await enter(order)
	expect(found.text).toContain('To collect:₦10,000')
	const started = await browser.submit(found, '.notice form')
	expect(started.text).toContain('Plan started')
	expect((await browser.submit(found, '.notice form')).text).toContain('Already')
	expect((await enter(order)).text).toContain('This plan has already been started')
	const plans = 'SELECT count(*) FROM subscriptions WHERE user_id = ?'
	expect(await site().database.count(plans, userId)).toBe(1)
})

test('D50: no address of a scanned customer’s walk-in says a name or an account', async () => {
	const { shop, userId, enter, browser } = await openDevice()
	const { token } = await signMemberCode([scratchCookieKey], { userId, shopId: shop.id }, Date.now())
	const services = await enter(token)
	expect(services.text).toContain('For Ngozi Obi.')
	const people = await browser.follow(services, '.choices a')
	const book = await browser.follow(people, '.choices a')
	const refused = await enter(await addReward(site(), shop, userId))
	const pages = [services, people, book, refused]
	const links = pages.flatMap(({ document }) =>
		document.querySelectorAll('a[href*="for="]').map((link) => link.getAttribute('href') ?? ''),
	)
	expect(links.length).toBeGreaterThan(4)
	for (const address of [...pages.map(({ url }) => url.href), ...links]) {
		const readable = address
			.split(/[?&=.]/)
			.flatMap((part) => [part, Buffer.from(part, 'base64url').toString()])
		for (const hidden of ['Ngozi', 'Obi', userId]) expect(readable.join('\n')).not.toContain(hidden)
	}
})

type Forged = { at?: number; shopId?: string; key?: string; alter?: (token: string) => string }

test.each<[string, Forged]>([
	['that ended', { at: -16 * MINUTE_MS }],
	['of another kiosk’s shop', { shopId: 'another-shop' }],
	['of no key of ours', { key: 'a cookie key of another installation' }],
	['that was altered', { alter: (token: string) => `${token.slice(0, -9)}AAAA${token.slice(-5)}` }],
])(
	'D50: a walk-in for a customer by an address %s books nothing and leads to the scan',
	async (_, forged) => {
		const { shop, userId, browser } = await openDevice()
		const { at = 0, shopId = shop.id, key = scratchCookieKey, alter = (token: string) => token } = forged
		const shown = { userId, name: 'Ngozi Obi' }
		const token = alter(await shownMemberToken([key], shown, { shopId, now: Date.now() + at }))
		const address = `/kiosk/walk-in?service=${shop.idOf('cut')}&staff=any&for=${token}`
		const page = await browser.open(address)
		expect([page.status, page.text.includes('Ngozi')]).toEqual([200, false])
		const refused = await browser.submit(page, 'form.form')
		expect(refused.status).toBe(409)
		expect(refused.text).toContain('Scan the code again')
		expect(refused.text).toContain('It wasn’t scanned here in the last fifteen minutes.')
		expect((await browser.follow(refused, '[role=alert] a')).url.pathname).toBe('/kiosk/scan')
		const booked = 'SELECT count(*) FROM shop_acts WHERE shop_id = ?'
		expect(await site().database.count(booked, shop.id)).toBe(0)
	},
)
