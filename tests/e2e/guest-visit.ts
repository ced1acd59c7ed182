import { expect, type Page } from '@playwright/test'

export type Guest = { firstName: string; lastName: string; email: string; phone: string }

let guestsSoFar = 0

/** Somebody whom no shop knows: a contact may keep only three times at once. */
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

/** A shop of the demo data, a service of it and who does it. Tests choose different ones and do not meet. */
export type Wish = { shopId: string; shop: string; service: string; staff?: string }

export const braids: Wish = { shopId: 'ade-hair-studio', shop: 'Adé Hair Studio', service: 'Cornrows' }

export async function openServices(page: Page, { shopId }: Pick<Wish, 'shopId'>) {
	await page.goto(`/booking/service-selection?shop=${shopId}`)
}

export async function chooseService(page: Page, { service }: Pick<Wish, 'service'>) {
	await page.getByRole('button', { name: service }).click()
	await expect(page.getByRole('heading', { name: 'Who would you like?' })).toBeVisible()
}

export async function chooseStaff(page: Page, { staff = 'Any available' }: Pick<Wish, 'staff'> = {}) {
	await page.getByRole('button', { name: staff }).click()
	await expect(page.getByRole('heading', { name: 'When suits you?' })).toBeVisible()
}

/** The first time that is offered, or the n-th after it. */
export async function chooseTime(page: Page, nth = 0) {
	await page.getByRole('radio').nth(nth).check()
	await page.getByRole('button', { name: 'Continue to Checkout' }).click()
	await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
}

/** Service, person and time: ends on checkout. */
export async function reachCheckout(page: Page, wish: Wish, nth = 0) {
	await reachTimes(page, wish)
	await chooseTime(page, nth)
}

/** The same on a day that nobody has booked yet, where add-ons fit after every start, whatever the hour of the test. */
export async function reachCheckoutOfFreeDay(page: Page, wish: Wish) {
	await reachTimes(page, wish)
	await page.getByRole('link', { name: 'Next 7 days' }).click()
	await expect(page.getByRole('link', { name: 'Previous 7 days' })).toBeVisible()
	await chooseTime(page)
}

/** Service and person: ends on the page of times. */
export async function reachTimes(page: Page, wish: Wish) {
	await openServices(page, wish)
	await chooseService(page, wish)
	await chooseStaff(page, wish)
}

export async function fillDetails(page: Page, guest: Guest, payment = 'Cash at the salon') {
	await page.getByLabel(payment).check()
	await page.getByLabel('First name').fill(guest.firstName)
	await page.getByLabel('Last name').fill(guest.lastName)
	await page.getByLabel('E-mail').fill(guest.email)
	await page.getByLabel('Phone number').fill(guest.phone)
}

export async function confirm(page: Page) {
	await page.getByRole('button', { name: /Confirm Booking/ }).click()
}

/** The reference that the page of a booked visit shows. */
export async function expectBooked(page: Page): Promise<string> {
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Confirmed!')
	const words = await page.getByText('Reference').first().textContent()
	return words?.replace('Reference', '').trim() ?? ''
}

/** The whole way as a new visitor goes it. Gives back the reference. */
export async function bookFromLanding(page: Page, wish: Wish, guest = newGuest()): Promise<string> {
	await page.getByRole('link', { name: 'Get Started' }).click()
	await expect(page.getByRole('heading', { name: 'Featured Businesses' })).toBeVisible()
	const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: wish.shop }) })
	await card.getByRole('link', { name: 'Details' }).click()
	await expect(page.getByRole('heading', { level: 1, name: wish.shop })).toBeVisible()
	await page.getByRole('link', { name: 'Book Now' }).click()
	await expect(page.getByRole('heading', { name: 'Choose a service' })).toBeVisible()
	await chooseService(page, wish)
	await chooseStaff(page, wish)
	await chooseTime(page)
	await fillDetails(page, guest)
	await confirm(page)
	return await expectBooked(page)
}
