import type { Page, Request } from '@playwright/test'
import { loseTime } from '#scripts/site/browser-payer.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import type { Noise } from '#tests/support/browser-noise.ts'
import { isFull, sampleOf } from '#tests/support/deep.ts'
import { expectBooked, goToPayAs, newGuest, openCheckout, openPaymentPage, payByCard } from './page-guest.ts'
import { scriptChunks } from './script-chunks.ts'

const checkout = 'routes/booking.checkout'
const confirming = 'routes/booking.payment-success'
const offer = 'routes/booking.complete-booking'
const appointment = 'routes/booking.confirmation'

/** Blocks the file from now on. `missed` settles when the page's request for it has failed. */
async function block(page: Page, noise: Noise, path: string): Promise<{ missed: Promise<Request> }> {
	// The browser says that it did not come, and then its waiting promise settles.
	noise.expect(new RegExp(`(ERR_FAILED|dynamically imported module|loading route module).*${path}`))
	await page.route(`**${path}`, (route) => route.abort())
	return { missed: page.waitForEvent('requestfailed', (request) => request.url().endsWith(path)) }
}

/** Chunks of the routes themselves, without shared ones. */
function ownChunks(routeIds: string[]) {
	return scriptChunks(routeIds).filter(({ name }) => routeIds.includes(name))
}

for (const { name, path } of sampleOf(scriptChunks(['root', checkout]), isFull ? 3 : 1)) {
	test(`a visit is paid for though the script file '${name}' never arrives`, async ({
		page,
		site,
		noise,
	}) => {
		const { missed } = await block(page, noise, path)
		await openCheckout(page, site)
		await missed
		await goToPayAs(page, newGuest())
		await payByCard(page)
		await expectBooked(page)
	})
}

for (const { name, path } of ownChunks([confirming])) {
	test(`a payment that is being confirmed becomes a visit though the script file '${name}' never arrives`, {
		tag: '@full',
	}, async ({ page, site, noise }) => {
		site.paystack.setBehaviour({ webhooks: 'lost', verify: 'pending' })
		const { missed } = await block(page, noise, path)
		await openPaymentPage(page, site)
		await payByCard(page)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirming your payment…')
		await missed
		site.paystack.setBehaviour({ verify: 'answer' })
		await expectBooked(page)
	})
}

for (const { name, path } of sampleOf(ownChunks([offer, appointment]), 1)) {
	test(`a payment takes another time though the script file '${name}' never arrives`, {
		tag: '@full',
	}, async ({ page, site, noise }) => {
		const { missed } = await block(page, noise, path)
		const paying = await openPaymentPage(page, site)
		await loseTime(site, paying)
		await payByCard(page)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose another time')
		if (name === offer) await missed
		await page.getByRole('button', { name: 'Complete Booking' }).click()
		await expectBooked(page)
		await missed
	})
}
