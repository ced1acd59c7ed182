import { type BrowserContext, test as base, expect } from '@playwright/test'
import { type PaymentSite, startPaymentSite } from '#scripts/site/payment-site.ts'
import { clockShiftScript } from '#scripts/testing/clock-shift.ts'
import { expectSound } from './auditor.ts'
import { type Noise, watchNoise } from './browser-noise.ts'
import './keep-streams.ts'

let visitorCount = 0

/** Each visitor comes from an address of their own, as guests do: ceilings count by it. */
function ownAddress(): Record<string, string> {
	visitorCount += 1
	return { 'cf-connecting-ip': `10.9.${Math.floor(visitorCount / 250)}.${visitorCount % 250}` }
}

/** A run at another time of day moves the clock of its pages too (O7). */
async function moveItsClock(context: BrowserContext): Promise<void> {
	const content = clockShiftScript()
	if (content !== null) await context.addInitScript({ content })
}

type Fixtures = {
	/** Tells which console errors this test is about; every other one fails it. */
	noise: Noise
	/** Another person: a browser of their own, with the same settings and the same watch on errors. */
	newVisitor: () => Promise<BrowserContext>
}

/** Tests of the whole app in a phone-sized browser. Each worker of the runner has a site with demo data of its own. */
export const test = base.extend<Fixtures, { site: PaymentSite }>({
	site: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern.
		async ({}, use) => {
			const site = await startPaymentSite()
			await use(site)
			await site.close(expectSound)
		},
		{ scope: 'worker', timeout: 120_000 },
	],

	baseURL: ({ site }, use) => use(site.url),

	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern.
	extraHTTPHeaders: ({}, use) => use(ownAddress()),

	noise: [
		async ({ context, site }, use) => {
			site.paystack.behaveWell()
			const noise = watchNoise()
			noise.listen(context)
			await use(noise)
			await noise.settle()
			expect(noise.unexpected(), 'errors in the browser that the test did not expect').toEqual([])
			expect(noise.missing(), 'errors that the test expected and that did not come').toEqual([])
		},
		{ auto: true },
	],

	context: async ({ context }, use) => {
		await moveItsClock(context)
		await use(context)
	},

	newVisitor: async ({ browser, noise }, use) => {
		const contexts: BrowserContext[] = []
		await use(async () => {
			const context = await browser.newContext({ extraHTTPHeaders: ownAddress() })
			noise.listen(context)
			await moveItsClock(context)
			contexts.push(context)
			return context
		})
		await noise.settle()
		await Promise.all(contexts.map((context) => context.close()))
	},
})

export { expect }
