import { expect, test } from '#tests/support/browser-fixture.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openKiosk } from './open-kiosk.ts'

test('a desk opens a customer’s card from the day, notes an allergy, and sees it at the visit', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise }) => {
	const shop = await addKioskShop(site)
	const reference = await addAppointment(site, shop, { inMinutes: 60, firstName: 'Ọláwálé' })
	await openKiosk(page, site, shop.id)
	await page.getByRole('link', { name: /^Customer’s card of/ }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Ọláwálé Obi' })).toBeVisible()
	const note = page.getByLabel('Your note')
	await note.fill('Allergic to latex')
	await page.getByRole('button', { name: 'Save note' }).click()
	await expect(page.locator('.toast')).toContainText('Saved')
	await expect(note).toHaveValue('Allergic to latex')
	// Another device writes while this one types.
	await site.database.change("UPDATE clients SET shop_note = 'Allergic to nuts' WHERE shop_id = ?", shop.id)
	await note.fill('Allergic to latex, likes tea')
	noise.expect(/status of 409/)
	await page.getByRole('button', { name: 'Save note' }).click()
	await expect(page.getByRole('alert')).toContainText('Changed since you opened it.')
	await expect(page.getByText('The note is now Allergic to nuts')).toBeVisible()
	await expect(note).toHaveValue('Allergic to latex, likes tea')
	await note.fill('Allergic to latex and nuts')
	await page.getByRole('button', { name: 'Save note' }).click()
	await expect(page.locator('.toast')).toContainText('Saved')
	await page.getByRole('link', { name: new RegExp(reference) }).click()
	await page.getByRole('link', { name: 'Customer’s card, with a note' }).click()
	await expect(note).toHaveValue('Allergic to latex and nuts')
})
