import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { servedRoutes } from '#scripts/site/route-table.ts'
import { addAppointment, addKioskShop, pin, type TestDevice } from '#tests/support/kiosk-desk.ts'
import { openShopDevice, ownerForm } from '#tests/support/owner-device.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

const openDevice = (shopId: string, role: TestDevice = 'owner') => openShopDevice(site(), shopId, role)

const path = (shop: SmallShop) => `/kiosk/shop/services/${shop.idOf('cut')}`

async function serviceOf(shop: SmallShop) {
	const [row] = await site().database.rows(
		'SELECT name, price_kobo, is_enabled FROM services WHERE id = ?',
		shop.idOf('cut'),
	)
	return row
}

/** Every page of the owner, from the table of routes. */
const ownerPages = (await servedRoutes()).filter(({ path: route }) => /^\/kiosk\/shop(\/|$)/.test(route))

/** What makes one more of each. */
const postsOf: Record<string, Record<string, string>> = {
	devices: { intent: 'invite', deviceName: 'Back desk' },
	keys: { intent: 'make', keyName: 'Website', scope: 'catalogue:read' },
	feeds: { intent: 'add', of: 'shop' },
}

describe('The owner’s pages', () => {
	test('are never shown on a desk’s device, and take no post of it', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id, 'desk')
		const ofOwner = await openDevice(shop.id)
		const form = await ownerForm(ofOwner.browser, path(shop), { price: '1' })
		expect(ownerPages.length).toBeGreaterThanOrEqual(20)
		for (const { path: route, takesPosts } of ownerPages) {
			const address = route.replace(/:\w+/, shop.idOf('cut'))
			const answers = [
				await browser.open(address),
				...(takesPosts ? [await browser.post(address, form)] : []),
			]
			for (const answer of answers)
				expect([address, answer.url.pathname, answer.text.includes('For the owner')]).toEqual([
					address,
					'/kiosk',
					true,
				])
		}
		expect((await serviceOf(shop))?.price_kobo).toBe(500_000)
		expect((await browser.open('/kiosk/more')).text).not.toContain('Your shop')
		expect((await ofOwner.browser.open('/kiosk/more')).text).toContain('Your shop')
	})

	test('show and change nothing of another shop', async () => {
		const [own, other] = [await addKioskShop(site()), await addKioskShop(site())]
		const { browser } = await openDevice(own.id)
		expect((await browser.open(path(other))).status).toBe(404)
		const form = await ownerForm(browser, path(own), { price: '1' })
		const refused = await browser.post(path(other), form)
		expect(refused.status).toBe(404)
		expect((await serviceOf(other))?.price_kobo).toBe(500_000)
		const stranger = await openDevice(other.id)
		const devices = await ownerForm(browser, '/kiosk/shop/devices', { intent: 'end', key: stranger.keyId })
		expect((await browser.post('/kiosk/shop/devices', devices)).status).toBe(404)
		expect((await stranger.browser.open('/kiosk')).status).toBe(200)
	})

	test('ask for the PIN after ten minutes: a post keeps what was typed, and is done with the PIN', async () => {
		const shop = await addKioskShop(site())
		const { browser, usedBefore } = await openDevice(shop.id)
		for (const idle of [
			{ day: 0, owner: 11 },
			{ day: 11, owner: 11 },
		]) {
			const price = String(6_000 + idle.day)
			const form = await ownerForm(browser, path(shop), { price })
			usedBefore(idle)
			expect((await browser.open(path(shop))).url.pathname).toBe('/kiosk/pin')
			const asked = await browser.post(path(shop), form)
			expect([asked.status, asked.text.includes('Type your PIN.')]).toEqual([401, true])
			// What it asks for is all that it shows: the page that was posted to is behind the PIN.
			expect(asked.document.querySelector('[name=price]')?.getAttribute('type')).toBe('hidden')
			const again = new URLSearchParams()
			for (const field of asked.document.querySelectorAll('[type=hidden]'))
				again.append(field.getAttribute('name') ?? '', field.getAttribute('value') ?? '')
			again.set('pinSecret', '9753')
			const wrong = await browser.post(path(shop), again)
			expect([wrong.status, wrong.text.includes('Wrong PIN.')]).toEqual([422, true])
			expect(wrong.html).not.toContain('9753')
			again.set('pinSecret', pin)
			expect((await browser.post(path(shop), again)).url.pathname).toBe('/kiosk/shop/services')
			expect((await serviceOf(shop))?.price_kobo).toBe(Number(price) * 100)
		}
	})

	test.each(['devices', 'keys', 'feeds'])(
		'S42: of %s ask a post for the PIN ten minutes after it was typed, though the pages were used since',
		async (name) => {
			const shop = await addKioskShop(site())
			const { browser, usedBefore } = await openDevice(shop.id)
			const page = `/kiosk/shop/${name}`
			const form = await ownerForm(browser, page, postsOf[name])
			const made = () => site().database.count('SELECT count(*) FROM shop_acts WHERE shop_id = ?', shop.id)
			const before = await made()
			usedBefore({ day: 0, owner: 1, pin: 11 })
			expect((await browser.open(page)).url.pathname).toBe(page)
			usedBefore({ day: 0, owner: 1, pin: 11 })
			const asked = await browser.post(page, form)
			expect([asked.status, asked.text]).toEqual([401, expect.stringContaining('after it was typed')])
			expect(await made()).toBe(before)
			form.set('pinSecret', pin)
			expect((await browser.post(page, form)).status).toBe(200)
			expect(await made()).toBe(before + 1)
			// The PIN counts for ten minutes more.
			form.delete('pinSecret')
			form.set('act', 'another')
			expect((await browser.post(page, form)).status).toBe(200)
		},
	)

	test('lock after five wrong PINs, of twenty at once too, and the day goes on', async () => {
		const shop = await addKioskShop(site())
		const { browser, keyId, usedBefore } = await openDevice(shop.id)
		const form = await ownerForm(browser, path(shop), { price: '1', pinSecret: '9753' })
		usedBefore({ day: 0, owner: 11 })
		await Promise.all(Array.from({ length: 20 }, () => browser.post(path(shop), form)))
		const [key] = await site().database.rows(
			'SELECT wrong_pins, wrong_owner_pins, ended_at FROM access_keys WHERE id = ?',
			keyId,
		)
		expect(key).toEqual({ wrong_pins: 0, wrong_owner_pins: 5, ended_at: null })
		form.set('pinSecret', pin)
		for (const page of [await browser.post(path(shop), form), await browser.open('/kiosk/shop')]) {
			expect([page.status, page.url.pathname]).toEqual([403, '/kiosk/pin'])
			expect(page.text).toContain('The owner’s pages are locked.')
		}
		expect((await browser.open('/kiosk')).status).toBe(200)
		// The right PIN of a locked device opens the day alone.
		usedBefore({ day: 11, owner: 11 })
		expect((await browser.open('/kiosk')).url.pathname).toBe('/kiosk/pin')
		await browser.post('/kiosk/pin', new URLSearchParams({ pinSecret: pin }))
		expect((await browser.open('/kiosk')).url.pathname).toBe('/kiosk')
		expect((await browser.open('/kiosk/shop')).url.pathname).toBe('/kiosk/pin')
		expect((await serviceOf(shop))?.price_kobo).toBe(500_000)
	})
})

describe('A service of the shop', () => {
	test('that two devices change: the second is told what the first changed, and loses nothing', async () => {
		const shop = await addKioskShop(site())
		const [one, two] = [await openDevice(shop.id), await openDevice(shop.id)]
		const ofTwo = await ownerForm(two.browser, path(shop), { name: 'Haircut' })
		await one.browser.post(path(shop), await ownerForm(one.browser, path(shop), { price: '6,500' }))
		const refused = await two.browser.post(path(shop), ofTwo)
		expect(refused.status).toBe(409)
		expect(refused.text).toContain('Price is now ₦6,500')
		expect(refused.document.querySelector('#name')?.getAttribute('value')).toBe('Haircut')
		expect(await serviceOf(shop)).toMatchObject({ name: 'cut', price_kobo: 650_000 })
		const seen = refused.document.querySelector('[name=seen]')?.getAttribute('value') ?? ''
		ofTwo.set('seen', seen)
		ofTwo.set('price', '6500')
		expect((await two.browser.post(path(shop), ofTwo)).url.pathname).toBe('/kiosk/shop/services')
		expect(await serviceOf(shop)).toMatchObject({ name: 'Haircut', price_kobo: 650_000 })
	})

	test('R51: longer than anybody who offers it works says so on its page', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id)
		const words = 'no one who offers it works that long without a break'
		expect((await browser.open(path(shop))).text).not.toContain(words)
		await site().database.change(
			`UPDATE staff_schedules SET start_minute = 540, end_minute = 600
				WHERE staff_member_id IN (SELECT id FROM staff_members WHERE shop_id = ?)`,
			shop.id,
		)
		await site().database.change('UPDATE services SET duration_minutes = 90 WHERE shop_id = ?', shop.id)
		expect((await browser.open(path(shop))).text).toContain(`It takes 1 h 30 min, and ${words}.`)
	})

	test('that is booked ahead is switched off only where its visits are kept; each is listed with its way', async () => {
		const shop = await addKioskShop(site())
		const reference = await addAppointment(site(), shop, { inMinutes: 24 * 60 })
		const { browser } = await openDevice(shop.id)
		const form = await ownerForm(browser, path(shop))
		form.delete('isEnabled')
		const refused = await browser.post(path(shop), form)
		expect(refused.status).toBe(409)
		const way = refused.document.querySelector(`a[href="/kiosk/visits/${reference}"]`)?.getAttribute('href')
		expect((await browser.open(way ?? '')).status).toBe(200)
		expect((await serviceOf(shop))?.is_enabled).toBe(1)
		form.set('keep', '1')
		await browser.post(path(shop), form)
		expect((await serviceOf(shop))?.is_enabled).toBe(0)
	})

	test('is made once by a double tap, and written down as the owner’s', async () => {
		const shop = await addKioskShop(site())
		const { browser, keyId } = await openDevice(shop.id)
		for (const [page, table] of [
			['/kiosk/shop/services/new', 'services'],
			['/kiosk/shop/add-ons/new', 'add_ons'],
		] as const) {
			const form = await ownerForm(browser, page, {
				name: 'Beard trim',
				price: '2k',
				durationMinutes: '20',
				...(table === 'services' && { categoryId: 'hair-beauty' }),
			})
			await Promise.all([1, 2, 3].map(() => browser.post(page, form)))
			const made = `SELECT price_kobo FROM ${table} WHERE shop_id = ? AND name = 'Beard trim'`
			expect(await site().database.rows(made, shop.id)).toEqual([{ price_kobo: 200_000 }])
		}
		const acts = await site().database.rows('SELECT kind, summary FROM shop_acts WHERE key_id = ?', keyId)
		expect(acts).toEqual([
			{ kind: 'service_changed', summary: 'New service: Beard trim' },
			{ kind: 'add_on_changed', summary: 'New add-on: Beard trim' },
		])
	})

	test('with wrong fields is not saved: each is named, and what was typed is kept', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id)
		const typed = {
			name: '',
			price: 'a lot',
			durationMinutes: '900',
			bufferMinutes: '-1',
			categoryId: 'none',
		}
		const refused = await browser.post(path(shop), await ownerForm(browser, path(shop), typed))
		expect(refused.status).toBe(400)
		for (const words of [
			'Type a name',
			'Choose a category',
			'Type the price in naira, such as 5,000',
			'Minutes must be a whole number from 5 to 720',
			'Minutes afterwards must be a whole number from 0 to 240',
		])
			expect(refused.text).toContain(words)
		expect(refused.document.querySelector('#price')?.getAttribute('value')).toBe('a lot')
	})
})

describe('Hours and closed days', () => {
	const hoursPage = '/kiosk/shop/hours'
	const hoursOf = (shopId: string) =>
		site().database.rows(
			'SELECT day_of_week, opens_minute, closes_minute FROM shop_hours WHERE shop_id = ? ORDER BY 1',
			shopId,
		)
	/** The page has several forms: this is the one of its week, or what another one sends. */
	async function weekForm(browser: BrowserLikeClient, typed: Record<string, string>) {
		const form = await ownerForm(browser, hoursPage, { intent: 'week', ...typed })
		for (const name of ['openDate', 'closedDate', 'closedReason']) form.delete(name)
		return form
	}

	test('are saved as a whole: a day without times is closed, and 12:00 AM is midnight', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id)
		const form = await weekForm(browser, { opens1: '09:00', closes1: '18:30', opens2: '', closes2: '' })
		expect((await browser.post(hoursPage, form)).text).toContain('Hours saved')
		const [monday, wednesday] = await hoursOf(shop.id)
		expect(monday).toEqual({ day_of_week: 1, opens_minute: 540, closes_minute: 1110 })
		expect(wednesday).toEqual({ day_of_week: 3, opens_minute: 0, closes_minute: 1440 })
	})

	test('that make no sense are named by their day', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id)
		const before = await hoursOf(shop.id)
		const refused = await browser.post(
			hoursPage,
			await weekForm(browser, {
				opens1: '18:00',
				closes1: '09:00',
				opens2: '',
				opens3: '09:00',
				closes3: '',
			}),
		)
		expect(refused.status).toBe(400)
		for (const words of [
			'Monday: you close before you open.',
			'Tuesday: when do you open?',
			'Wednesday: when do you close?',
		])
			expect(refused.text).toContain(words)
		expect(refused.document.querySelector('#opens1')?.getAttribute('value')).toBe('18:00')
		expect(await hoursOf(shop.id)).toEqual(before)
	})

	test('that two devices change: the second is told of each day, and loses nothing', async () => {
		const shop = await addKioskShop(site())
		const [one, two] = [await openDevice(shop.id), await openDevice(shop.id)]
		const ofTwo = await weekForm(two.browser, { opens2: '10:00', closes2: '20:00' })
		await one.browser.post(hoursPage, await weekForm(one.browser, { opens1: '', closes1: '' }))
		const refused = await two.browser.post(hoursPage, ofTwo)
		expect([refused.status, refused.text.includes('Monday is now closed')]).toEqual([409, true])
		expect(refused.document.querySelector('#opens2')?.getAttribute('value')).toBe('10:00')
		ofTwo.set('seen', refused.document.querySelector('[name=seen]')?.getAttribute('value') ?? '')
		for (const name of ['opens1', 'closes1']) ofTwo.delete(name)
		await two.browser.post(hoursPage, ofTwo)
		const [tuesday] = await hoursOf(shop.id)
		expect(tuesday).toEqual({ day_of_week: 2, opens_minute: 600, closes_minute: 1200 })
	})

	test('list the visits that a shorter week or a closed day meets; kept, the day is closed, and opens again', async () => {
		const shop = await addKioskShop(site())
		const reference = await addAppointment(site(), shop, { inMinutes: 24 * 60 })
		const { browser } = await openDevice(shop.id)
		const none = await weekForm(browser, {})
		for (const day of [1, 2, 3, 4, 5, 6, 7])
			for (const end of ['opens', 'closes']) none.delete(`${end}${day}`)
		const [row] = await site().database.rows('SELECT time_zone FROM shops WHERE id = ?', shop.id)
		const date = civilAt(String(row?.time_zone), Date.now() + 24 * 60 * MINUTE_MS).date
		const close = new URLSearchParams({
			act: 'close-it',
			intent: 'close',
			closedDate: date,
			closedReason: 'Eid',
		})
		for (const form of [none, close]) {
			const refused = await browser.post(hoursPage, form)
			expect(refused.status).toBe(409)
			expect(refused.document.querySelector(`a[href="/kiosk/visits/${reference}"]`)).not.toBeNull()
		}
		close.set('keep', '1')
		await Promise.all([1, 2].map(() => browser.post(hoursPage, close)))
		const closed = () =>
			site().database.rows('SELECT date, reason FROM shop_closed_days WHERE shop_id = ?', shop.id)
		expect(await closed()).toEqual([{ date, reason: 'Eid' }])
		expect((await browser.open(hoursPage)).text).toContain('Eid')
		const open = new URLSearchParams({ act: 'open-it', intent: 'open', openDate: date })
		await browser.post(hoursPage, open)
		expect(await closed()).toEqual([])
	})
})

test('An owner makes a link for one kiosk, pressed twice the same, and ends it; no owner ends an owner', async () => {
	const shop = await addKioskShop(site())
	const [{ browser }, other] = [await openDevice(shop.id), await openDevice(shop.id)]
	const form = await ownerForm(browser, '/kiosk/shop/devices', { intent: 'invite', deviceName: 'Back room' })
	form.delete('key')
	const pages = await Promise.all([1, 2].map(() => browser.post('/kiosk/shop/devices', form)))
	const links = pages.map(({ text }) => /\S+\/kiosk\/open\?link=\S{43}/.exec(text)?.[0])
	expect(new Set(links).size).toBe(1)
	const desk = openBrowserLikeClient(site().url)
	await desk.open(links[0] ?? '')
	await desk.post('/kiosk/open', new URLSearchParams({ pinSecret: '8163', pinSecretAgain: '8163' }))
	expect((await desk.open('/kiosk')).url.pathname).toBe('/kiosk')
	expect((await desk.open('/kiosk/shop')).url.pathname).toBe('/kiosk')
	const keys = await site().database.rows(
		`SELECT id FROM access_keys WHERE shop_id = ? AND name = 'Back room' AND role = 'desk'`,
		shop.id,
	)
	expect(keys).toHaveLength(1)
	const late = await browser.post('/kiosk/shop/devices', form)
	expect([late.status, late.text.includes('This link no longer works')]).toEqual([410, true])
	const end = (key: unknown) =>
		browser.post(
			'/kiosk/shop/devices',
			new URLSearchParams({ act: form.get('act') ?? '', intent: 'end', key: String(key) }),
		)
	expect((await end(keys[0]?.id)).text).toContain('Ended')
	expect((await desk.open('/kiosk')).status).toBe(401)
	const refused = await end(other.keyId)
	expect([refused.status, refused.text.includes('This is an owner’s device.')]).toEqual([409, true])
	expect((await other.browser.open('/kiosk/shop')).status).toBe(200)
})

test('A link that waits is listed with the device that made it, and opens nothing once it is ended', async () => {
	const shop = await addKioskShop(site())
	const { browser } = await openDevice(shop.id)
	const page = '/kiosk/shop/devices'
	const form = await ownerForm(browser, page, { intent: 'invite', deviceName: 'Back room' })
	form.delete('key')
	form.delete('link')
	const link = /\S+\/kiosk\/open\?link=\S{43}/.exec((await browser.post(page, form)).text)?.[0] ?? ''
	const listed = await browser.open(page)
	expect(listed.text).toContain('Links not opened yet')
	expect(listed.text).toContain('Made with ‘Front desk’')
	const button = listed.document.querySelector('button[name=link]')
	const end = { act: form.get('act') ?? '', intent: 'end-link', link: button?.getAttribute('value') ?? '' }
	expect((await browser.post(page, new URLSearchParams(end))).text).toContain(
		'The link opens nothing any more.',
	)
	expect((await browser.open(page)).text).not.toContain('Links not opened yet')
	expect((await openBrowserLikeClient(site().url).open(link)).text).toContain('This link no longer works')
})
