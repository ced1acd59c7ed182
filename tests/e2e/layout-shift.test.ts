import type { Page } from '@playwright/test'
import { demoShopId } from '#scripts/site/browser-guest.ts'
import { pageViews } from '#scripts/site/page-cases.ts'
import { servedRoutes } from '#scripts/site/route-table.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { sampleOf } from '#tests/support/deep.ts'
import { hydrated } from './hydrated.ts'
import { braids, chooseService, openCheckout, openServices } from './page-guest.ts'
import { signIn } from './sign-in.ts'

const views = pageViews(await servedRoutes())

/** The phones' zone, of playwright.config.ts. */
const LAGOS_HOURS_AHEAD = 1

/** A phone of ours, and the one that Lighthouse measures with. */
const viewports = sampleOf(
	[
		{ width: 360, height: 740 },
		{ width: 412, height: 823 },
	],
	1,
)

/** Runs before the page's own scripts. A text, because a compiled function would need its compiler's helpers. */
const watch = `
window.shifts = []
new PerformanceObserver((list) => {
	for (const { value, sources, hadRecentInput } of list.getEntries()) {
		const moved = sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80))
		if (!hadRecentInput) shifts.push(value.toFixed(4) + ' ' + location.pathname + ' ' + moved.join(' | '))
	}
}).observe({ type: 'layout-shift', buffered: true })
`

/** What moved by itself, until React had taken the page over and its effects had run. */
async function shiftsOf(page: Page): Promise<string[]> {
	await hydrated(page)
	await page.evaluate(
		'new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))',
	)
	return page.evaluate<string[]>('shifts.splice(0)')
}

for (const viewport of viewports) {
	test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
		test.use({ viewport })

		test.beforeEach(({ page }) => page.addInitScript(watch))

		for (const isForMembers of [false, true]) {
			test(`no page of ${isForMembers ? 'members' : 'guests'} moves when script takes it over`, async ({
				page,
				noise,
				site,
			}) => {
				if (isForMembers) {
					await signIn(page, site)
				}
				const shifts: string[] = []
				const itsViews = views.filter((each) => each.isForMembers === isForMembers)
				for (const view of sampleOf(itsViews, 15)) {
					if (view.status >= 400) noise.expect(new RegExp(String(view.status)))
					await page.goto(view.address)
					shifts.push(...(await shiftsOf(page)))
				}
				expect(shifts).toEqual([])
			})
		}

		test('no public page moves on a slow phone, whatever its clock says', { tag: '@full' }, async ({
			page,
		}) => {
			const slow = await page.context().newCDPSession(page)
			await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
			// The greeting follows the phone's clock: at two of these hours it is not the one that the server sent (D15).
			const hours = [9, 14, 20]
			const greetings = new Set<string | null>()
			const shifts: string[] = []
			for (const hour of hours) {
				await page.clock.setFixedTime(new Date().setUTCHours(hour - LAGOS_HOURS_AHEAD, 0))
				await page.goto('/discover')
				shifts.push(...(await shiftsOf(page)))
				greetings.add(await page.getByRole('heading', { level: 1 }).textContent())
			}
			expect(greetings.size).toBe(hours.length)
			for (const address of ['/', `/business/${demoShopId}`, '/privacy', '/terms']) {
				await page.goto(address)
				shifts.push(...(await shiftsOf(page)))
			}
			expect(shifts).toEqual([])
		})

		test('no page with a held time moves when its countdown starts', async ({ page, site }) => {
			await openCheckout(page, site)
			const shifts = await shiftsOf(page)
			await page.goto('/booking/time-selection')
			await expect(page.getByText(/\d:\d\d left/)).toBeVisible()
			expect([...shifts, ...(await shiftsOf(page))]).toEqual([])
		})

		test('the offer to install moves nothing', { tag: '@deep' }, async ({ page }) => {
			await page.goto('/')
			await hydrated(page)
			await page.evaluate("dispatchEvent(new Event('beforeinstallprompt'))")
			await expect(page.getByRole('button', { name: 'Install' })).toBeVisible()
			expect(await shiftsOf(page)).toEqual([])
		})
	})
}

test.describe('on a narrow phone', () => {
	test.use({ viewport: { width: 320, height: 640 } })

	test('a message moves nothing when its closing button appears', async ({ page }) => {
		await page.addInitScript(watch)
		await openServices(page, braids)
		await chooseService(page, braids)
		await openServices(page, { shopId: 'itura-spa' })
		await hydrated(page)
		await page.evaluate(postWithoutRouter)
		await expect(page.getByRole('button', { name: 'Close message' })).toBeVisible()
		expect(await shiftsOf(page)).toEqual([])
	})
})

/** Runs in the page: presses the first button of the list as a page without script does. */
function postWithoutRouter() {
	const button = document.querySelector<HTMLButtonElement>('main form[method=post] button[name]')
	const field = document.createElement('input')
	Object.assign(field, { type: 'hidden', name: button?.name, value: button?.value })
	button?.form?.appendChild(field)
	button?.form?.submit()
}
