import { expect, type Page } from '@playwright/test'
import type { BrowserLikeClient } from '#tests/support/browser-like-client.ts'
import { type JourneyChoices, openGuest, walkTo } from '#tests/support/guest-journey.ts'
import { goToPaystack, type PayingGuest } from '#tests/support/paying-guest.ts'
import type { PaymentSite } from '#tests/support/payment-site.ts'
import { fillDetails, type Guest } from './guest-visit.ts'

/** ₦3,000 and half an hour, with two people, every day; no other test is at this shop. */
const polish = { shopId: 'nailed-by-zina', serviceId: 'nailed-by-zina-kids-manicure' }

/**
 * Ends on checkout as `reachCheckout` does, without a browser for the steps before it: their posts are sent, and the
 * browser gets the cookies. For tests that are about what comes after.
 */
export async function openCheckout(page: Page, site: PaymentSite, choices: JourneyChoices = polish) {
	const walker = openGuest(site.url)
	await walkTo(walker, 'checkout', choices)
	await takeCookies(page, site, walker)
	await page.goto('/booking/checkout')
}

/** Ends on Paystack's page, likewise: for tests that are about paying and coming back. */
export async function openPaymentPage(page: Page, site: PaymentSite, service = polish): Promise<PayingGuest> {
	const paying = await goToPaystack(site, { service })
	await takeCookies(page, site, paying.guest)
	await page.goto(site.paystack.find(paying.reference)?.authorizationUrl ?? '')
	return paying
}

async function takeCookies(page: Page, { url }: PaymentSite, { cookies }: BrowserLikeClient) {
	await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
}

/** Their details, and that they pay now. */
export function fillToPayOnline(page: Page, guest: Guest) {
	return fillDetails(page, guest, 'Pay online now')
}

/** Checkout's button: it says 'Pay ₦…' where that is sure, and without script what is true of every way to pay. */
export function payButton(page: Page) {
	return page.getByRole('button', { name: /^(Pay ₦|Confirm Booking)/ })
}

export async function goToPay(page: Page) {
	await payButton(page).click()
	await expectPaymentPage(page)
}

export async function expectPaymentPage(page: Page) {
	await expect(page).toHaveTitle(/Paystack sandbox/)
}

/** On Paystack's page, the card that pays. */
export async function payByCard(page: Page) {
	await page.getByRole('radio', { name: '4084 0840 8408 4081' }).check()
	await page.getByRole('button', { name: /^Pay ₦/ }).click()
}

/** Where Paystack sends the payer back to. */
export function returnAddress({ returnPath, reference }: PayingGuest): string {
	return `${returnPath}&trxref=${reference}&reference=${reference}`
}

/** The sweeper sends what is to go back, and Paystack's news about it has been worked. */
export async function expectRefunded({ worker, database }: PaymentSite, reference: string) {
	expect(await worker.scheduled()).toBe('ok')
	const status = async () => {
		const sql = 'SELECT status FROM refunds WHERE payment_reference = ?'
		return (await database.client.execute({ sql, args: [reference] })).rows[0]?.status
	}
	await expect.poll(status).toBe('processed')
}
