import { expect, test } from 'vitest'
import { newId } from '#app/kernel/id.server.ts'
import { openGuest } from '#scripts/site/browser-guest.ts'
import { addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openShopDevice } from '#tests/support/owner-device.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

test('a shop that can be booked is reminded of what is next, until each is done or put away', async () => {
	const shop = await addKioskShop(site())
	const { browser } = await openShopDevice(site(), shop.id)
	const steps = async () =>
		(await browser.open('/kiosk/shop')).document
			.querySelectorAll('[name=step]')
			.map((button) => button.getAttribute('value'))
	const all = await steps()
	expect(all).toEqual(expect.arrayContaining(['desk']))
	const act = newId()
	for (const _ of [1, 2]) {
		const answer = await browser.post('/kiosk/shop', new URLSearchParams({ act, step: 'desk' }))
		expect(answer.status).toBe(200)
	}
	expect(await steps()).toEqual(all.filter((step) => step !== 'desk'))
	expect(await site().database.rows('SELECT put_away_steps FROM shops WHERE id = ?', shop.id)).toEqual([
		{ put_away_steps: '["desk"]' },
	])
	const strange = await browser.post('/kiosk/shop', new URLSearchParams({ act: newId(), step: 'world' }))
	expect(strange.status).toBe(400)

	const other = await addKioskShop(site())
	const { browser: second } = await openShopDevice(site(), other.id)
	const ofOther = async () => (await second.open('/kiosk/shop')).html.includes('value="desk"')
	expect(await ofOther()).toBe(true)
	await addKiosk(site(), other.id)
	expect(await ofOther()).toBe(false)
})

test('a shop that begins is led by what the database has, in one trip; one that is listed is not', async () => {
	const shop = await addKioskShop(site())
	const { cookies } = await addKiosk(site(), shop.id, 'owner')
	const owner = openGuest(site().url)
	for (const { name, value } of cookies) owner.cookies.set(name, value)
	const open = async () => {
		const { value: page, trips } = await site().proxy.during(() => owner.open('/kiosk/shop'))
		expect([page.status, trips.length]).toEqual([200, 1])
		const tags = page.document.querySelectorAll('section li .tag').map(({ text }) => text)
		return { page, tags, text: page.document.querySelector('main')?.text ?? '' }
	}
	// The first page of an hour notes that the device was seen.
	await owner.open('/kiosk/shop')
	const listed = await open()
	expect([listed.tags, listed.text.includes('Customers can book you')]).toEqual([[], true])

	const change = (sql: string) => site().database.change(sql, shop.id)
	await change('UPDATE shops SET is_listed = 0, lists_when_bookable = 1 WHERE id = ?')
	await change('UPDATE services SET is_enabled = 0 WHERE shop_id = ?')
	await change('DELETE FROM shop_hours WHERE shop_id = ?')
	expect((await open()).tags).toEqual(['To do', 'To do', 'To do'])
	await change('UPDATE services SET is_enabled = 1 WHERE shop_id = ?')
	expect((await open()).tags).toEqual(['Done', 'To do', 'Done'])
	// Open for a quarter of an hour: too short for the service.
	await change('INSERT INTO shop_hours VALUES (?, 1, 0, 15)')
	const apart = await open()
	expect([apart.tags, apart.text]).toEqual([
		['Done', 'Done', 'Done'],
		expect.stringContaining('No one works while you’re open'),
	])
	expect(apart.page.document.querySelector('a[href^="/s/"], a[href^="/business/"]')).toBeNull()
})
