import { expect, test } from '#tests/support/browser-fixture.ts'

test('a visitor gets from the landing page to the businesses', { tag: '@both-when-full' }, async ({
	page,
}) => {
	await page.goto('/')
	await page
		.getByRole('link', { name: 'Get Started' })
		.or(page.getByRole('button', { name: 'Get Started' }))
		.click()
	await expect(page).toHaveURL(/\/discover/)
})

test('an unknown address says so', { tag: ['@full', '@both-when-full'] }, async ({ page, noise }) => {
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

test('Chromium finds nothing that keeps the app from being installed', async ({ page }) => {
	await page.goto('/')
	const browser = await page.context().newCDPSession(page)
	const manifest = await browser.send('Page.getAppManifest')
	expect(manifest.errors).toEqual([])
	const { icons, shortcuts, screenshots, id, scope } = JSON.parse(manifest.data ?? '{}')
	expect([id, scope]).toEqual(['/', '/'])
	expect(icons.map((icon: { purpose: string }) => icon.purpose)).toEqual(
		expect.arrayContaining(['any', 'maskable', 'monochrome']),
	)
	for (const { src } of [...icons, ...screenshots])
		expect((await page.request.get(src)).status(), src).toBe(200)
	for (const { url } of shortcuts) expect((await page.request.get(url)).ok(), url).toBe(true)
	const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
	expect(installabilityErrors).toEqual([])
})

test.describe('on an iPhone', () => {
	test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15' })

	test('the page says how the app is installed by hand', async ({ page }) => {
		await page.goto('/')
		await page.getByRole('button', { name: 'Install' }).click()
		await expect(page.getByText('Tap Share in your browser, then “Add to Home Screen”.')).toBeVisible()
	})
})
