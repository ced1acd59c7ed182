import { expect, test } from '#tests/support/browser-fixture.ts'
import { addAppointment, addDeposit, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'

test('a free half-hour of the calendar becomes a booking, which stands there and in its person’s week', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site }) => {
	const shop = await addKioskShop(site)
	await addAppointment(site, shop, { inMinutes: 60, firstName: 'Chidi', staff: 'Ada' })
	const { cookies } = await addKiosk(site, shop.id)
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk')
	await page.getByText('Date and view').click()
	await page.getByRole('link', { name: 'Calendar' }).click()
	await expect(page.getByRole('columnheader')).toHaveText([/^Ada Obi/, /^Bola Obi/])
	const date = await page.getByLabel('Date').inputValue()
	await page.getByRole('link', { name: 'Book 3:30 PM, Bola Obi' }).click()
	await expect(page.getByLabel('With')).toHaveValue(shop.idOf('Bola'))
	await expect(page.getByLabel('Day', { exact: true })).toHaveValue(date)
	await page.getByLabel('cut').check()
	await page.getByRole('button', { name: 'Next' }).click()
	await expect(page.getByText(/, 3:30 PM$/)).toBeVisible()
	await expect(page.getByText('₦5,000 · Bola Obi')).toBeVisible()
	await page.getByLabel('First name').fill('Sade')
	await page.getByLabel('Phone', { exact: true }).fill('0803 555 0120')
	await page.getByRole('button', { name: 'Book' }).click()
	await expect(page.locator('.toast')).toContainText('Booked')

	await page.goto(`/kiosk?date=${date}`)
	await page.getByText('Date and view').click()
	await page.getByRole('link', { name: 'Calendar' }).click()
	const booked = page.getByRole('link', { name: '3:30 PM – 4:00 PM Sade' })
	await expect(booked).toBeVisible()
	await expect(page.getByRole('link', { name: 'Book 3:30 PM, Bola Obi' })).toHaveCount(0)
	await page.getByRole('link', { name: 'Bola Obi', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bola Obi')
	await expect(page.getByRole('columnheader')).toHaveCount(7)
	await expect(page.getByText('Chidi')).toHaveCount(0)
	await booked.click()
	await expect(page.getByText('Booked by us')).toBeVisible()
})

test('a time that waits for its deposit leads from the calendar to its page', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site }) => {
	const shop = await addKioskShop(site)
	const { id } = await addDeposit(site, shop, { inMinutes: 600 })
	const { cookies } = await addKiosk(site, shop.id)
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/calendar')
	await page.getByRole('link', { name: 'Waits for a deposit' }).click()
	await page.waitForURL(`**/kiosk/deposits/${id}`)
	await expect(page.getByText('Waits for a deposit until').first()).toBeVisible()
})
