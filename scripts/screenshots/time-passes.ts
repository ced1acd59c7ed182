import type { Page } from '@playwright/test'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { type Guest, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { goToPaystack } from '#scripts/site/browser-payer.ts'
import { checkoutNearHoldEnd } from '#scripts/site/hold-near-end.ts'
import type { PaymentSite } from '#scripts/site/payment-site.ts'
import { signInAsDemoClient } from './demo-client.ts'
import type { Shoot } from './picture.ts'

const service = { shopId: 'nailed-by-zina', serviceId: 'nailed-by-zina-kids-manicure' }

/** Screens that depend on time: a hold nearly over, extended, over or being paid, and an ended code. */
export async function shootPassingTime(site: PaymentSite, page: Page, shoot: Shoot) {
	await page.clock.install()
	const guest = openGuest(site.url)
	const checkout = await walkTo(guest, 'checkout', service)
	await checkoutNearHoldEnd(guest, site.database, checkout)
	await takeCookies(site, page, guest)
	await page.goto('/booking/checkout')
	await page.getByText(/:\d\d left/).waitFor()
	await shoot('hold-nearly-over')
	await page.getByRole('button', { name: '10 more minutes' }).click()
	await page.getByText(/1\d:\d\d left/).waitFor()
	await shoot('hold-extended')
	await page.clock.fastForward(15 * MINUTE_MS)
	await page.getByText(/Your hold on .+ has ended/).waitFor()
	await shoot('hold-over')
	await page.goto('/booking/time-selection')
	await page.getByText(/:\d\d left/).waitFor()
	await shoot('times-held')
	await page.clock.fastForward(15 * MINUTE_MS)
	await page.getByText(/Your hold on .+ has ended/).waitFor()
	await shoot('times-hold-over')

	const paying = await goToPaystack(site, { service })
	await takeCookies(site, page, paying.guest)
	await page.goto('/booking/checkout')
	await page.getByText('You’ve started a payment.').waitFor()
	await shoot('checkout-payment-started')

	await page.context().clearCookies()
	await signInAsDemoClient(page, '/wallet/code?shop=ade-hair-studio')
	await page.getByRole('img', { name: /code/i }).waitFor()
	await page.clock.fastForward(10 * MINUTE_MS)
	await page.getByText(/expired/i).waitFor()
	await shoot('wallet-code-expired')
}

async function takeCookies(site: PaymentSite, page: Page, guest: Guest) {
	await page.context().clearCookies()
	const cookies = [...guest.cookies].map(([name, value]) => ({ name, value, url: site.url }))
	await page.context().addCookies(cookies)
}
