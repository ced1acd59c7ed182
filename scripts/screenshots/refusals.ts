import type { Page } from '@playwright/test'
import { demoServiceId, demoShopId, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { PaymentSite } from '#scripts/site/payment-site.ts'
import { type ColourScheme, shootScreen } from './picture.ts'

type Refusal = {
	name: string
	/** Changes the filled page, or the site's state, so that checkout refuses. */
	arrange(page: Page, site: PaymentSite): Promise<unknown>
	undo(page: Page, site: PaymentSite): Promise<unknown>
}

const changePriceBy = (kobo: number) => (_: Page, site: PaymentSite) =>
	site.database.change('UPDATE services SET price_kobo = price_kobo + ? WHERE id = ?', kobo, demoServiceId)

const refusals: Refusal[] = [
	{
		name: 'pay-fails',
		async arrange(page, site) {
			await page.getByLabel('Pay online now').check()
			site.paystack.setBehaviour({ initialize: 'fail' })
		},
		undo: async (_, site) => site.paystack.behaveWell(),
	},
	{ name: 'price-changes', arrange: changePriceBy(250_000), undo: changePriceBy(-250_000) },
	{
		name: 'add-on-too-long',
		arrange: (page) => page.getByLabel('Deep Conditioning').check(),
		undo: async () => {},
	},
	{
		name: 'line-is-cut',
		arrange: (page) => page.context().setOffline(true),
		undo: (page) => page.context().setOffline(false),
	},
	{
		name: 'service-withdrawn',
		arrange: (_, site) =>
			site.database.change('UPDATE services SET is_enabled = 0 WHERE id = ?', demoServiceId),
		undo: (_, site) => site.database.change('UPDATE services SET is_enabled = 1 WHERE id = ?', demoServiceId),
	},
]

/** The screen after checkout refused a press of its button: the picture must show the message. */
export async function shootRefusals(
	site: PaymentSite,
	page: Page,
	theme: ColourScheme,
	newGuest: () => Record<string, string>,
) {
	for (const { name, arrange, undo } of refusals) {
		const guest = openGuest(site.url)
		// No add-on fits after the last time of the day.
		const pickTime = (offered: string[]) => offered.at(-1)
		await walkTo(guest, 'checkout', { shopId: demoShopId, serviceId: demoServiceId, pickTime })
		await page.context().clearCookies()
		const cookies = [...guest.cookies].map(([cookie, value]) => ({ name: cookie, value, url: site.url }))
		await page.context().addCookies(cookies)
		await page.goto('/booking/checkout')
		await page.waitForLoadState('networkidle')
		for (const [label, value] of Object.entries(newGuest())) await page.getByLabel(label).fill(value)
		await page.getByLabel('Cash at the shop').check()
		await arrange(page, site)
		await page.locator('[name="intent"][value="book"]').click()
		await page.getByRole('alert').waitFor()
		await shootScreen(page, theme, `refused-${name}`)
		await undo(page, site)
	}
}
