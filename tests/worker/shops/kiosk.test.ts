import { describe, expect, test } from 'vitest'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { hashPin } from '#app/http/kiosk-pin.server.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { exampleAddress, servedRoutes } from '#scripts/site/route-table.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { addAppointment, addKiosk, addKioskShop, newKioskLink, pin } from '#tests/support/kiosk-desk.ts'
import { openShopDevice } from '#tests/support/owner-device.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const olderKey = 'an older cookie key of this installation'
const kioskRoutes = (await servedRoutes()).filter(
	({ path }) => path.startsWith('/kiosk') && !/^\/kiosk\/(open|closed|pin)/.test(path),
)
const site = withTestSite({
	SUPPORT_CONTACT: 'help@wakati.example',
	COOKIE_KEYS: `${scratchCookieKey},${olderKey}`,
})

async function openDevice(shopId: string) {
	const kiosk = await addKiosk(site(), shopId)
	const browser = openBrowserLikeClient(site().url)
	for (const { name, value } of kiosk.cookies) browser.cookies.set(name, value)
	return { ...kiosk, browser }
}

const tap = (browser: BrowserLikeClient, reference: string, intent: string, act: string) =>
	browser.post(`/kiosk/visits/${reference}`, new URLSearchParams({ intent, act, back: '/kiosk' }))

const actsOf = (shopId: string, kind: string) =>
	site().database.count('SELECT count(*) FROM shop_acts WHERE shop_id = ? AND kind = ?', shopId, kind)

/** Each page of an unlocked device. */
const kioskPages = (reference: string) =>
	kioskRoutes
		.map(({ path }) => exampleAddress(path).replace('/some-id', `/${reference}`))
		.concat('/kiosk/search?q=Amaka')

describe('A kiosk', () => {
	test('finds no visit of another shop, and changes none', async () => {
		const [own, other] = [await addKioskShop(site()), await addKioskShop(site())]
		const reference = await addAppointment(site(), other, { inMinutes: -60 })
		const { browser } = await openDevice(own.id)
		expect((await browser.open(`/kiosk/visits/${reference}`)).status).toBe(404)
		expect((await browser.open(`/kiosk/visits/${reference}/cancel`)).status).toBe(404)
		expect((await tap(browser, reference, 'complete', 'one')).status).toBe(404)
		expect((await browser.open('/kiosk')).html).not.toContain(reference)
		expect(await actsOf(other.id, 'visit_completed')).toBe(0)
	})

	test('counts a double tap once, and says twice that it is done', async () => {
		const shop = await addKioskShop(site())
		const reference = await addAppointment(site(), shop, { inMinutes: -60 })
		const { browser } = await openDevice(shop.id)
		const taps = await Promise.all([1, 2, 3].map(() => tap(browser, reference, 'complete', 'same-page')))
		expect(taps.map(({ status }) => status)).toEqual([200, 200, 200])
		expect(await actsOf(shop.id, 'visit_completed')).toBe(1)
		const book = () =>
			browser.post(
				`/kiosk/walk-in?service=${shop.idOf('cut')}&staff=any`,
				new URLSearchParams({ act: `walk-in-of-${shop.id}` }),
			)
		await Promise.all([book(), book()])
		expect(await actsOf(shop.id, 'walk_in_booked')).toBe(1)
	})

	test('does something else that is asked on a page whose answer was lost, and finds nothing by the id of a page', async () => {
		const shop = await addKioskShop(site())
		const reference = await addAppointment(site(), shop, { inMinutes: 120 })
		const { browser } = await openDevice(shop.id)
		const handOverTo = (name: string) =>
			browser.post(
				`/kiosk/visits/${reference}`,
				new URLSearchParams({ intent: 'hand-over', act: 'kept-page', staff: shop.idOf(name) }),
			)
		for (const name of ['Bola', 'Ada']) expect((await handOverTo(name)).status).toBe(200)
		expect(await actsOf(shop.id, 'visit_handed_over')).toBe(2)
		const [appointment] = await site().database.rows(
			'SELECT staff_member_id, draft_id FROM appointments JOIN checkouts ON checkouts.id = checkout_id WHERE reference_number = ?',
			reference,
		)
		expect(appointment?.staff_member_id).toBe(shop.idOf('Ada'))
		const walkIn = (firstName: string, act = 'kept-page') =>
			browser.post(
				`/kiosk/walk-in?service=${shop.idOf('cut')}&staff=any`,
				new URLSearchParams({ act, firstName }),
			)
		expect((await walkIn('Efe')).text).toContain('Booked')
		expect((await walkIn('Efe')).text).toContain('Booked')
		expect((await walkIn('Ife', String(appointment?.draft_id))).text).not.toContain(reference)
		expect(await actsOf(shop.id, 'walk_in_booked')).toBe(2)
	})

	test('says who is free only for a visit of the day that it has read', async () => {
		const shop = await addKioskShop(site())
		const [today, tomorrow] = [
			await addAppointment(site(), shop, { inMinutes: 120 }),
			await addAppointment(site(), shop, { inMinutes: 24 * 60 + 120 }),
		]
		const { browser } = await openDevice(shop.id)
		const page = async (reference: string) => (await browser.open(`/kiosk/visits/${reference}`)).text
		expect(await page(today)).toContain('Free at this time')
		await addAppointment(site(), shop, { inMinutes: 110, staff: 'Bola' })
		expect(await page(today)).toContain('Busy at this time')
		expect(await page(tomorrow)).toContain('Bola')
		expect(await page(tomorrow)).not.toMatch(/(Free|Busy|Off) then/)
	})

	test('opens with a PIN that an older cookie key hashed, and hashes it anew', async () => {
		const shop = await addKioskShop(site())
		const { browser, keyId, secret } = await openDevice(shop.id)
		const caller = { secretHash: hashSecretToken(secret) }
		const ofOlderKey = hashPin([olderKey], caller, pin)
		await site().database.change('UPDATE access_keys SET pin_hash = ? WHERE id = ?', ofOlderKey, keyId)
		await browser.post('/kiosk/pin', new URLSearchParams({ pinSecret: pin }))
		const [key] = await site().database.rows('SELECT pin_hash FROM access_keys WHERE id = ?', keyId)
		expect(key?.pin_hash).toBe(hashPin([scratchCookieKey], caller, pin))
	})

	test('does nothing for the account that is signed in on it', async () => {
		const shop = await addKioskShop(site())
		const person = await addSignedInPerson(site().database, { at: Date.now() })
		const reference = await addAppointment(site(), shop, { inMinutes: -60, userId: person.userId })
		const { browser } = await openDevice(shop.id)
		browser.cookies.set('session', person.token)
		expect((await browser.open('/kiosk')).document.querySelectorAll('button[value=complete]')).toEqual([])
		expect((await browser.open(`/kiosk/visits/${reference}`)).text).toContain('Your own visit')
		const refused = await tap(browser, reference, 'complete', 'one')
		expect(refused.status).toBe(403)
		expect(refused.text).toContain('your account is signed in on this device')
	})

	test('is closed at once when its key is ended, and what it posts is not done', async () => {
		const shop = await addKioskShop(site())
		const reference = await addAppointment(site(), shop, { inMinutes: -60 })
		const { browser, keyId } = await openDevice(shop.id)
		await site().database.change(
			`UPDATE access_keys SET ended_at = ?, ending = 'revoked' WHERE id = ?`,
			String(Date.now()),
			keyId,
		)
		const refused = await tap(browser, reference, 'complete', 'one')
		expect([refused.status, refused.url.pathname]).toEqual([401, '/kiosk/closed'])
		expect(refused.text).toContain('help@wakati.example')
		expect(await actsOf(shop.id, 'visit_completed')).toBe(0)
		expect((await browser.open('/kiosk')).status).toBe(401)
	})

	test('that is locked does nothing, and judges five of twenty PINs that are tried at once', async () => {
		const shop = await addKioskShop(site())
		const reference = await addAppointment(site(), shop, { inMinutes: -60 })
		const { browser, keyId } = await openDevice(shop.id)
		browser.cookies.delete('touch')
		const answer = await tap(browser, reference, 'complete', 'one')
		expect(answer.url.pathname).toBe('/kiosk/pin')
		const tryPin = () => browser.post('/kiosk/pin', new URLSearchParams({ pinSecret: '9999' }))
		await Promise.all(Array.from({ length: 20 }, tryPin))
		const [key] = await site().database.rows('SELECT wrong_pins, ending FROM access_keys WHERE id = ?', keyId)
		expect(key).toEqual({ wrong_pins: 5, ending: 'wrong_pins' })
		await browser.post('/kiosk/pin', new URLSearchParams({ pinSecret: pin }))
		expect((await browser.open('/kiosk')).url.pathname).toBe('/kiosk/closed')
	})

	test('S40: that was locked by its button opens no page and does nothing for a copy of its cookies', async () => {
		const shop = await addKioskShop(site())
		const reference = await addAppointment(site(), shop, { inMinutes: -60 })
		const { browser } = await openShopDevice(site(), shop.id)
		const copy = openBrowserLikeClient(site().url)
		for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
		const locked = await browser.post('/kiosk/more', new URLSearchParams({ intent: 'lock' }))
		expect(locked.url.pathname).toBe('/kiosk/pin')
		const touch = copy.cookies.get('touch') ?? ''
		for (const path of kioskPages(reference)) {
			copy.cookies.set('touch', touch)
			expect((await copy.open(path)).url.pathname, path).toBe('/kiosk/pin')
		}
		copy.cookies.set('touch', touch)
		expect((await tap(copy, reference, 'complete', 'one')).url.pathname).toBe('/kiosk/pin')
		copy.cookies.set('touch', touch)
		const renamed = new URLSearchParams({ act: 'two', intent: 'invite', deviceName: 'Back desk' })
		expect((await copy.post('/kiosk/shop/devices', renamed)).text).toContain('Type your PIN')
		expect(await actsOf(shop.id, 'visit_completed')).toBe(0)
		await browser.post('/kiosk/pin', new URLSearchParams({ pinSecret: pin }))
		expect((await browser.open(`/kiosk/visits/${reference}`)).status).toBe(200)
		copy.cookies.set('touch', touch)
		expect((await copy.open('/kiosk')).url.pathname).toBe('/kiosk/pin')
	})

	test('is not touched by a list that looks again by itself', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id)
		const touched = async (path: string) => {
			const { headers } = await browser.send(new URL(path, site().url))
			return headers.getSetCookie().some((line) => line.startsWith('touch='))
		}
		expect(await touched('/kiosk')).toBe(true)
		expect(await touched('/kiosk/fresh')).toBe(false)
		expect(await touched('/kiosk?auto=1')).toBe(false)
	})
})

describe('A kiosk link', () => {
	test('opens one of many devices that post it at once', async () => {
		const shop = await addKioskShop(site())
		const token = await newKioskLink(site(), shop.id)
		const devices = await Promise.all(
			[1, 2, 3, 4].map(async () => {
				const browser = openBrowserLikeClient(site().url)
				await browser.open(`/kiosk/open?link=${token}`)
				return browser
			}),
		)
		const form = new URLSearchParams({ pinSecret: pin, pinSecretAgain: pin })
		const opened = await Promise.all(devices.map((browser) => browser.post('/kiosk/open', form)))
		expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410])
	})

	test('S37: that was invented writes nothing, however often one is tried', async () => {
		const limits = 'SELECT count(*) FROM rate_limits'
		const before = await site().database.count(limits)
		const browser = openBrowserLikeClient(site().url)
		for (let tried = 0; tried < 35; tried++) {
			const page = await browser.open(`/kiosk/open?link=${String(tried).padStart(43, 'x')}`)
			expect([page.status, page.text]).toEqual([404, expect.stringContaining('Ask for a new one')])
		}
		expect(await site().database.count(limits)).toBe(before)
	})

	test('changes nothing before it is posted, and opens nothing after its time', async () => {
		const shop = await addKioskShop(site())
		const browser = openBrowserLikeClient(site().url)
		await browser.open(`/kiosk/open?link=${await newKioskLink(site(), shop.id)}`)
		const keys = 'SELECT count(*) FROM access_keys WHERE shop_id = ?'
		expect(await site().database.count(keys, shop.id)).toBe(0)
		const now = Date.now() - 90_000_000
		const late = await newKioskLink(site(), shop.id, { now, expiresAt: now + 86_400_000 })
		const page = await browser.open(`/kiosk/open?link=${late}`)
		expect([page.status, page.text]).toEqual([410, expect.stringContaining('Ask for a new one')])
		expect((await browser.open('/kiosk/open?link=short')).status).toBe(404)
	})
})

test('neither log, page nor headers of a kiosk hold its key, its link or its PIN', async () => {
	const shop = await addKioskShop(site())
	const token = await newKioskLink(site(), shop.id)
	const reference = await addAppointment(site(), shop, { inMinutes: -60 })
	const browser = openBrowserLikeClient(site().url)
	const first = await browser.send(new URL(`/kiosk/open?link=${token}`, site().url))
	expect(first.headers.get('location')).toBe('/kiosk/open')
	expect(first.headers.get('referrer-policy')).toBe('same-origin')
	expect(first.headers.get('cache-control')).toBe('no-store')
	await browser.open(`/kiosk/open?link=${token}`)
	const longPin = '864213'
	const wrong = await browser.post(
		'/kiosk/open',
		new URLSearchParams({ pinSecret: longPin, pinSecretAgain: '1' }),
	)
	expect(wrong.status).toBe(400)
	const opened = await browser.post(
		'/kiosk/open',
		new URLSearchParams({ pinSecret: longPin, pinSecretAgain: longPin }),
	)
	const secret = browser.cookies.get('kiosk') ?? ''
	expect(secret).toHaveLength(43)
	const pages = [wrong, opened]
	for (const path of ['/kiosk', `/kiosk/visits/${reference}`, '/kiosk/scan', '/kiosk/more', '/kiosk/pin'])
		pages.push(await browser.open(path))
	for (const { html, url, headers } of pages) {
		for (const hidden of [secret, token, longPin]) {
			expect(html).not.toContain(hidden)
			expect(url.href).not.toContain(hidden)
		}
		expect(headers.get('cache-control')).toBe('no-store')
		expect(html).toContain('content="noindex"')
	}
	expect(pages[4]?.headers.get('permissions-policy')).toContain('camera=(self)')
	expect(pages[2]?.headers.get('permissions-policy')).toContain('camera=()')
	const log = site().worker.lines.join('\n')
	for (const hidden of [secret, token, longPin, reference, 'Amaka']) expect(log).not.toContain(hidden)
	const stored = await site().database.rows(
		'SELECT secret_hash, pin_hash FROM access_keys WHERE shop_id = ?',
		shop.id,
	)
	expect(JSON.stringify(stored)).not.toContain(secret)
})
