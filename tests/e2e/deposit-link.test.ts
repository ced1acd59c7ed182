import { addDays, dateOfInstant } from '#app/kernel/civil.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addDeposit, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { expectBooked, expectPaymentPage, payByCard } from './page-guest.ts'

test('the desk asks for a deposit by a link, the customer pays it in another browser, and both see the booking', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, newVisitor }) => {
	const shop = await addKioskShop(site)
	await site.database.change(
		`UPDATE shops SET deposit_kind = 'amount', deposit_value = 200000 WHERE id = ?`,
		shop.id,
	)
	const { cookies } = await addKiosk(site, shop.id)
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	const date = addDays(dateOfInstant(Date.now()), 3)
	await page.goto(`/kiosk/book?service=${shop.idOf('cut')}&date=${date}&time=10:00`)
	await page.getByLabel('First name').fill('Efe')
	await page.getByLabel('Phone', { exact: true }).fill('0803 555 0110')
	await page.getByRole('button', { name: 'Ask for a deposit by a link' }).click()
	await page.waitForURL('**/kiosk/deposits/**')
	await expect(page.getByText('Waits for a deposit until').first()).toBeVisible()
	const deskPage = page.url()
	const message = await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')
	const text = new URL(message ?? '').searchParams.get('text') ?? ''
	expect(text).toContain('Hello Efe, ')
	const link = text.slice(text.indexOf('http'))

	const phone = await (await newVisitor()).newPage()
	await phone.goto(link)
	await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Pay your deposit')
	await expect(phone.getByText('Deposit ₦2,000 of ₦5,000')).toBeVisible()
	await phone.getByLabel('Your email').fill('efe@example.com')
	await phone.getByRole('button', { name: 'Pay ₦2,000' }).click()
	await expectPaymentPage(phone)
	await payByCard(phone)
	const reference = await expectBooked(phone)
	await phone.goto(link)
	await expect(phone.getByRole('heading', { level: 1 })).toHaveText('You’re booked')
	await expect(phone.getByText(reference)).toBeVisible()

	await page.goto(deskPage)
	await page.getByRole('link', { name: 'See the visit' }).click()
	await expect(page.getByText('Booked by us')).toBeVisible()
	await expect(page.getByText(reference)).toBeVisible()
})

test('a desk lets a time go, and the page of the link says what to do next', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	const shop = await addKioskShop(site)
	const { id, code } = await addDeposit(site, shop, { inMinutes: 600 })
	const { cookies } = await addKiosk(site, shop.id)
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/to-do')
	await page.getByRole('link', { name: 'Amaka Obi' }).click()
	await page.waitForURL(`**/kiosk/deposits/${id}`)
	await page.getByText('Let the time go').first().click()
	await page.getByRole('button', { name: 'Let the time go' }).click()
	await expect(page.getByText('You let this time go.')).toBeVisible()
	await page.goto(`/d/${code}`)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('This time is no longer held')
	await page.getByRole('link', { name: 'See free times' }).click()
	await expect(page.getByRole('button', { name: /^cut/ })).toBeVisible()
})
