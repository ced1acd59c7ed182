import type { Page } from '@playwright/test'
import { civilAt } from '#app/kernel/zone.server.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { type PaymentSite, startPaymentSite } from '#scripts/site/payment-site.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { isDeep } from '#tests/support/deep.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { bookAs, chooseService, chooseStaff, chooseTime, newGuest } from './page-guest.ts'

/** The most posts from an empty database to the first booking by a customer. */
const MOST_POSTS = 15

const shop = { name: 'Ṣadé & Daughters', email: 'sade@example.com', service: 'Knotless braids' }

/** The link of the newest mail to the owner that leads to this path. */
async function mailedLink(site: PaymentSite, path: string): Promise<string> {
	const found = () =>
		site.mail.mails
			.filter(({ to }) => to.includes(shop.email))
			.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
			.findLast((link) => new URL(link).pathname === path)
	await expect.poll(found).toBeTruthy()
	return found() ?? ''
}

async function ops(site: PaymentSite, words: string[]) {
	const said: string[] = []
	const exitCode = await runOps([...words, '--json'], {
		env: { DATABASE_URL: site.database.url, COOKIE_KEYS: scratchCookieKey },
		say: (line) => said.push(line),
		note: () => {},
		now: Date.now(),
	})
	return { exitCode, ...JSON.parse(said[0] ?? '{}') }
}

async function sendForm(page: Page) {
	await page.goto('/')
	await page.getByRole('link', { name: 'For shops' }).click()
	await page.getByLabel('Name of your shop').fill(shop.name)
	await page.getByLabel('Kind of shop').selectOption('Hair salon or barber')
	await page.getByLabel('Street and number').fill('14 Herbert Macaulay Way')
	await page.getByLabel('Area').fill('Yaba')
	await page.getByLabel('City').fill('Lagos')
	await page.getByLabel('Phone').fill('0803 123 4567')
	await page.getByLabel('Email').fill(shop.email)
	await page.getByLabel('What you offer').fill('Braids, cornrows and locs')
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
}

/** The steps of the owner's page, each with its state. */
async function expectSteps(
	page: Page,
	states: readonly ['Done' | 'To do', 'Done' | 'To do', 'Done' | 'To do'],
) {
	await page.goto('/kiosk/shop')
	const steps = ['Add your services', 'Set your opening hours', 'Add your people'] as const
	for (const [index, name] of steps.entries())
		await expect(page.getByRole('link', { name })).toContainText(states[index] ?? '')
	await expect(page.getByRole('link', { name: 'What a customer sees' })).toHaveCount(0)
}

async function setUpShop(page: Page) {
	await expectSteps(page, ['To do', 'To do', 'To do'])
	await page.getByRole('link', { name: 'Add your services' }).click()
	await page.getByLabel('Name').fill(shop.service)
	await page.getByLabel('Category').selectOption('Hair & Beauty')
	await page.getByLabel('Price in naira').fill('15,000')
	await page.getByLabel('Minutes', { exact: true }).fill('120')
	await page.getByRole('button', { name: 'Add this service' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services and add-ons')

	await expectSteps(page, ['Done', 'To do', 'To do'])
	await page.getByRole('link', { name: 'Set your opening hours' }).click()
	for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
		await page.getByRole('group', { name: day }).getByLabel('From').fill('09:00')
		await page.getByRole('group', { name: day }).getByLabel('To').fill('18:00')
	}
	await page.getByRole('button', { name: 'Save hours' }).click()
	await expect(page.getByText('Hours saved')).toBeVisible()

	await expectSteps(page, ['Done', 'Done', 'To do'])
	await page.getByRole('link', { name: 'Add your people' }).click()
	await page.getByRole('link', { name: 'Add a person' }).click()
	await page.getByLabel('First name').fill('Ṣadé')
	await page.getByLabel('Last name').fill('Bello')
	await expect(page.getByLabel(shop.service)).toBeChecked()
	await expect(page.getByLabel('Works whenever the shop is open')).toBeChecked()
	await page.getByRole('button', { name: 'Add this person' }).click()
	await expect(page.getByRole('link', { name: 'Ṣadé Bello' })).toBeVisible()
}

/** What is booked already keeps the price that its customer saw. */
async function changePrice(page: Page) {
	await page.goto('/kiosk/shop/services')
	await page.getByRole('link', { name: shop.service }).click()
	await page.getByLabel('Price in naira').fill('18,000')
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('link', { name: `${shop.service} ₦18,000` })).toBeVisible()
}

/** The day of a booking cannot be closed over it: the refusal leads to the visit, which Kemi takes over. */
async function meetBooking(page: Page, site: PaymentSite, reference: string) {
	await page.goto('/kiosk/shop/people/new')
	await page.getByLabel('First name').fill('Kemi')
	await page.getByLabel('Last name').fill('Ojo')
	await page.getByRole('button', { name: 'Add this person' }).click()
	await expect(page.getByRole('link', { name: 'Kemi Ojo' })).toBeVisible()
	const [booked] = await site.database.rows(
		`SELECT starts_at, (SELECT time_zone FROM shops) AS zone FROM appointments WHERE reference_number = ?`,
		reference,
	)
	await page.goto('/kiosk/shop/hours')
	await page
		.getByLabel('Day', { exact: true })
		.fill(civilAt(String(booked?.zone), Number(booked?.starts_at)).date)
	await page.getByLabel('Reason').fill('Wedding')
	await page.getByRole('button', { name: 'Close this day' }).click()
	await expect(page.getByRole('button', { name: 'Save, and keep these visits as they are' })).toBeVisible()
	await page.getByRole('link', { name: reference }).click()
	await expect(page.getByText('₦15,000 to pay').first()).toBeVisible()
	await page.getByRole('button', { name: /Kemi Ojo/ }).click()
	await expect(page.getByText(`${shop.service} with Kemi Ojo`)).toBeVisible()
}

async function walkInAndPay(page: Page) {
	await page.goto('/kiosk/walk-in')
	await page.getByRole('link', { name: shop.service }).click()
	await page.getByRole('link', { name: /^Ṣadé Bello/ }).click()
	await page.getByRole('button', { name: 'Book' }).click()
	await expect(page.locator('.toast')).toContainText('Booked')
	await page.goto('/kiosk')
	const row = page.getByRole('listitem').filter({ hasText: 'Walk-in' })
	await row.getByRole('button', { name: /^Complete/ }).click()
	await expect(page.locator('.toast')).toContainText('Completed')
}

/** She has no bookings left, so nothing conflicts. */
async function letPersonGo(page: Page) {
	await page.goto('/kiosk/shop/people')
	await page.getByRole('link', { name: 'Ṣadé Bello' }).click()
	await page.getByLabel('Customers can book them').uncheck()
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('link', { name: 'Ṣadé Bello' })).toContainText('Not bookable')
}

async function bookByPhone(page: Page) {
	await page.goto('/kiosk')
	await page.getByRole('link', { name: 'Day after' }).click()
	await page.waitForURL('**/kiosk?date=*')
	await page.getByRole('link', { name: 'New booking' }).click()
	await page.getByLabel(shop.service).check()
	await page.getByRole('button', { name: 'Next' }).click()
	await page.getByRole('navigation', { name: 'Free times' }).getByRole('link').first().click()
	await page.getByLabel('First name').fill('Efe')
	await page.getByLabel('Phone', { exact: true }).fill('0803 555 0102')
	await page.getByRole('button', { name: 'Book' }).click()
	await expect(page.getByText('with Kemi').first()).toBeVisible()
}

test.describe('from an empty database', () => {
	let site: PaymentSite
	test.beforeAll(async () => {
		site = await startPaymentSite({}, { hasDemo: false })
	})
	test.afterAll(() => site.close(expectSound))

	test('a shop signs up, sets itself up, is booked, changes what it offers, and sees its money', {
		tag: isDeep ? '@both' : '@without-script',
	}, async ({ browser, javaScriptEnabled, noise }) => {
		let posts = 0
		const open = async (address: string) => {
			const context = await browser.newContext({
				baseURL: site.url,
				...(javaScriptEnabled === false && { javaScriptEnabled }),
				extraHTTPHeaders: { 'cf-connecting-ip': address },
			})
			noise.listen(context)
			context.on('request', (request) => {
				if (request.method() === 'POST' && request.url().startsWith(site.url)) posts += 1
			})
			return context.newPage()
		}
		const owner = await open('10.77.0.1')
		await sendForm(owner)
		await owner.goto(await mailedLink(site, '/for-shops/confirm'))
		expect(await ops(site, ['shops', 'waiting'])).toMatchObject({ forms: [] })
		await owner.getByRole('button', { name: 'Yes, confirm my email' }).click()
		await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed')

		const { forms } = await ops(site, ['shops', 'waiting'])
		expect(forms).toMatchObject([{ name: shop.name, alike: [] }])
		const approved = await ops(site, ['shops', 'approve', forms[0].id])
		expect(approved).toMatchObject({ exitCode: 0, isApproved: true })
		expect(await site.worker.scheduled()).toBe('ok')
		await site.database.change('UPDATE shops SET time_zone = ?', zoneAtNoon(Date.now()))

		await owner.goto(await mailedLink(site, '/kiosk/open'))
		await owner.getByLabel('Choose a PIN').fill('4826')
		await owner.getByLabel('Confirm the PIN').fill('4826')
		await owner.getByRole('button', { name: 'Make this my device' }).click()
		await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Your shop')

		const customer = await open('10.77.0.2')
		const card = customer.getByRole('listitem').filter({ hasText: shop.name })
		await customer.goto('/discover')
		await expect(card).toHaveCount(0)
		await setUpShop(owner)
		await owner.goto('/kiosk/shop')
		await expect(owner.getByText('Customers can book you')).toBeVisible()
		await expect(owner.getByRole('link', { name: 'Add your services' })).toHaveCount(0)
		await owner.getByRole('link', { name: 'What a customer sees' }).click()
		await expect(owner.getByRole('heading', { level: 1 })).toHaveText(shop.name)

		await customer.goto('/discover?near=Lagos')
		await expect(card).toContainText('Yaba')
		await expect(card).not.toContainText(/\d km/)
		await card.getByRole('link', { name: 'Details' }).click()
		await expect(customer.getByRole('heading', { level: 1 })).toHaveText(shop.name)
		await customer.getByRole('link', { name: 'Book Now' }).click()
		await chooseService(customer, shop)
		await chooseStaff(customer)
		await chooseTime(customer)
		const reference = await bookAs(customer, newGuest())
		expect(
			await site.database.rows('SELECT shop_id FROM appointments WHERE reference_number = ?', reference),
		).toEqual([{ shop_id: approved.shopId }])
		expect(posts).toBeLessThanOrEqual(MOST_POSTS)
		expect(posts).toBeGreaterThan(8)

		noise.expect(/status of 409/)
		await changePrice(owner)
		await meetBooking(owner, site, reference)
		await walkInAndPay(owner)
		await letPersonGo(owner)
		await bookByPhone(owner)
		await owner.goto('/kiosk/shop/takings')
		const byPerson = owner.locator('section', { has: owner.getByRole('heading', { name: 'By person' }) })
		await expect(byPerson).toContainText('Ṣadé Bello₦18,000')
		await expect(byPerson).not.toContainText('Kemi')
		await owner.context().close()
		await customer.context().close()
	})
})
