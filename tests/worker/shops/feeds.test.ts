import { expect, test } from 'vitest'
import { newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { readCalendarByLines, readCalendarByOctets } from '#tests/support/calendar-readers.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const page = '/kiosk/shop/feeds'

async function openOwner(shopId: string) {
	const browser = openBrowserLikeClient(site().url)
	const { keyId, cookies } = await addKiosk(site(), shopId, 'owner')
	for (const { name, value } of cookies) browser.cookies.set(name, value)
	return { browser, keyId }
}

const body = (fields: Record<string, string>) => new URLSearchParams({ act: newId(), ...fields })
const addressIn = (text: string) => /http\S+\/feeds\/[\w-]{43}\/calendar\.ics/.exec(text)?.[0] ?? ''

async function addressOf(browser: BrowserLikeClient, fields: Record<string, string> = {}) {
	const made = await browser.post(page, body({ intent: 'add', of: 'shop', ...fields }))
	expect(made.status).toBe(200)
	return addressIn(made.text)
}

test('The owner makes a calendar of a person, pressed twice the same; both readers read it, without a cookie', async () => {
	const shop = await addKioskShop(site())
	await addAppointment(site(), shop, { inMinutes: 60, staff: 'Bola' })
	await addAppointment(site(), shop, { inMinutes: 60, staff: 'Ada' })
	const { browser, keyId } = await openOwner(shop.id)
	const twice = body({ intent: 'add', of: shop.idOf('Bola') })
	const [first, second] = [await browser.post(page, twice), await browser.post(page, twice)]
	const address = addressIn(first.text)
	expect(addressIn(second.text)).toBe(address)
	expect(first.document.querySelector('a[href^="webcal:"]')?.getAttribute('href')).toBe(
		address.replace('http:', 'webcal:'),
	)
	const listed = await browser.open(page)
	expect(listed.text).toContain('Bola Obi Without names')
	expect(listed.html).not.toContain(address)
	expect(await site().database.rows('SELECT summary FROM shop_acts WHERE key_id = ?', keyId)).toEqual([
		{ summary: 'Calendar of Bola Obi, without names' },
	])
	// A stranger's calendar, with cookies that are none of its business.
	const answer = await fetch(address, { headers: { cookie: 'session=x; kiosk=y' } })
	expect(answer.status).toBe(200)
	expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
	expect(answer.headers.get('cache-control')).toBe('private, no-cache')
	expect(answer.headers.getSetCookie()).toEqual([])
	const file = await answer.text()
	const calendar = readCalendarByLines(file)
	expect(readCalendarByOctets(file)).toEqual(calendar)
	expect(calendar.components.map(({ properties }) => properties.SUMMARY)).toEqual(['cut'])
	expect(file).not.toContain('Amaka')
	const etag = answer.headers.get('etag') ?? ''
	for (const known of [etag, `"other", W/${etag}`]) {
		const same = await fetch(address, { headers: { 'if-none-match': known } })
		expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag])
	}
	await addAppointment(site(), shop, { inMinutes: 120, staff: 'Bola' })
	expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(200)
	const named = await fetch(await addressOf(browser, { names: 'on' }))
	expect(await named.text()).toContain('SUMMARY:Amaka Obi: cut with')
})

test('An ended, a former person’s and an unknown address are answered alike, with the next request', async () => {
	const [shop, other] = [await addKioskShop(site()), await addKioskShop(site())]
	const { browser } = await openOwner(shop.id)
	const [ended, ofAda] = [await addressOf(browser), await addressOf(browser, { of: shop.idOf('Ada') })]
	const [row] = await site().database.rows(
		'SELECT id FROM calendar_feeds WHERE shop_id = ? AND staff_member_id IS NULL',
		shop.id,
	)
	const end = body({ intent: 'end', feed: String(row?.id) })
	// Another shop's owner ends nothing here.
	const refused = await (await openOwner(other.id)).browser.post(page, end)
	expect([refused.status, refused.text.includes('Your shop has no such calendar.')]).toEqual([404, true])
	expect((await fetch(ended)).status).toBe(200)
	expect((await browser.post(page, end)).text).toContain('Its address shows nothing any more.')
	await site().database.change('UPDATE staff_members SET is_active = 0 WHERE id = ?', shop.idOf('Ada'))
	const answers = await Promise.all(
		[
			ended,
			ofAda,
			`${site().url}/feeds/${newSecretToken()}/calendar.ics`,
			`${site().url}/feeds/x/calendar.ics`,
		].map(async (address) => {
			const answer = await fetch(address)
			return [answer.status, await answer.text(), answer.headers.get('cache-control')]
		}),
	)
	for (const answer of answers) expect(answer).toEqual([404, 'There is no calendar here.', 'no-store'])
	expect((await browser.open(page)).text).toContain(
		'Shows nothing: its person or the device that made it is gone',
	)
})

test('What cannot be made is said, and what was chosen is kept', async () => {
	const [shop, other] = [await addKioskShop(site()), await addKioskShop(site())]
	const { browser } = await openOwner(shop.id)
	const none = await browser.post(page, body({ intent: 'add', of: '', names: 'on' }))
	expect([none.status, none.text.includes('Choose whose visits it shows')]).toEqual([400, true])
	expect(none.document.querySelector('[name=names]')?.hasAttribute('checked')).toBe(true)
	const gone = await browser.post(page, body({ intent: 'add', of: other.idOf('Ada'), names: 'on' }))
	expect([gone.status, gone.text.includes('This person no longer works at your shop.')]).toEqual([409, true])
	await site().database.change(
		`INSERT INTO calendar_feeds (id, shop_id, key_id, secret_hash, created_at) SELECT ?1 || value, ?1, id, ?1 || value, 0
			FROM generate_series(1, 50), access_keys WHERE access_keys.shop_id = ?1`,
		shop.id,
	)
	const many = await browser.post(page, body({ intent: 'add', of: shop.idOf('Ada'), names: 'on' }))
	expect([many.status, many.text.includes('A shop can have 50.')]).toEqual([409, true])
	expect(many.document.querySelector('option[selected]')?.getAttribute('value')).toBe(shop.idOf('Ada'))
	expect(many.document.querySelector('[name=names]')?.hasAttribute('checked')).toBe(true)
})
