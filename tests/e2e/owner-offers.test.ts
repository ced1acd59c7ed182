import { dateOfInstant, dayOfWeekOf } from '#app/kernel/civil.ts'
import { dayName } from '#app/kernel/date-labels.server.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { addPlan } from '#tests/support/session-desk.ts'

test('an owner adds a promo code, limits it, and switches it off', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise }) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Promo codes' }).click()
	await page.getByRole('link', { name: 'Add a promo code' }).click()
	await page.getByLabel('Code', { exact: true }).fill('december')
	await page.getByLabel('How much').fill('120')
	noise.expect(/status of 400/)
	await page.getByRole('button', { name: 'Add this promo code' }).click()
	await expect(page.getByRole('alert')).toContainText('Type a whole percentage from 1 to 100')
	await expect(page.getByLabel('Code', { exact: true })).toHaveValue('december')
	await page.getByLabel('How much').fill('12')
	await page.getByRole('button', { name: 'Add this promo code' }).click()
	await page.getByRole('link', { name: 'DECEMBER 12% off' }).click()
	await page.getByLabel('Uses in all').fill('50')
	await page.getByLabel('Customers can use it').uncheck()
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('link', { name: 'DECEMBER 12% off' })).toContainText('Used 0 of 50 times Off')
})

test('an owner sells a new plan and withdraws it', { tag: ['@full', '@both-when-deep'] }, async ({
	page,
	site,
	noise,
}) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Plans' }).click()
	await page.getByRole('link', { name: 'Add a plan' }).click()
	await page.getByLabel('Name').fill('Four cuts')
	await page.getByLabel('Price in naira').fill('18k')
	await page.getByLabel('It lets in').selectOption('A number of times in all')
	noise.expect(/status of 400/)
	await page.getByRole('button', { name: 'Add this plan' }).click()
	await expect(page.getByRole('alert')).toContainText('Entries must be a whole number from 1 to 1,000')
	await page.getByLabel('How many times').fill('4')
	await page.getByRole('button', { name: 'Add this plan' }).click()
	await page.getByRole('link', { name: 'Four cuts ₦18,000' }).click()
	await expect(page.getByText('4 entries in 30 days, 1 pause of up to 14 days.')).toBeVisible()
	await page.getByLabel('Customers can buy it').uncheck()
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('link', { name: /^Four cuts/ })).toContainText('Withdrawn')
})

test('an owner makes a punch card with a reward', { tag: ['@full', '@both-when-deep'] }, async ({
	page,
	site,
	noise,
}) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Loyalty programs' }).click()
	await page.getByRole('link', { name: 'Add a program' }).click()
	await page.getByLabel('What it is').selectOption('Punch card: a stamp for each visit')
	await page.getByLabel('Name').fill('Cut card')
	await page.getByRole('button', { name: 'Add this program' }).click()
	await page.getByRole('link', { name: /^Cut card/ }).click()
	await page.getByRole('link', { name: 'Add a reward' }).click()
	await page.getByLabel('At which stamp').fill('11')
	await page.getByLabel('It gives').selectOption('Free service')
	await page.getByLabel('Free service', { exact: true }).selectOption('cut')
	await page.getByLabel('What customers read').fill('Your next cut is on us')
	noise.expect(/status of 422/)
	await page.getByRole('button', { name: 'Add this reward' }).click()
	await expect(page.getByRole('alert')).toContainText('The card does not have that many stamps.')
	await page.getByLabel('At which stamp').fill('10')
	await page.getByRole('button', { name: 'Add this reward' }).click()
	await expect(page.getByRole('link', { name: 'Stamp 10 Free cut Your next cut is on us' })).toBeVisible()
})

test('an owner adds a session every week, with a closed day in the way', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise }) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await addPlan(site.database, shop.id)
	const date = dateOfInstant(Date.now(), 7)
	await site.database.change(
		`INSERT INTO shop_closed_days (shop_id, date, reason) VALUES (?, ?, '')`,
		shop.id,
		dateOfInstant(Date.now(), 14),
	)
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Sessions' }).last().click()
	await page.getByRole('link', { name: 'Add sessions' }).click()
	await page.getByLabel('Plan').selectOption({ index: 1 })
	await page.getByLabel('First day').fill(date)
	await page.getByLabel('Time').fill('18:00')
	await page.getByLabel('Seats').fill('8')
	await page.getByLabel('Led by').selectOption('Ada Obi')
	await page.getByLabel(dayName(dayOfWeekOf(date))).check()
	await page.getByLabel('Last day').fill(dateOfInstant(Date.now(), 21))
	noise.expect(/status of 409/)
	await page.getByRole('button', { name: 'Add', exact: true }).click()
	await expect(page.getByRole('alert')).toContainText('Some days are in the way.')
	await expect(page.getByText('your shop is closed')).toBeVisible()
	await expect(page.getByLabel('Seats')).toHaveValue('8')
	await page.getByRole('button', { name: 'Add all sessions anyway' }).click()
	const added = page.getByRole('link', { name: /0 of 8 booked/ })
	await expect(added).toHaveCount(3)
	await added.first().click()
	await page.getByText('Call it off', { exact: true }).click()
	await page.getByRole('button', { name: 'Call off this session' }).click()
	await expect(added).toHaveCount(2)
})
