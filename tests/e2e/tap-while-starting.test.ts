import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { isDeep, sampleOf } from '#tests/support/deep.ts'
import { hydrated } from './hydrated.ts'
import { braids, openServices } from './page-guest.ts'

/** Spread from when the page is shown to after React has taken it over: 3 of each in a sample, 100 in a deep run. */
const TAPS = isDeep ? 100 : 3
/** A low-end phone, next to this machine. */
const SLOWER = 6

type Tapped = {
	open(page: Page): Promise<unknown>
	target(page: Page): Locator
	arrived: RegExp
	posts: number
}

const tapped: Record<string, Tapped> = {
	button: {
		open: (page) => openServices(page, braids),
		target: (page) => page.getByRole('button', { name: braids.service }),
		arrived: /\/booking\/staff-selection/,
		posts: 1,
	},
	link: {
		open: (page) => page.goto('/discover'),
		target: (page) => page.locator('main a[href^="/business/"]').first(),
		arrived: /\/business\//,
		posts: 0,
	},
}

for (const [what, { open, target, arrived, posts }] of sampleOf(Object.entries(tapped), 1)) {
	test(`a ${what} that is tapped while a slow phone starts the script is answered, once`, async ({
		page,
	}) => {
		test.setTimeout((TAPS + 5) * 10_000)
		let postCount = 0
		page.on('request', (request) => {
			if (request.method() === 'POST') postCount += 1
		})
		const phone = await page.context().newCDPSession(page)
		await phone.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
		await open(page)
		// The second view takes the script from the browser's own store, as all later ones do.
		await open(page)
		const shownAt = performance.now()
		await hydrated(page)
		const startMs = performance.now() - shownAt

		for (let i = 0; i < TAPS; i++) {
			await open(page)
			// Away from the bar at the foot, which would take the tap.
			await target(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
			const box = await target(page).boundingBox()
			if (!box) throw new Error(`no ${what} to tap`)
			postCount = 0
			await delay((startMs * 1.2 * i) / TAPS)
			await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
			await expect(page).toHaveURL(arrived)
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
			await hydrated(page)
			expect(postCount, `tap ${i + 1} of ${TAPS}`).toBe(posts)
		}
	})
}
