import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser-fixture.ts'

function names(page: Page) {
	return page.getByRole('listitem').getByRole('heading', { level: 3 })
}

test('a search finds a business, keeps what was typed, and says when there is none', {
	tag: '@both',
}, async ({ page }) => {
	await page.goto('/discover')
	const box = page.getByRole('searchbox', { name: 'Search services, salons' })
	await box.fill('hammam')
	await page.getByRole('button', { name: 'Search' }).click()
	await expect(names(page)).toHaveText(['Hasken Spa & Hammam'])
	await expect(box).toHaveValue('hammam')

	await box.fill('zzzz nothing')
	await box.press('Enter')
	await expect(page.getByText('No businesses found matching your criteria.')).toBeVisible()
	await page.getByRole('link', { name: 'Show all shops' }).click()
	await expect(names(page).first()).toBeVisible()
	await expect(box).toHaveValue('')
})

test('a category chip shows that category, is marked, and stays while searching', {
	tag: ['@deep', '@both'],
}, async ({ page }) => {
	await page.goto('/discover')
	await expect(page.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', /.+/)
	await page.getByRole('link', { name: 'Nails', exact: true }).click()
	await expect(page.getByRole('link', { name: 'Nails', exact: true })).toHaveAttribute('aria-current', /.+/)
	await expect(names(page).filter({ hasText: 'Nailed by Zina' })).toBeVisible()
	await expect(names(page).filter({ hasText: 'Kings & Kuts' })).toHaveCount(0)

	const box = page.getByRole('searchbox')
	await box.fill('garden')
	await box.press('Enter')
	await expect(names(page)).toHaveText(['Garden City Nails'])
	await expect(page.getByRole('link', { name: 'Nails', exact: true })).toHaveAttribute('aria-current', /.+/)
})

test('paging shows every business once', { tag: ['@deep', '@both'] }, async ({ page, site }) => {
	const rows = await site.database.rows('SELECT name FROM shops WHERE is_listed = 1')
	const seen: string[] = []
	const more = page.getByRole('link', { name: 'Show more shops' })
	await page.goto('/discover')
	for (;;) {
		await expect(names(page).first()).toBeVisible()
		const shown = await names(page).allTextContents()
		seen.push(...shown)
		if ((await more.count()) === 0) break
		await more.click()
		await expect(names(page).first()).not.toHaveText(shown[0] ?? '')
	}
	expect(seen.toSorted()).toEqual(rows.map((row) => String(row.name)).toSorted())
})

test('a typed area shows how far each business is, the nearest first; an unknown one is said at the field', {
	tag: ['@full', '@both-when-full'],
}, async ({ page }) => {
	await page.goto('/discover')
	await expect(page.getByText(/\d km/)).toHaveCount(0)
	await page.getByText('Near me').click()
	const field = page.getByLabel('Where are you?')
	await field.fill('Yaba')
	await page.getByRole('button', { name: 'Show', exact: true }).click()
	await expect(page.getByText('Near Yaba')).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Nearest' })).toBeVisible()
	const shown = await page.getByText(/ km$/).allTextContents()
	const kilometres = shown.map((text) => Number(/([\d.]+) km/.exec(text)?.[1]))
	expect(kilometres.length).toBeGreaterThan(3)
	expect(kilometres).toEqual(kilometres.toSorted((a, b) => a - b))

	await page.goto('/discover?near=Atlantis')
	await expect(field).toHaveAccessibleDescription(/We don’t have any shops in ‘Atlantis’ yet/)
})

test('the phone is asked where it is when Near me is tapped, and told on to a hundred metres', async ({
	page,
	context,
}) => {
	await context.grantPermissions(['geolocation'])
	await context.setGeolocation({ latitude: 6.509_512_3, longitude: 3.371_198_7 })
	await page.goto('/discover')
	await page.getByText('Near me').click()
	await expect(page.getByText('Near you')).toBeVisible()
	await expect(page).toHaveURL('/discover?lat=6.51&lng=3.371')
	await expect(page.getByRole('heading', { name: 'Nearest' })).toBeVisible()
})

test('a phone that does not say where it is leaves the area to be typed', async ({ page, context }) => {
	await context.clearPermissions()
	await page.goto('/discover')
	await page.getByText('Near me').click()
	await expect(page.getByText('We couldn’t get your location. Type an area instead.')).toBeVisible()
	await expect(page.getByLabel('Where are you?')).toBeVisible()
})

test('the soonest free time on a card is offered at the end of its Book Now', {
	tag: ['@deep', '@both'],
}, async ({ page }) => {
	// The times of shops not looked at yet are found beside the first answer.
	await page.goto('/discover?sort=recommended')
	await expect(async () => {
		await page.goto('/discover')
		await page.getByText('Sort and filter').click()
		await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Soonest free')
		await page.getByRole('combobox', { name: 'Free', exact: true }).selectOption('This week')
		await page.getByRole('button', { name: 'Show shops' }).click()
		await expect(page.getByRole('heading', { name: 'Soonest free' })).toBeVisible()
		await expect(page.getByText('Earliest:').first()).toBeVisible({ timeout: 1_000 })
	}).toPass()
	const said = /Earliest: (\w+) (.*)/.exec((await page.getByText('Earliest:').first().textContent()) ?? '')
	await page.getByRole('link', { name: 'Book Now' }).first().click()
	await page
		.getByRole('button', { name: `Earliest: ${said?.[1]} ${said?.[2]}` })
		.first()
		.click()
	await page.getByRole('button', { name: /Any/ }).first().click()
	await expect(page.getByRole('heading', { name: 'When suits you?' })).toBeVisible()
	await expect(page.getByText(said?.[2] ?? 'no time', { exact: true }).first()).toBeVisible()
})

test('filters that leave nothing are cleared by one tap', { tag: ['@full', '@both-when-full'] }, async ({
	page,
}) => {
	await page.goto('/discover?q=hammam&category=fitness&price=5000')
	await expect(page.getByText('No businesses found matching your criteria.')).toBeVisible()
	await page.getByRole('link', { name: 'Clear filters' }).click()
	await expect(names(page)).toHaveText(['Hasken Spa & Hammam'])
})

test('M19: filters show what they did: the list with its count in view, and each filter to take off', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, javaScriptEnabled }) => {
	await page.goto('/discover')
	await page.getByText('Sort and filter').click()
	await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Top rated')
	await page.getByRole('combobox', { name: 'Price' }).selectOption('≤ ₦15,000')
	await page.getByRole('button', { name: 'Show shops' }).click()
	await expect(page).toHaveURL('/discover?sort=rating&price=15000#list')
	const heading = page.getByRole('heading', { name: /^Top rated · \d+\+? shop/ })
	await expect(heading).toBeInViewport()
	if (javaScriptEnabled) await expect(heading).toBeFocused()
	await expect(page.getByRole('button', { name: 'Show shops' })).toBeHidden()
	await page.getByRole('link', { name: '≤ ₦15,000: remove' }).click()
	await expect(page).toHaveURL('/discover?sort=rating')
	await page.getByText('Sort and filter').click()
	await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Recommended')
	await page.getByRole('button', { name: 'Show shops' }).click()
	await expect(page.getByRole('heading', { name: 'Top rated' })).toHaveCount(0)
})

test('each filter that is asked for most is one tap, and one more takes it off', {
	tag: ['@deep', '@both'],
}, async ({ page }) => {
	for (const [words, path] of [
		['Today', '/discover?free=today'],
		['Open now', '/discover?open=1'],
		['≤ ₦5,000', '/discover?price=5000'],
	] as const) {
		await page.goto('/discover')
		await page.getByRole('link', { name: words, exact: true }).click()
		await expect(page).toHaveURL(path)
		const chosen = page.getByRole('link', { name: `${words}: remove` })
		await expect(chosen).toHaveAttribute('aria-current', 'true')
		await chosen.click()
		await expect(page).toHaveURL('/discover')
		await expect(page.getByRole('heading', { name: 'Featured Businesses' })).toBeVisible()
	}
})

test('the first screen holds a whole card, with its Book Now above the tabs', {
	tag: '@both-when-deep',
}, async ({ page }) => {
	await page.goto('/discover')
	const tabs = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
	const button = await page.getByRole('link', { name: 'Book Now' }).first().boundingBox()
	expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
})

test('with nothing near the list goes further and says so', { tag: ['@deep', '@both'] }, async ({ page }) => {
	await page.goto('/discover?near=Bodija&category=fitness&sort=rating')
	await expect(page.getByText('Nothing within 25 km. Showing up to 120 km.')).toBeVisible()
	await expect(names(page).first()).toBeVisible()
	await page.goto('/discover?near=Wuse&category=fitness&sort=rating')
	await expect(page.getByText('Nothing within 120 km. Showing what is further away.')).toBeVisible()
})

test('a heart leads a guest to sign in, and back from there', { tag: ['@full', '@both-when-deep'] }, async ({
	page,
}) => {
	await page.goto('/discover?category=nails')
	await page.getByRole('button', { name: 'Add Nailed by Zina to favorites' }).click()
	await expect(page).toHaveURL(/\/login\?redirectTo=%2Fdiscover%3Fcategory%3Dnails/)
})

test('the bell says welcome', { tag: ['@deep', '@both'] }, async ({ page }) => {
	await page.goto('/discover')
	await page.getByRole('button', { name: 'Notifications' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Welcome' })).toBeVisible()
})

test('a list that cannot be loaded says so, and comes with the next try', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise }) => {
	noise.expect(/503/)
	site.proxy.inject({ kind: 'bad-gateway' })
	// An address without a shared copy: Discover itself has one.
	await page.goto('/discover?category=spa')
	await expect(page.getByText('Failed to load businesses. Please try again.')).toBeVisible()
	site.proxy.heal()
	await page.getByRole('link', { name: 'Try again' }).click()
	await expect(names(page).first()).toBeVisible()
})

test('a business without services cannot be booked, and no button is dead', {
	tag: ['@deep', '@both'],
}, async ({ page }) => {
	await page.goto('/business/zuma-nail-bar')
	await expect(page.getByText('This shop has no services to book yet.')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Book Now' })).toHaveCount(0)
	await page.getByRole('link', { name: 'Find another shop' }).click()
	await expect(page).toHaveURL('/discover')

	await page.goto('/booking/service-selection?shop=zuma-nail-bar')
	await expect(page.getByText('No services available')).toBeVisible()
})

test('a business that is not there says so', { tag: ['@full', '@both-when-deep'] }, async ({
	page,
	noise,
}) => {
	noise.expect(/404/)
	await page.goto('/business/nobody')
	await expect(page.getByText('Business Not Found')).toBeVisible()
	await page.getByRole('link', { name: 'Back to Discover' }).click()
	await expect(names(page).first()).toBeVisible()
})
