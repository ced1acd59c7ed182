import { sandboxHolderName } from '#scripts/sandbox/paystack-transfer-calls.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addKiosk, addKioskShop, pin } from '#tests/support/kiosk-desk.ts'
import { openKiosk } from './open-kiosk.ts'

test('an owner finds an account, confirms it with the PIN, and the reader of the mail stops it', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise, newVisitor }) => {
	const shop = await addKioskShop(site)
	const email = `${shop.id}@shop.example`
	await site.database.change('UPDATE shops SET email = ? WHERE id = ?', email, shop.id)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Payout account' }).click()
	await expect(page.getByText('No account yet')).toBeVisible()
	await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'Kuda Bank' })
	await page.getByLabel('Account number').fill('01234 56789')
	await page.getByRole('button', { name: 'Find the account' }).click()
	await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
	await expect(page.getByText(sandboxHolderName('50211', '0123456789') ?? '')).toBeVisible()
	await expect(page.getByText('Kuda Bank ••••6789')).toBeVisible()
	await page.getByLabel('Your PIN').fill(pin)
	await page.getByRole('button', { name: 'Yes, pay to this account' }).click()
	await expect(page.getByText(/^In use from /)).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Change it' })).toBeVisible()

	const desk = await (await newVisitor()).newPage()
	await openKiosk(desk, site, shop.id)
	await expect(desk.getByText('New payout account.')).toBeVisible()
	const { text } = await site.mail.received(({ to }) => to.includes(email))
	const reader = await (await newVisitor()).newPage()
	await reader.goto(/\/payouts\/stop\?token=[\w-]+/.exec(text)?.[0] ?? '')
	await reader.getByRole('button', { name: 'Stop this account' }).click()
	await expect(reader.getByRole('heading', { name: 'This account is stopped' })).toBeVisible()

	await page.reload()
	await expect(page.getByText('No account yet')).toBeVisible()
	await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'Kuda Bank' })
	noise.expect(/status of 422/)
	await page.getByLabel('Account number').fill('0123450000')
	await page.getByRole('button', { name: 'Find the account' }).click()
	await expect(page.getByText('No such account.')).toBeVisible()
	await expect(page.getByLabel('Account number')).toHaveValue('0123450000')
})
