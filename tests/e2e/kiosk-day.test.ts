import type { Page } from '@playwright/test'
import { voucherWords } from '#app/domain/loyalty/voucher-words.server.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { KIOSK_IDLE_MS } from '#app/kernel/vocabulary/shops.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { hydrated } from './hydrated.ts'
import { openKiosk } from './open-kiosk.ts'
import { carrySession } from './sign-in.ts'

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const said = (page: Page) => page.locator('.toast')

/** A punch card that gives a reward at the first visit, and a customer who has joined it. */
async function addMember(site: Site, shopId: string) {
	const { database } = site
	const person = await addSignedInPerson(database, { at: Date.now(), firstName: 'Ngozi', isVerified: true })
	const program = `card-of-${shopId}`
	await database.change(
		`INSERT INTO loyalty_programs (id, shop_id, kind, name, status, minimum_spend_kobo, created_at)
			VALUES (?, ?, 'punch_card', 'Card', 'active', 0, 0)`,
		program,
		shopId,
	)
	await database.change(
		'INSERT INTO punch_cards (program_id, visits_required, is_cyclic) VALUES (?, 5, 1)',
		program,
	)
	await database.change(
		`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, value, unit, description)
			VALUES (?, ?, 1, 'manual', 1, 'kobo', 'A cold drink')`,
		`${program}-1`,
		program,
	)
	await database.change(
		`INSERT INTO loyalty_enrollments (id, program_id, shop_id, user_id, enrolled_at) VALUES (?, ?, ?, ?, 0)`,
		`${program}-${person.userId}`,
		program,
		shopId,
		person.userId,
	)
	return person
}

test('a shop goes through its day at the kiosk, and the customer sees it', {
	tag: '@both-when-deep',
}, async ({ page, site, newVisitor, noise }) => {
	noise.expect(/the server responded with a status of 400/)
	const shop = await addKioskShop(site)
	const member = await addMember(site, shop.id)
	const appointment = (
		inMinutes: number,
		firstName: string,
		more: Partial<Parameters<typeof addAppointment>[2]> = {},
	) => addAppointment(site, shop, { inMinutes, firstName, ...more })
	await appointment(-90, 'Ngozi', { userId: member.userId })
	await appointment(-45, 'Missing')
	await appointment(60, 'Cancelled')
	await appointment(120, 'Handed')
	await appointment(180, 'Paying', { method: 'TRANSFER' })
	await openKiosk(page, site, shop.id)

	await test.step('somebody arrives and is completed by one tap each', async () => {
		await rowOf(page, 'Ngozi Obi')
			.getByRole('button', { name: /^Arrived/ })
			.click()
		await expect(said(page)).toContainText('Arrived')
		await rowOf(page, 'Ngozi Obi')
			.getByRole('button', { name: /^Complete/ })
			.click()
		await expect(said(page)).toContainText('Completed')
	})
	await test.step('completing is taken back, and done again', async () => {
		await said(page).getByRole('button', { name: 'Undo' }).click()
		await expect(said(page)).toContainText('the visit is open again')
		await rowOf(page, 'Ngozi Obi')
			.getByRole('button', { name: /^Complete/ })
			.click()
		await expect(said(page)).toContainText('Completed')
	})
	const customer = await (await newVisitor()).newPage()
	await test.step('the customer has a stamp and a reward, which is compared and used at the counter', async () => {
		await carrySession(customer.context(), site, member)
		await customer.goto(`${site.url}/rewards`)
		await expect(customer.getByRole('heading', { name: 'A cold drink' })).toBeVisible()
		const [reward] = await site.database.rows('SELECT code FROM rewards WHERE user_id = ?', member.userId)
		await page.getByRole('link', { name: 'Scan' }).click()
		await page.getByLabel('Code', { exact: true }).fill(String(reward?.code))
		await page.getByRole('button', { name: 'Check this code' }).click()
		const words = [0, MINUTE_MS].map((ago) => voucherWords([scratchCookieKey], shop.id, Date.now() - ago))
		await expect(page.getByText(new RegExp(words.join('|')))).toBeVisible()
		await page.getByRole('button', { name: 'Mark as used' }).click()
		await expect(page.getByText('Reward used')).toBeVisible()
		await customer.goto(`${site.url}/rewards?tab=claimed`)
		await expect(customer.getByText(/Used on/)).toBeVisible()
		await page.getByRole('link', { name: 'Today' }).click()
	})
	await test.step('somebody does not come', async () => {
		await rowOf(page, 'Missing')
			.getByRole('button', { name: /^No-show/ })
			.click()
		await expect(said(page)).toContainText('Marked as no-show')
		await expect(rowOf(page, 'Missing')).toContainText('No-show')
	})
	await test.step('a visit is cancelled with a reason', async () => {
		await page.getByRole('link', { name: 'Cancelled Obi', exact: true }).click()
		await page.getByRole('link', { name: 'Cancel this visit' }).click()
		await expect(page.getByText('What the customer gets back')).toBeVisible()
		await page.getByLabel('Why?').fill('    ')
		await page.getByRole('button', { name: 'Cancel the visit' }).click()
		await expect(page.getByRole('alert')).toContainText('Please say why')
		await page.getByLabel('Why?').fill('The water is off')
		await page.getByRole('button', { name: 'Cancel the visit' }).click()
		await expect(said(page)).toContainText('Cancelled')
	})
	await test.step('a visit is handed over', async () => {
		await page.getByRole('link', { name: 'Handed Obi', exact: true }).click()
		await page.getByRole('button', { name: /Bola Obi/ }).click()
		await expect(said(page)).toContainText('Handed over')
		await expect(page.getByText('cut with Bola Obi')).toBeVisible()
		await page.getByRole('link', { name: 'Back to the list' }).click()
	})
	await test.step('a transfer came', async () => {
		await page.getByRole('link', { name: 'Paying Obi', exact: true }).click()
		await page.getByRole('button', { name: /^Transfer of ₦5,000 received/ }).click()
		await expect(said(page)).toContainText('Transfer marked as paid')
	})
	await test.step('a walk-in is booked in three taps', async () => {
		await page.getByRole('link', { name: 'Walk-in', exact: true }).click()
		await page.getByRole('link', { name: /^cut/ }).click()
		await page.getByRole('link', { name: /^Ada Obi/ }).click()
		await page.getByRole('button', { name: 'Book' }).click()
		await expect(said(page)).toContainText('Booked')
		await expect(page.getByText('Walk-in').first()).toBeVisible()
	})
	await test.step('time is blocked and freed', async () => {
		await page.getByRole('link', { name: 'More' }).click()
		await page.getByRole('link', { name: 'Block time' }).click()
		await page.getByRole('checkbox', { name: 'Bola Obi' }).check()
		await page.getByLabel('From').fill('22:00')
		await page.getByLabel('To', { exact: true }).fill('22:30')
		await page.getByLabel('Reason').fill('Bank')
		await page.getByRole('button', { name: 'Block', exact: true }).click()
		await expect(said(page)).toContainText('Blocked')
		await page.getByRole('button', { name: /^Unblock/ }).click()
		await expect(said(page)).toContainText('Unblocked')
	})
	await test.step('what was done is written down', async () => {
		await page.goto('/kiosk/more')
		for (const words of [
			'Customer arrived',
			'Visit opened again',
			'Visit cancelled',
			'Walk-in booked',
			'Time blocked',
		])
			await expect(page.getByText(words).first()).toBeVisible()
	})
})

test('O6: a day ahead is chosen by its date, and printed without what only a screen needs', {
	tag: '@both-when-full',
}, async ({ page, site }) => {
	const shop = await addKioskShop(site)
	const inMinutes = 3 * 24 * 60
	await addAppointment(site, shop, { inMinutes, firstName: 'Later' })
	const zone = zoneAtNoon(Date.now())
	const { date } = civilAt(zone, Date.now() + inMinutes * MINUTE_MS)
	await openKiosk(page, site, shop.id)
	await page.getByText('Date and view').click()
	await page.getByLabel('Date').fill(date)
	await page.getByRole('button', { name: 'Go' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(shortDateLabel(date))
	await expect(page.getByLabel('Date')).toHaveValue(date)
	await expect(page.getByRole('link', { name: 'Later Obi', exact: true })).toBeVisible()
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Later Obi', exact: true })).toBeVisible()
	await expect(page.getByText('₦5,000 to pay')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Later Obi', exact: true })).toHaveCSS('color', 'rgb(0, 0, 0)')
	await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
	for (const role of ['navigation', 'button', 'textbox'] as const)
		await expect(page.getByRole(role)).toHaveCount(0)
})

test('with script the list looks again by itself, and pages with fields never do', async ({ page, site }) => {
	const shop = await addKioskShop(site)
	await page.clock.install()
	await openKiosk(page, site, shop.id)
	await hydrated(page)
	await addAppointment(site, shop, { inMinutes: 30, firstName: 'Sudden' })
	await page.clock.runFor(46_000)
	await expect(page.getByRole('link', { name: 'Sudden Obi', exact: true })).toBeVisible()
	await page.goto('/kiosk/block')
	await hydrated(page)
	const asked: string[] = []
	page.on('request', (request) => {
		// Remix learns of the links' routes once, when it finds time: that reads nothing of the page.
		if (!request.url().includes('/__manifest')) asked.push(request.url())
	})
	await page.getByLabel('Reason').fill('Bank')
	await page.clock.runFor(180_000)
	expect(asked).toEqual([])
	await expect(page.getByLabel('Reason')).toHaveValue('Bank')
})

test('with script a page that was left open gives way to the PIN, and an open one stays', async ({
	page,
	site,
}) => {
	const shop = await addKioskShop(site)
	await page.clock.install()
	await openKiosk(page, site, shop.id)
	await page.goto('/kiosk/block')
	await hydrated(page)
	await page.getByLabel('Reason').fill('Bank')
	const stillOpen = page.waitForResponse('**/kiosk/fresh')
	await page.clock.runFor(KIOSK_IDLE_MS / 2)
	await stillOpen
	await expect(page.getByLabel('Reason')).toHaveValue('Bank')
	await page.context().clearCookies({ name: 'touch' })
	await page.clock.runFor(KIOSK_IDLE_MS / 2)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Locked')
})

test('on a phone the first visit of the day begins in the upper third, below two rows of controls', async ({
	page,
	site,
}) => {
	const shop = await addKioskShop(site)
	await addAppointment(site, shop, { inMinutes: 30 })
	await page.setViewportSize({ width: 360, height: 740 })
	await openKiosk(page, site, shop.id)
	const top = async () => (await page.locator('.visit').first().boundingBox())?.y ?? 740
	expect(await top()).toBeLessThan(740 / 3)
	await page.getByText('Date and view').click()
	for (const name of ['By time', 'By person', 'Calendar'])
		await expect(page.getByRole('link', { name })).toBeVisible()
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.goto('/kiosk')
	await expect(page.getByRole('link', { name: 'By person' })).toBeVisible()
})
