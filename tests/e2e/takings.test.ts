import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'

test('an owner looks at the day, the week before, and takes the month as a file', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	const shop = await addKioskShop(site)
	const referenceNumber = await addAppointment(site, shop, { inMinutes: -40 })
	await completeAppointment(bookingDeps(site.database.url), {
		referenceNumber,
		isPaid: true,
		now: Date.now(),
	})
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Takings' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Takings')
	const byPerson = page.locator('section', { has: page.getByRole('heading', { name: 'By person' }) })
	await expect(byPerson).toContainText('Ada Obi₦5,000')
	await page.getByRole('link', { name: 'Week', exact: true }).click()
	await page.getByRole('link', { name: 'Week before' }).click()
	await expect(page.getByText('Nothing in this period').first()).toBeVisible()
	await page.getByRole('link', { name: 'This week' }).click()
	await expect(byPerson).toContainText('Ada Obi₦5,000')
	await page.getByLabel('Date', { exact: true }).fill('2026-02-10')
	await page.getByRole('button', { name: 'Go' }).click()
	await expect(page.locator('header')).toContainText('Mon 9 Feb – Sun 15 Feb')
	await page.goBack()
	// With script the links of the week of February stand until the page before has loaded.
	await expect(byPerson).toContainText('Ada Obi₦5,000')
	await page.getByRole('link', { name: 'Month', exact: true }).click()
	await expect(byPerson).toContainText('Ada Obi₦5,000')
	const download = page.waitForEvent('download')
	await page.getByRole('link', { name: 'Download as CSV' }).click()
	expect((await download).suggestedFilename()).toMatch(/^takings-.*\.csv$/)
})
