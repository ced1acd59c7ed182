import { expect, test } from '#tests/support/browser-fixture.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'

test('an owner makes a calendar with names, reads it, and ends it', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site }) => {
	const shop = await addKioskShop(site)
	await addAppointment(site, shop, { inMinutes: 60 })
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Calendars' }).click()
	await expect(page.getByText('None yet.')).toBeVisible()
	await page.getByLabel('Whose visits').selectOption('Ada Obi')
	await page.getByLabel('Show customers’ names').check()
	await page.getByRole('button', { name: 'Make an address' }).click()
	const notice = page.getByText('Add this address to your calendar')
	await expect(notice).toBeVisible()
	const address = (await page.locator('b', { hasText: '/feeds/' }).textContent()) ?? ''
	const read = await page.request.get(address)
	expect(await read.text()).toContain('SUMMARY:Amaka Obi: cut')
	await page.goto('/kiosk/shop/feeds')
	await expect(notice).toBeHidden()
	await page.getByText('End Ada Obi').click()
	await page.getByRole('button', { name: 'End this calendar' }).click()
	await expect(page.getByText('None yet.')).toBeVisible()
	expect((await page.request.get(address)).status()).toBe(404)
})
