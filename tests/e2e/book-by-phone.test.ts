import { dateOfInstant } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'

test('a customer on the telephone is booked for another day', { tag: ['@full', '@both-when-full'] }, async ({
	page,
	site,
	noise,
}) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id)
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk')
	await page.getByRole('link', { name: 'Day after' }).click()
	await page.waitForURL('**/kiosk?date=*')
	await page.getByRole('link', { name: 'New booking' }).click()
	await page.getByLabel('cut').check()
	await page.getByRole('button', { name: 'Next' }).click()
	await page.getByRole('link', { name: '10:00 AM' }).click()
	await page.getByLabel('First name').fill('Efe')
	await page.getByLabel('Phone', { exact: true }).fill('0803 555 0102')
	await page.getByText('Lower the price').click()
	await page.getByLabel('Price in naira').fill('4,000')
	noise.expect(/status of 422/)
	await page.getByRole('button', { name: 'Book' }).click()
	await expect(page.getByRole('alert')).toContainText('Say why it’s lower')
	await expect(page.getByLabel('First name')).toHaveValue('Efe')
	await page.getByLabel('Why is it lower?').fill('First visit')
	await page.getByRole('button', { name: 'Book' }).click()
	await expect(page.getByText('Reference').first()).toBeVisible()
	await expect(page.getByRole('link', { name: 'Send by WhatsApp' })).toBeVisible()
	await expect(page.getByText('Discount: First visit')).toBeVisible()
	await expect(page.getByText('Booked by us')).toBeVisible()
})

test('a time that goes meanwhile is answered with others, and what was typed is booked there', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise }) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id)
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk')
	await page.getByRole('link', { name: 'Day after' }).click()
	await page.waitForURL('**/kiosk?date=*')
	await page.getByRole('link', { name: 'New booking' }).click()
	await page.getByLabel('cut').check()
	await page.getByLabel('With').selectOption('Ada Obi')
	await page.getByRole('button', { name: 'Next' }).click()
	await page.getByRole('link', { name: '12:00 PM' }).click()
	await page.getByLabel('First name').fill('Ife')
	await page.getByLabel('Phone', { exact: true }).fill('0803 555 0103')
	// It is past noon at this shop, by the minutes of the hour.
	await addAppointment(site, shop, { inMinutes: 24 * 60 - new Date().getMinutes() })
	noise.expect(/status of 409/)
	await page.getByRole('button', { name: 'Book' }).click()
	await expect(page.getByRole('alert')).toContainText('What you typed is kept')
	await page.getByRole('button', { name: 'With Bola' }).click()
	await expect(page.getByText('cut with Bola')).toBeVisible()
	await expect(page.getByRole('heading', { name: /^Ife/ })).toBeVisible()
})

test('a service that goes off meanwhile is chosen again, and what was typed is booked with another', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise }) => {
	const shop = await addSmallShop(site.database.client, `off-${newId()}`, {
		zone: zoneAtNoon(Date.now()),
		services: { cut: {}, braids: { priceKobo: 700_000 } },
	})
	const { cookies } = await addKiosk(site, shop.id)
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	const date = dateOfInstant(Date.now(), 3)
	await page.goto(`/kiosk/book?service=${shop.idOf('cut')}&date=${date}&time=10:00`)
	await page.getByLabel('First name').fill('Uche')
	await page.getByLabel('Phone', { exact: true }).fill('0803 555 0104')
	await page.getByLabel('Note (optional)').fill('No chemicals')
	await site.database.change('UPDATE services SET is_enabled = 0 WHERE id = ?', shop.idOf('cut'))
	noise.expect(/status of 409/)
	await page.getByRole('button', { name: 'Book' }).click()
	await expect(page.getByRole('alert')).toContainText('This service is no longer offered')
	await expect(page.getByText('What you typed is kept.')).toBeVisible()
	await page.getByLabel('braids').check()
	await page.getByRole('button', { name: 'Next' }).click()
	await expect(page.getByText(', 10:00 AM')).toBeVisible()
	await expect(page.getByLabel('First name')).toHaveValue('Uche')
	await expect(page.getByLabel('Note (optional)')).toHaveValue('No chemicals')
	expect(page.url()).not.toContain('Uche')
	await page.getByRole('button', { name: 'Book' }).click()
	await expect(page.getByRole('heading', { name: /^Uche/ })).toBeVisible()
	await expect(page.getByText('₦7,000').first()).toBeVisible()
	await expect(page.getByText('No chemicals')).toBeVisible()
})
