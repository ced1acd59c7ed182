import { expect, test } from '#tests/support/browser-fixture.ts'
import { sampleOf } from '#tests/support/deep.ts'
import { hydrated } from './hydrated.ts'
import {
	expectBooked,
	fillToPayOnline,
	goToPay,
	goToPayAs,
	newGuest,
	openCheckout,
	payByCard,
	reachCheckout,
	type ServiceChoice,
	tickTip,
} from './page-guest.ts'
import { signIn } from './sign-in.ts'
import { storedAppointments } from './stored-appointments.ts'

const fingers: ServiceChoice = { shopId: 'nailed-by-zina', shop: 'Nailed by Zina', service: 'Little fingers' }

test('a guest pays by card and comes back to the visit, which says what was paid', {
	tag: '@both',
}, async ({ page, site }) => {
	const guest = newGuest()
	await reachCheckout(page, fingers)
	await expect(page.getByText('Demo mode: no real money')).toBeVisible()
	await goToPayAs(page, guest)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('₦3,000')
	await expect(page.getByText(guest.email)).toBeVisible()
	await expect(page.getByText('Little fingers at Nailed by Zina')).toBeVisible()
	await payByCard(page)
	const reference = await expectBooked(page)
	await expect(page.getByText('Paid online ₦3,000')).toBeVisible()
	await expect(page.getByText('To pay at the shop')).toHaveCount(0)
	expect(await storedAppointments(site, guest)).toEqual([
		expect.objectContaining({ referenceNumber: reference, totalKobo: 300_000 }),
	])
})

test('a signed-in client pays, and finds the visit among their appointments', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	const { email } = await signIn(page, site)
	await openCheckout(page, site)
	await expect(page.getByLabel('Email')).toHaveCount(0)
	await page.getByLabel('Pay online now').check()
	await goToPay(page)
	await expect(page.getByText(email)).toBeVisible()
	await payByCard(page)
	await expectBooked(page)
	await page.goto('/appointments')
	await expect(page.getByText('Nailed by Zina')).toHaveCount(1)
})

const otherWays = [
	{ way: 'Pay with Transfer', button: "I've sent the money" },
	{ way: 'USSD', button: "I've dialled the code" },
]
for (const { way, button } of sampleOf(otherWays, 1)) {
	test(`${way} books as a card does`, { tag: ['@full', '@both-when-deep'] }, async ({ page, site }) => {
		await openCheckout(page, site)
		await goToPayAs(page, newGuest())
		await page.getByText(way, { exact: true }).click()
		await page.getByRole('button', { name: button }).click()
		await expectBooked(page)
		await expect(page.getByText('Paid online ₦3,000')).toBeVisible()
	})
}

test('a card that is declined is said where it was typed, and another one pays', {
	tag: '@both-when-full',
}, async ({ page, site }) => {
	const guest = newGuest()
	await openCheckout(page, site)
	await goToPayAs(page, guest)
	await page.getByRole('radio', { name: '4084 0800 0000 5408' }).check()
	await page.getByRole('button', { name: 'Pay ₦3,000' }).click()
	await expect(page.getByRole('alert')).toContainText('Nothing was paid; try another card.')
	await payByCard(page)
	await expectBooked(page)
	expect(await storedAppointments(site, guest)).toHaveLength(1)
})

test('the button says what pressing it does, as soon as a way to pay is ticked', async ({ page, site }) => {
	await openCheckout(page, site)
	await hydrated(page)
	await page.getByLabel('Pay online now').check()
	await expect(page.getByRole('button', { name: 'Pay ₦3,000' })).toBeVisible()
	await tickTip(page, '10%')
	await expect(page.getByRole('button', { name: 'Pay ₦3,300' })).toBeVisible()
	await page.getByLabel('Cash at the shop').check()
	await expect(page.getByRole('button', { name: 'Confirm Booking · ₦3,300' })).toBeVisible()
	await page.getByLabel('Pay online now').check()
	await goToPayAs(page, newGuest())
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('₦3,300')
})

test('a double tap on Pay opens one payment', { tag: '@both-when-full' }, async ({ page, site }) => {
	const guest = newGuest()
	await openCheckout(page, site)
	await fillToPayOnline(page, guest)
	await page.getByRole('button', { name: /^(Pay ₦|Confirm Booking)/ }).dblclick()
	await expect(page).toHaveTitle(/Paystack sandbox/)
	expect(site.paystack.transactions.filter(({ email }) => email === guest.email)).toHaveLength(1)
	await payByCard(page)
	await expectBooked(page)
})
