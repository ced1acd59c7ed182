import type { Page } from '@playwright/test'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { openCheckout } from './page-guest.ts'
import { flawsOfThisScreen } from './screen-flaws.ts'

const narrow = { width: 320, height: 640 }
const usual = { width: 360, height: 740 }

/** Words in a column of a word a line, and what else is wrong with the page on these screens. */
async function flawsOn(screens: (typeof usual)[], page: Page): Promise<string[]> {
	const flaws: string[] = []
	for (const size of screens) {
		await page.setViewportSize(size)
		const words = page.locator('.action-bar').getByText(/is yours until|has ended/)
		const { width = 0 } = (await words.boundingBox()) ?? {}
		if (width < size.width / 2) flaws.push(`${size.width} px: words of ${Math.round(width)} px`)
		flaws.push(...(await flawsOfThisScreen(page)).map((flaw) => `${size.width} px: ${flaw}`))
	}
	return flaws
}

/** How much the bar says depends on the hour: here always as much as in the evening, of a visit the next morning. */
async function showLongestWords(page: Page) {
	await page.locator('.action-bar').evaluate((bar) => {
		const [when, , until] = bar.querySelector('span')?.childNodes ?? []
		const note = bar.querySelector('.action-note')
		if (!when || !until || !note) throw new Error('The bar says less than it did.')
		when.textContent = 'Tomorrow, 10:30 AM'
		until.textContent = '12:44 PM'
		note.textContent = 'It’s too late for a free cancellation: online payments won’t be refunded.'
	})
}

test('M6: on a narrow phone a hold reads well while it is new, nearly over and over', {
	tag: '@full',
}, async ({ page, site }) => {
	await page.clock.install()
	await openCheckout(page, site)
	const bar = page.locator('.action-bar')
	const longer = bar.getByRole('button', { name: '10 more minutes' })
	await expect(bar.getByText(/:\d\d left/)).toBeVisible()
	await expect(longer).toHaveCount(0)
	await showLongestWords(page)
	expect(await flawsOn([narrow, usual], page), 'new').toEqual([])

	await page.clock.fastForward(8 * MINUTE_MS)
	await expect(longer).toBeVisible()
	expect(await flawsOn([narrow, usual], page), 'nearly over').toEqual([])

	// What to do now may take more than a third of the lowest screen: it is asked once.
	await page.clock.fastForward(3 * MINUTE_MS)
	await expect(bar.getByRole('button', { name: 'Hold it again' })).toBeVisible()
	expect(await flawsOn([usual], page), 'over').toEqual([])
})
