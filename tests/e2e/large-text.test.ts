import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { sampleOf } from '#tests/support/deep.ts'
import { reachCheckout, reachTimes, type ServiceChoice } from './page-guest.ts'
import { signInAsDemoClient } from './sign-in.ts'
import { setTextSize } from './text-size.ts'

const cornrows: ServiceChoice = { shopId: 'ade-hair-studio', shop: 'Adé Hair Studio', service: 'Cornrows' }

/** Walks through the page with Tab, and gives what has the focus while a bar at the foot lies over it. */
async function hiddenWhileFocused(page: Page): Promise<string[]> {
	const hidden: string[] = []
	await page.locator('h1').click()
	for (let stop = 1; stop <= 30; stop++) {
		await page.keyboard.press('Tab')
		const under = await page.evaluate(() => {
			const element = document.activeElement
			const bar = document.querySelector('.action-bar')
			if (!element || element === document.body || bar?.contains(element)) return null
			const { left, top, width, height } = element.getBoundingClientRect()
			const met = document.elementFromPoint(left + width / 2, top + height / 2)
			return bar?.contains(met) ? element.outerHTML.slice(0, 120) : null
		})
		if (under) hidden.push(under)
	}
	return hidden
}

const screens = [
	{ name: 'text of 200 %', size: { width: 360, height: 740 }, text: 32 },
	{ name: 'a phone in landscape', size: { width: 740, height: 360 }, text: 16 },
]

for (const { name, size, text } of sampleOf(screens, 1)) {
	test(`M23: with ${name} the bar at the foot hides nothing that has the focus`, {
		tag: ['@full', '@both-when-deep'],
	}, async ({ page }) => {
		await page.setViewportSize(size)
		await setTextSize(page, text)
		await reachTimes(page, cornrows)
		expect(await hiddenWhileFocused(page)).toEqual([])
		await reachCheckout(page, cornrows)
		expect(await hiddenWhileFocused(page)).toEqual([])
	})
}

/** Texts that reach out of the card around them, where its edge cuts them off. */
const textsCutByTheirCard = (page: Page) =>
	page.locator('.card').evaluateAll((cards) =>
		cards.flatMap((card) => {
			const edge = card.getBoundingClientRect().right
			const range = document.createRange()
			return [...card.querySelectorAll(':not(.sr)')].flatMap((element) =>
				[...element.childNodes].flatMap((node) => {
					if (node.nodeType !== Node.TEXT_NODE || element.closest('.sr, .chips')) return []
					range.selectNodeContents(node)
					return range.getBoundingClientRect().right > edge + 1 ? [node.textContent] : []
				}),
			)
		}),
	)

test('with text of 200 % no sum and no word of a card is cut off', { tag: '@both-when-deep' }, async ({
	page,
	site,
}) => {
	await setTextSize(page, 32)
	await signInAsDemoClient(page, site)
	for (const address of [
		'/wallet',
		'/wallet/cards',
		'/wallet/cashback',
		'/rewards',
		'/business/ade-hair-studio',
	]) {
		await page.goto(address)
		await expect(page.locator('.card').first()).toBeVisible()
		expect(await textsCutByTheirCard(page), address).toEqual([])
		const [content, screen] = await page.evaluate(() => {
			const { scrollWidth, clientWidth } = document.documentElement
			return [scrollWidth, clientWidth]
		})
		expect(content, `${address} scrolls sideways`).toBe(screen)
	}
})

test('with text of 200 % a price goes below the name of its service', { tag: '@both-when-deep' }, async ({
	page,
}) => {
	await setTextSize(page, 32)
	for (const address of ['/business/ade-hair-studio', '/booking/service-selection?shop=ade-hair-studio']) {
		await page.goto(address)
		const name = page.getByText('Cornrows', { exact: true }).first()
		const lines = await name.evaluate((element) => {
			const range = document.createRange()
			range.selectNodeContents(element)
			return range.getClientRects().length
		})
		expect(lines, `a word is broken at ${address}`).toBe(1)
	}
})
