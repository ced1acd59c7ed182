import { addDays, dateOfInstant } from '#app/kernel/civil.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'

test('a visit is moved to another person and time, and gets another service', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise }) => {
	const shop = await addKioskShop(site)
	await site.database.change(
		`INSERT INTO services (id, shop_id, name, duration_minutes, price_kobo, category_id) VALUES (?, ?, 'wash', 60, 300000, 'hair-beauty')`,
		shop.idOf('wash'),
		shop.id,
	)
	for (const name of ['Ada', 'Bola'])
		await site.database.change(
			'INSERT INTO staff_services (staff_member_id, service_id) VALUES (?, ?)',
			shop.idOf(name),
			shop.idOf('wash'),
		)
	const reference = await addAppointment(site, shop, { inMinutes: 24 * 60 })
	const { cookies } = await addKiosk(site, shop.id)
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto(`/kiosk/visits/${reference}`)
	await page.getByRole('link', { name: 'Change this visit' }).click()
	const times = page.getByRole('group', { name: /^Free on / })
	await page.getByLabel('Day').fill('2020-01-01')
	await page.getByRole('button', { name: 'See free times' }).click()
	await expect(page.getByRole('group', { name: /^No free time on / })).toBeVisible()
	noise.expect(/status of 409/)
	await page.getByRole('button', { name: 'Move' }).click()
	await expect(page.getByRole('alert')).toContainText('This time has passed')
	await page.getByLabel('Day').fill(addDays(dateOfInstant(Date.now()), 4))
	await page.getByLabel('With').selectOption('Bola Obi')
	await page.getByRole('button', { name: 'See free times' }).click()
	await times.getByRole('radio', { name: '3:00 PM' }).check()
	await page.getByRole('button', { name: 'Move' }).click()
	await expect(page.getByText('tell them yourself')).toBeVisible()
	await expect(page.getByText('cut with Bola Obi')).toBeVisible()
	await page.getByRole('link', { name: 'Change this visit' }).click()
	await page.getByLabel('Instead of cut').selectOption('wash, 1 h, ₦3,000')
	await page.getByRole('button', { name: 'See the new price' }).click()
	await expect(page.getByRole('heading', { name: 'Change cut to wash?' })).toBeVisible()
	await expect(page.getByText('The total is ₦3,000 instead of ₦5,000.')).toBeVisible()
	await page.getByRole('button', { name: 'Change it' }).click()
	await expect(page.getByText('wash with Bola Obi')).toBeVisible()
	await page.getByRole('link', { name: 'Change this visit' }).click()
	await page.getByLabel('Note').fill('Left-handed')
	await page.getByRole('button', { name: 'Save the note' }).click()
	await expect(page.getByText('Left-handed')).toBeVisible()
})
