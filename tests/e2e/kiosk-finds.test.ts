import { expect, test } from '#tests/support/browser-fixture.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openKiosk } from './open-kiosk.ts'

test('a desk finds a customer’s visits of any day, and opens one', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise }) => {
	noise.expect(/the server responded with a status of 400/)
	const shop = await addKioskShop(site)
	const past = await addAppointment(site, shop, { inMinutes: -5 * 24 * 60, firstName: 'Ọláwálé' })
	await addAppointment(site, shop, { inMinutes: 60, firstName: 'Amaka' })
	await openKiosk(page, site, shop.id)
	await page.getByRole('link', { name: 'Find a customer' }).click()
	const field = page.getByRole('searchbox', { name: 'Name, phone or reference' })
	await field.fill('o')
	await field.press('Enter')
	await expect(page.getByRole('alert')).toContainText('Type at least two letters of a name.')
	await expect(field).toHaveValue('o')
	await field.fill('olawale')
	await page.getByRole('button', { name: 'Search' }).click()
	await expect(page.getByRole('heading', { name: 'Ọláwálé Obi' })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Amaka Obi' })).toHaveCount(0)
	await page.getByRole('link', { name: new RegExp(past) }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Ọláwálé Obi' })).toBeVisible()
})

test('a desk does what waits from other days', { tag: ['@full', '@both-when-full'] }, async ({
	page,
	site,
}) => {
	const shop = await addKioskShop(site)
	await addAppointment(site, shop, { inMinutes: -2 * 24 * 60, firstName: 'Amaka' })
	await openKiosk(page, site, shop.id)
	await page.getByRole('link', { name: '1 visit to close' }).click()
	await expect(page.getByRole('heading', { name: 'Visits to close' })).toBeVisible()
	await page.getByRole('link', { name: /^Amaka Obi/ }).click()
	await page.getByRole('button', { name: 'Complete, ₦5,000 paid' }).click()
	await expect(page.locator('.toast')).toContainText('Completed')
	await page.getByRole('link', { name: 'Back to the list' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
	await expect(page.getByRole('link', { name: /to close/ })).toHaveCount(0)
})
