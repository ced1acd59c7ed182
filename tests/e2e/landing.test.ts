import { expect, test } from '#tests/support/browser-fixture.ts'

test('a visitor gets from the landing page to the businesses', { tag: '@both' }, async ({ page }) => {
	await page.goto('/')
	await page
		.getByRole('link', { name: 'Get Started' })
		.or(page.getByRole('button', { name: 'Get Started' }))
		.click()
	await expect(page).toHaveURL(/\/discover/)
})

test('an unknown address says so', { tag: '@both' }, async ({ page, noise }) => {
	noise.expect(/404/)
	await page.goto('/no-such-page')
	await expect(page.getByText('Oops! Page not found')).toBeVisible()
})

test('another visitor has the same kind of phone', async ({ newVisitor }) => {
	const visitor = await newVisitor()
	const page = await visitor.newPage()
	await page.goto('/')
	expect(page.viewportSize()).toEqual({ width: 360, height: 740 })
})
