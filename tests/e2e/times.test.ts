import { expect, test } from '#tests/support/browser-fixture.ts'
import { sampleOf } from '#tests/support/deep.ts'
import { hydrated } from './hydrated.ts'
import {
	bookAs,
	chooseService,
	newGuest,
	openServices,
	reachFirstTimes,
	reachTimes,
	type ServiceChoice,
} from './page-guest.ts'

const barber: ServiceChoice = { shopId: 'kings-and-kuts', shop: 'Kings & Kuts', service: 'Beard shape' }
const DAY_MS = 86_400_000

test('seven days are shown, then the next seven, up to the last that the shop takes', {
	tag: ['@full', '@both-when-full'],
}, async ({ page }) => {
	await reachFirstTimes(page, barber)
	const days = page.getByRole('navigation', { name: 'Day' }).locator('.day')
	await expect(days).toHaveCount(7)
	await expect(days.first()).toContainText('Today')
	await expect(page.getByRole('link', { name: 'Previous 7 days' })).toHaveCount(0)

	await page.getByRole('link', { name: 'Next 7 days' }).click()
	await expect(days.first()).not.toContainText('Today')
	await expect(page.getByRole('radio').first()).toBeAttached()
	// Its horizon is 14 days.
	await expect(page.getByRole('link', { name: 'Next 7 days' })).toHaveCount(0)
	await page.getByRole('link', { name: 'Previous 7 days' }).click()
	await expect(days.first()).toContainText('Today')
})

test('another day shows its own times, says so, and forgets the time that was ticked', {
	tag: ['@deep', '@both'],
}, async ({ page }) => {
	await reachTimes(page, barber)
	await page.getByRole('radio').first().check()
	const strip = page.getByRole('navigation', { name: 'Day' })
	const other = strip.getByRole('link').nth(2)
	const label = (await other.textContent()) ?? ''
	await other.click()
	await expect(strip.locator('[aria-current="date"]')).toHaveText(label)
	await expect(page.getByRole('status').filter({ hasText: 'Times for' })).toContainText(
		label.replace(/^\D+(\d+) (\w+)$/, '$1 $2'),
	)
	await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('L1: a day whose times are all taken says Full, one without times Closed; neither can be chosen', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page }) => {
	await reachFirstTimes(page, {
		shopId: 'bodija-beauty-lounge',
		shop: 'Bódìjà Beauty Lounge',
		service: 'Blow-out',
	})
	const days = page.getByRole('navigation', { name: 'Day' }).locator('.day')
	await expect(days.nth(1)).toContainText('Full')
	await expect(days.nth(1).and(page.getByRole('link'))).toHaveCount(0)

	await openServices(page, { shopId: 'garden-city-nails' })
	await page.getByRole('button', { name: /min/ }).first().click()
	await page.getByRole('button', { name: 'Any available' }).click()
	await expect(days.first()).toContainText('Closed')
	await expect(days.first().and(page.getByRole('link'))).toHaveCount(0)
})

test('a month shows which days are free, and leads to the times of one', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page }) => {
	await reachTimes(page, barber)
	await page.getByRole('link', { name: 'Month', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Choose a date' })).toBeVisible()
	const days = page.getByRole('navigation').getByRole('link', { name: /^\w+ \d+ \w+$/ })
	const last = days.last()
	const label = (await last.getAttribute('aria-label')) ?? ''
	await last.click()
	await expect(page.getByRole('heading', { name: 'When suits you?' })).toBeVisible()
	const [, dayOfMonth = ''] = /(\d+)/.exec(label) ?? []
	await expect(page.locator('.day[aria-current="date"] b')).toHaveText(dayOfMonth)
	await page.goto('/booking/month?month=1999-01')
	await expect(page.getByRole('link', { name: 'Previous month' })).toHaveCount(0)
	await expect(days.first()).toBeVisible()
})

test('after a time is chosen the Continue button is on the screen', { tag: ['@deep', '@both'] }, async ({
	page,
}) => {
	await reachTimes(page, barber)
	const next = page.getByRole('button', { name: 'Continue to Checkout' })
	for (const place of ['first', 'last'] as const) {
		await page.getByRole('radio')[place]().check()
		await expect(next).toBeInViewport({ ratio: 1 })
		await expect(next).toBeEnabled()
	}
})

test.describe('R48: on a small screen', () => {
	test.use({ viewport: { width: 360, height: 640 } })

	test('a time at the end of a long day brings Continue into view', { tag: ['@deep', '@both'] }, async ({
		page,
	}) => {
		await reachTimes(page, barber)
		await page.getByRole('radio').last().check()
		await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeInViewport({ ratio: 1 })
	})

	test('a tap on a time moves on to Continue; with the keyboard the times stay in reach', async ({
		page,
	}) => {
		await reachTimes(page, barber)
		await hydrated(page)
		const next = page.getByRole('button', { name: 'Continue to Checkout' })
		const times = page.getByRole('radio')
		await times.last().check()
		await expect(next).toBeFocused()
		await times.first().check()
		await expect(next).toBeFocused()
		await times.first().focus()
		await page.keyboard.press('ArrowDown')
		await expect(times.nth(1)).toBeChecked()
		await expect(times.nth(1)).toBeFocused()
	})
})

test('Continue waits for a choice', async ({ page }) => {
	await reachTimes(page, barber)
	await hydrated(page)
	await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeDisabled()
})

test('times are never kept by the browser', async ({ page }) => {
	await reachTimes(page, barber)
	const response = await page.reload()
	expect(response?.headers()['cache-control']).toBe('no-store')
})

const wrongClocks = [
	{ words: 'a day ahead', days: 1 },
	{ words: 'a day behind', days: -1 },
]
for (const { words, days } of sampleOf(wrongClocks, 1)) {
	test(`a phone whose clock is ${words} sees the same times, and books`, { tag: '@full' }, async ({
		page,
		newVisitor,
	}) => {
		const right = await (await newVisitor()).newPage()
		await reachTimes(right, barber)
		await page.clock.setSystemTime(Date.now() + days * DAY_MS)
		await reachTimes(page, barber)
		await hydrated(page)
		for (const part of ['.days', '.slots >> nth=0']) {
			await expect(page.locator(part)).toHaveText((await right.locator(part).textContent()) ?? '')
		}
		await page.getByRole('radio').nth(1).check()
		await page.getByRole('button', { name: 'Continue to Checkout' }).click()
		await expect(page.getByText(/(9|10):\d\d left/)).toBeVisible()
		await bookAs(page, newGuest())
	})
}

test.describe('far away', () => {
	test.use({ timezoneId: 'Pacific/Auckland' })

	test('a phone in another zone sees the times of the shop, and whose they are', async ({
		page,
		newVisitor,
	}) => {
		const lagos = await (await newVisitor()).newPage()
		await reachTimes(lagos, barber)
		await reachTimes(page, barber)
		await hydrated(page)
		await expect(page.locator('.days')).toHaveText((await lagos.locator('.days').textContent()) ?? '')
		await expect(page.getByText('Lagos time')).toBeVisible()
	})
})

test('a person who was chosen by name is shown when the times are', { tag: ['@deep', '@both'] }, async ({
	page,
}) => {
	await openServices(page, barber)
	await chooseService(page, barber)
	await page.getByRole('button', { name: /Chukwuemeka/ }).click()
	await expect(page.getByText(/Beard shape.*Chukwuemeka/)).toBeVisible()
})
