import { expect, type Page } from '@playwright/test'
import { type JourneyChoices, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { BrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { goToPaystack, type PayingGuest } from '#scripts/site/browser-payer.ts'
import type { PaymentSite } from '#scripts/site/payment-site.ts'

export type Guest = { firstName: string; lastName: string; email: string; phone: string }

let guestsSoFar = 0

/** A guest whom no shop knows. Each test takes one of its own, because a contact may hold only three slots at once. */
export function newGuest(): Guest {
	const number = String(process.pid * 1_000 + ++guestsSoFar)
		.slice(-7)
		.padStart(7, '0')
	return {
		firstName: 'Amaka',
		lastName: 'Obi',
		email: `amaka.${number}@example.com`,
		phone: `0803${number}`,
	}
}

/** A shop of the demo data, one of its services and who does it. Tests that choose different ones do not meet. */
export type ServiceChoice = { shopId: string; shop: string; service: string; staff?: string }

export const braids: ServiceChoice = {
	shopId: 'ade-hair-studio',
	shop: 'Adé Hair Studio',
	service: 'Cornrows',
}

export async function openServices(page: Page, { shopId }: Pick<ServiceChoice, 'shopId'>) {
	await page.goto(`/booking/service-selection?shop=${shopId}`)
}

export async function chooseService(page: Page, { service }: Pick<ServiceChoice, 'service'>) {
	await page.getByRole('button', { name: service }).click()
	await expect(page.getByRole('heading', { name: 'Who would you like?' })).toBeVisible()
}

export async function chooseStaff(
	page: Page,
	{ staff = 'Any available' }: Pick<ServiceChoice, 'staff'> = {},
) {
	await page.getByRole('button', { name: staff }).click()
	await expect(page.getByRole('heading', { name: 'When suits you?' })).toBeVisible()
}

/** Towards evening today has few times left: below this number the next seven days are opened. */
const ENOUGH_TIMES = 8

/** A page of times that does not depend on the test's hour. */
async function seeManyTimes(page: Page) {
	// The page before may be checkout, with radios of its own.
	await expect(page.getByRole('heading', { name: 'When suits you?' })).toBeVisible()
	if ((await page.getByRole('radio').count()) < ENOUGH_TIMES) await seeNextWeek(page)
}

/** The week after the one that is shown; it may have one before it already. */
export async function seeNextWeek(page: Page) {
	const next = page.getByRole('link', { name: 'Next 7 days' })
	const from = new URL((await next.getAttribute('href')) ?? '', page.url()).searchParams.get('from')
	await next.click()
	await page.waitForURL((url) => url.searchParams.get('from') === from)
	await expect(page.getByRole('link', { name: 'Previous 7 days' })).toBeVisible()
}

/** Chooses the first time that is offered, or the n-th after it. */
export async function chooseTime(page: Page, nth = 0) {
	await seeManyTimes(page)
	await chooseShownTime(page, nth)
}

/**
 * Chooses a time of the page as it is: no step is added to the browser's history. It is not the chosen one, which would
 * not go on.
 */
export async function chooseShownTime(page: Page, nth = 0) {
	await page.getByRole('radio', { checked: false }).nth(nth).check()
	await page.getByRole('button', { name: 'Continue to Checkout' }).click()
	await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
}

/** Chooses service, person and time; ends on checkout. */
export async function reachCheckout(page: Page, choice: ServiceChoice, nth = 0) {
	await reachTimes(page, choice)
	await chooseTime(page, nth)
}

/** Ends on checkout, on a day without bookings: add-ons fit after every start, at any hour of the test. */
export async function reachCheckoutOfFreeDay(page: Page, choice: ServiceChoice) {
	await reachFirstTimes(page, choice)
	await seeNextWeek(page)
	await chooseTime(page)
}

/** Chooses service and person; ends on a page with many times. */
export async function reachTimes(page: Page, choice: ServiceChoice) {
	await reachFirstTimes(page, choice)
	await seeManyTimes(page)
}

/** Chooses service and person; ends on the page of times, as it opens. */
export async function reachFirstTimes(page: Page, choice: ServiceChoice) {
	await openServices(page, choice)
	await chooseService(page, choice)
	await chooseStaff(page, choice)
}

export async function fillDetails(page: Page, guest: Guest, payment = 'Cash at the shop') {
	await page.getByLabel(payment).check()
	await page.getByLabel('First name').fill(guest.firstName)
	await page.getByLabel('Last name').fill(guest.lastName)
	await page.getByLabel('Email').fill(guest.email)
	await page.getByLabel('Phone number').fill(guest.phone)
}

export async function confirm(page: Page) {
	await page.getByRole('button', { name: /Confirm Booking/ }).click()
}

/** Gives the reference number that the confirmation page shows. */
export async function expectBooked(page: Page): Promise<string> {
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Confirmed!')
	const words = await page.getByText('Reference').first().textContent()
	return words?.replace('Reference', '').trim() ?? ''
}

/** Fills in checkout, confirms and sees the booking; gives its reference number. */
export async function bookAs(page: Page, guest: Guest): Promise<string> {
	await fillDetails(page, guest)
	await confirm(page)
	return await expectBooked(page)
}

/** Goes the whole way from the landing page, as a new visitor does. Gives the reference number. */
export async function bookFromLanding(
	page: Page,
	choice: ServiceChoice,
	guest = newGuest(),
): Promise<string> {
	await page.getByRole('link', { name: 'Get Started' }).click()
	await expect(page.getByRole('heading', { name: 'Featured Businesses' })).toBeVisible()
	const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: choice.shop }) })
	await card.getByRole('link', { name: 'Details' }).click()
	await expect(page.getByRole('heading', { level: 1, name: choice.shop })).toBeVisible()
	await page.getByRole('link', { name: 'Book Now' }).click()
	await expect(page.getByRole('heading', { name: 'Choose a service' })).toBeVisible()
	await chooseService(page, choice)
	await chooseStaff(page, choice)
	await chooseTime(page)
	return await bookAs(page, guest)
}

/** ₦3,000 and half an hour, with two people, every day; no other test is at this shop. */
const polish = { shopId: 'nailed-by-zina', serviceId: 'nailed-by-zina-kids-manicure' }

/**
 * Ends on checkout as `reachCheckout` does, but sends the earlier posts over HTTP and hands the cookies to the browser.
 * For tests that are about what comes after checkout.
 */
export async function openCheckout(page: Page, site: PaymentSite, choices: JourneyChoices = polish) {
	const walker = openGuest(site.url)
	await walkTo(walker, 'checkout', choices)
	await takeCookies(page, site, walker)
	await page.goto('/booking/checkout')
}

/** Ends on Paystack's page, with the earlier posts sent over HTTP. For tests that are about paying and coming back. */
export async function openPaymentPage(page: Page, site: PaymentSite, service = polish): Promise<PayingGuest> {
	const paying = await goToPaystack(site, { service })
	await takeCookies(page, site, paying.guest)
	await page.goto(site.paystack.find(paying.paymentReference)?.authorizationUrl ?? '')
	return paying
}

async function takeCookies(page: Page, { url }: PaymentSite, { cookies }: BrowserLikeClient) {
	await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
}

/** Fills in the guest's details and chooses to pay online. */
export function fillToPayOnline(page: Page, guest: Guest) {
	return fillDetails(page, guest, 'Pay online now')
}

/** Checkout's button. Without script its text does not follow the chosen payment, so it reads 'Confirm Booking'. */
export function payButton(page: Page) {
	return page.getByRole('button', { name: /^(Pay ₦|Confirm Booking)/ })
}

export async function goToPay(page: Page) {
	await payButton(page).click()
	await expectPaymentPage(page)
}

/** Fills in checkout, and goes to Paystack's page. */
export async function goToPayAs(page: Page, guest: Guest) {
	await fillToPayOnline(page, guest)
	await goToPay(page)
}

export async function expectPaymentPage(page: Page) {
	await expect(page).toHaveTitle(/Paystack sandbox/)
}

/** Pays on Paystack's page, with the test card that succeeds. */
export async function payByCard(page: Page) {
	await page.getByRole('radio', { name: '4084 0840 8408 4081' }).check()
	await page.getByRole('button', { name: /^Pay ₦/ }).click()
}

/** The address that Paystack redirects the payer to. */
export function returnAddress({ returnPath, paymentReference: reference }: PayingGuest): string {
	return `${returnPath}&trxref=${reference}&reference=${reference}`
}

/** Runs the sweeper, which sends the refund, and waits until Paystack's webhook has made it `processed`. */
export async function expectRefunded({ worker, database }: PaymentSite, reference: string) {
	expect(await worker.scheduled()).toBe('ok')
	const status = async () => {
		const sql = 'SELECT status FROM refunds WHERE payment_reference = ?'
		return (await database.rows(sql, reference))[0]?.status
	}
	await expect.poll(status).toBe('processed')
}

/** Opens what checkout keeps folded, where it is not open yet. */
async function unfold(page: Page, label: 'Add a promo code' | 'Add a tip') {
	const fold = page.locator('details', { hasText: label })
	if (!(await fold.evaluate((element: HTMLDetailsElement) => element.open)))
		await fold.locator('summary').click()
}

export async function tickTip(page: Page, choice: '10%' | '15%' | '20%' | 'Other') {
	await unfold(page, 'Add a tip')
	await page.getByLabel(choice, { exact: choice === 'Other' }).check()
}

/** Ticks 'Other' first: until then its field is not shown. */
export async function fillOtherTip(page: Page, amount: string) {
	await tickTip(page, 'Other')
	await page.getByLabel('Other amount in naira').fill(amount)
}

export async function fillPromoCode(page: Page, code: string) {
	await unfold(page, 'Add a promo code')
	await page.getByLabel('Promo code').fill(code)
}
