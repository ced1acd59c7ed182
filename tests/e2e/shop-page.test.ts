import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { expect, test } from '#tests/support/browser-fixture.ts'

test('the page of a shop says how it is found, and leads to its WhatsApp and to friends', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site }) => {
	await page.goto('/business/ade-hair-studio')
	await expect(page.locator('address')).toContainText('Opposite the Total filling station')
	await expect(page.getByRole('link', { name: 'WhatsApp Us' })).toHaveAttribute(
		'href',
		/^https:\/\/wa\.me\/234\d{10}$/,
	)
	const share = await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')
	const said = new URL(share ?? '').searchParams.get('text') ?? ''
	expect(said).toContain('Adé Hair Studio, 14 Herbert Macaulay Way')

	await page.goto(said.slice(said.lastIndexOf(' ') + 1))
	await expect(page).toHaveURL(`${site.url}/business/ade-hair-studio`)
	await page.getByRole('link', { name: 'Older reviews' }).click()
	await expect(page.locator('.review time').first()).toHaveAttribute('datetime', /^\d{4}-\d\d$/)
})

test('a shop prints a poster on one sheet, and a phone that reads it comes to the shop', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site }) => {
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	await page.setViewportSize({ width: 680, height: 1010 })
	await page.goto('/s/mama-iyabo/qr')
	// Paper is white, also for who likes it dark.
	await expect(page.locator('.page')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
	await expect(page.getByText('To print')).toBeHidden()
	expect((await page.locator('.poster').boundingBox())?.height).toBeLessThan(1010)
	const { data, width, height } = PNG.sync.read(await page.screenshot())
	const read = jsQR(new Uint8ClampedArray(data), width, height)?.data
	expect(read).toBe(`${site.url}/s/mama-iyabo`)
	await page.goto(read ?? '')
	await expect(page).toHaveURL(/\/business\/mama-iyabo$/)
})

test('the browser may keep a page of nobody for the way back, and no other', async ({ page, context }) => {
	const client = await context.newCDPSession(page)
	await client.send('Page.enable')
	const reasons: string[] = []
	client.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
		for (const { reason } of notRestoredExplanations) reasons.push(reason)
	})
	const reasonsAgainst = async (path: string) => {
		reasons.length = 0
		await page.goto(path)
		await page.goto('/business/itura-spa')
		await page.goBack()
		// That the tests' own browser keeps no page is always among them.
		await expect.poll(() => reasons.length).toBeGreaterThan(0)
		return reasons.filter((reason) => /NoStore|Unload|Handler|WebSocket|Worker|Lock/.test(reason))
	}
	expect(await reasonsAgainst('/discover')).toEqual([])
	expect(await reasonsAgainst('/business/ade-hair-studio')).toEqual([])
	expect(await reasonsAgainst('/login')).toContain('MainResourceHasCacheControlNoStore')
})
