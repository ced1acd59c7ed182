import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addKioskShop } from '#tests/support/kiosk-desk.ts'
import { hydrated } from './hydrated.ts'
import { openKiosk } from './open-kiosk.ts'
import { openServices, reachTimes, type ServiceChoice } from './page-guest.ts'
import { signInAsDemoClient } from './sign-in.ts'

const barber: ServiceChoice = { shopId: 'kings-and-kuts', shop: 'Kings & Kuts', service: 'Beard shape' }

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

/** What is left of an element's look where the system chooses all colours. */
function shapeOf(page: Page, selector: string, pseudo?: string) {
	return page
		.locator(selector)
		.first()
		.evaluate((element, pseudo) => {
			const { borderTopWidth, fontWeight, textDecorationLine } = getComputedStyle(element, pseudo)
			return [borderTopWidth, fontWeight, textDecorationLine].join(' ')
		}, pseudo)
}

async function expectToldApart(page: Page, chosen: string, other: string, pseudo?: string) {
	expect(await shapeOf(page, chosen, pseudo), chosen).not.toBe(await shapeOf(page, other, pseudo))
}

test('the chosen day, time and person are told apart', { tag: '@deep' }, async ({ page }) => {
	await reachTimes(page, barber)
	await expectToldApart(page, '.day[aria-current]', '.day:not([aria-current])')
	await page.locator('.slot input:enabled').first().check({ force: true })
	await expectToldApart(page, '.slot input:checked + span', '.slot input:not(:checked) + span')
	await expectToldApart(page, '.steps .done', '.steps li:not(.done)')
	expect(await shapeOf(page, '.steps li:not(.done)')).not.toMatch(/^0px/)
	await openServices(page, barber)
	await expectToldApart(page, '.opt.chosen', '.opt:not(.chosen)')
})

test('of tabs, chips and dots the current one is told apart, and tags and notices keep an edge', {
	tag: '@deep',
}, async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.goto('/subscriptions')
	await expectToldApart(page, '.chip[aria-current]', '.chip:not([aria-current])')
	await expectToldApart(page, '.bottom-nav [aria-current]', '.bottom-nav a:not([aria-current])')
	expect(await shapeOf(page, '.tag')).not.toMatch(/^0px/)
	await page.goto('/settings')
	await expectToldApart(page, '.chip[aria-pressed="true"]', '.chip[aria-pressed="false"]')
	await page.goto('/wallet')
	await hydrated(page)
	await expectToldApart(page, '.dots [aria-current="true"]', '.dots [aria-current="false"]', '::before')
	await openKiosk(page, site, (await addKioskShop(site)).id)
	await expectToldApart(page, '.kiosk-nav [aria-current]', '.kiosk-nav a:not([aria-current])')
})

test('the focus is seen on links, buttons, fields and times', async ({ page }) => {
	const unseen: string[] = []
	const seen = new Set<string>()
	const walk = async () => {
		for (let i = 0; i < 12; i++) {
			await page.keyboard.press('Tab')
			const [kind = '', outline = ''] = await page.evaluate(() => {
				const focused = document.activeElement
				// The box of a time is drawn by what follows its input.
				const drawn = focused?.closest('.slot')?.querySelector('span') ?? focused ?? document.body
				const { outlineStyle, outlineWidth } = getComputedStyle(drawn)
				const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
				return [focused?.localName ?? '', isSeen ? 'seen' : drawn.outerHTML.slice(0, 120)]
			})
			seen.add(kind)
			if (outline !== 'seen' && kind !== 'body') unseen.push(outline)
		}
	}
	await page.goto('/booking/find')
	await walk()
	await reachTimes(page, barber)
	await page.locator('.slot input:enabled').first().focus()
	await walk()
	expect(unseen).toEqual([])
	expect([...seen]).toEqual(expect.arrayContaining(['a', 'button', 'input']))
})
