import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'

test('data saver is switched on, and pages ask for less', { tag: ['@full', '@both-when-full'] }, async ({
	page,
	context,
	site,
}) => {
	const { token } = await addSignedInPerson(site.database, { at: Date.now() })
	await context.addCookies([{ name: 'session', value: token, url: site.url }])
	await page.goto('/settings')
	await page.getByRole('button', { name: 'Data saver On' }).click()
	await expect(page.getByRole('button', { name: 'Data saver On' })).toHaveAttribute('aria-pressed', 'true')
	const asked: string[] = []
	page.on('request', (request) => asked.push(request.resourceType()))
	await page.goto('/discover')
	await page.waitForLoadState('networkidle')
	// A tap on what needs no script starts none.
	await page.getByRole('heading', { level: 2 }).first().tap()
	await page.waitForLoadState('networkidle')
	expect(asked).not.toContain('script')
	expect(await page.locator('li img').count()).toBeLessThanOrEqual(1)
	await page.goto('/settings')
	await page.getByRole('button', { name: 'Data saver Off' }).click()
	await expect(page.getByRole('button', { name: 'Data saver Off' })).toHaveAttribute('aria-pressed', 'true')
})
