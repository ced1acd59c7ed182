import type { Site } from '#scripts/site/site.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { isFull, sampleOf } from '#tests/support/deep.ts'
import { hydrated } from './hydrated.ts'
import { bookFromLanding, braids } from './page-guest.ts'
import { scriptChunks } from './script-chunks.ts'

test('a guest books a visit, from the landing page to a reference, without script', {
	tag: '@without-script',
}, async ({ page, site }) => {
	await page.goto('/')
	const reference = await bookFromLanding(page, braids)
	await expectOneAppointment(site, reference)
})

test('a guest books a visit with script, and the page is loaded once only', async ({ page, site }) => {
	await page.goto('/')
	await hydrated(page)
	await page.evaluate(() => document.documentElement.setAttribute('data-first-load', ''))
	const reference = await bookFromLanding(page, braids)
	await expect(page.locator('html[data-first-load]')).toBeAttached()
	await expectOneAppointment(site, reference)
})

const onTheWay = [
	...['root', 'routes/_index', 'routes/discover', 'routes/business.$shopId'],
	...['routes/booking.service-selection', 'routes/booking.staff-selection', 'routes/booking.time-selection'],
	...['routes/booking.checkout', 'routes/booking.confirmation'],
]

for (const { name, path } of sampleOf(scriptChunks(onTheWay), isFull ? 3 : 1)) {
	test(`a guest books a visit though the script file '${name}' never arrives`, async ({
		page,
		site,
		noise,
	}) => {
		// The browser says that it did not come, and then its waiting promise settles.
		noise.expect(new RegExp(`(ERR_FAILED|dynamically imported module|loading route module).*${path}`))
		await page.route(`**${path}`, (route) => route.abort())
		await page.goto('/')
		const reference = await bookFromLanding(page, braids)
		await expectOneAppointment(site, reference)
	})
}

async function expectOneAppointment({ database }: Site, reference: string) {
	const rows = await database.rows('SELECT 1 FROM appointments WHERE reference_number = ?', reference)
	expect(rows).toHaveLength(1)
}
