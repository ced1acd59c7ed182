import { expect, test } from '#tests/support/browser-fixture.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openKiosk } from './open-kiosk.ts'

test('a desk finds a customer’s visits of any day, and opens one', { tag: '@both' }, async ({
	page,
	site,
	noise,
}) => {
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
