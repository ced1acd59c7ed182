import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import {
	expectBooked,
	fillToPayOnline,
	goToPay,
	goToPayAs,
	newGuest,
	openCheckout,
	payButton,
	payByCard,
	tickTip,
} from './page-guest.ts'
import { storedAppointments } from './stored-appointments.ts'

/** An add-on of it takes no time: it fits before any next visit. */
const washAndGo = { shopId: 'kofi-and-curls', serviceId: 'kofi-and-curls-wash-and-go' }

test('Cancel on Paystack’s page leads back to checkout, with everything that was chosen and the time, and paying goes on', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, javaScriptEnabled }) => {
	const guest = newGuest()
	await openCheckout(page, site, washAndGo)
	if (javaScriptEnabled) await hydrated(page)
	await page.getByLabel('A second flat white').check()
	await tickTip(page, '20%')
	if (!javaScriptEnabled) await page.getByRole('button', { name: 'Update total' }).click()
	await goToPayAs(page, guest)
	// 12,000 and 2,500, and a fifth of it.
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('₦17,400')
	await page.getByRole('link', { name: 'Cancel' }).click()

	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
	const message = page.getByRole('status').filter({ hasText: 'Payment Cancelled' })
	await expect(message).toContainText('Nothing was charged. We’re holding your time until')
	await expect(page.getByText(/is yours until/)).toBeVisible()
	for (const choice of ['A second flat white', '20%', 'Pay online now'])
		await expect(page.getByLabel(choice)).toBeChecked()
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
	await expect(page.getByLabel('Last name')).toHaveValue(guest.lastName)
	await expect(page.getByLabel('Email')).toHaveValue(guest.email)
	await expect(page.getByLabel('Phone number')).not.toHaveValue('')
	expect(await storedAppointments(site, guest)).toHaveLength(0)

	await goToPay(page)
	await payByCard(page)
	await expectBooked(page)
	expect(await storedAppointments(site, guest)).toEqual([expect.objectContaining({ totalKobo: 1_740_000 })])
})

test('a payment that was said to be cancelled and went through all the same is found from checkout', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	site.paystack.setBehaviour({ webhooks: 'lost' })
	const guest = newGuest()
	await openCheckout(page, site)
	await goToPayAs(page, guest)
	await page.getByRole('link', { name: 'Cancel' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
	const [transaction] = site.paystack.transactions.filter(({ email }) => email === guest.email)
	site.paystack.pay(transaction?.reference ?? '')

	site.paystack.setBehaviour({ verify: 'fail' })
	await page.getByRole('button', { name: 'Check payment' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirming your payment…')
	site.paystack.setBehaviour({ verify: 'answer' })
	await expectBooked(page)
	expect(await storedAppointments(site, guest)).toHaveLength(1)
})

test('a phone that is offline at Pay keeps what was typed, and pays once when it is back', {
	tag: '@full',
}, async ({ page, site, context, noise }) => {
	noise.expect(/ERR_INTERNET_DISCONNECTED/)
	const guest = newGuest()
	await openCheckout(page, site)
	await hydrated(page)
	await fillToPayOnline(page, guest)
	await context.setOffline(true)
	await payButton(page).click()
	await expect(page.getByRole('alert')).toContainText('We couldn’t reach the server.')
	await context.setOffline(false)
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
	await goToPay(page)
	await payByCard(page)
	await expectBooked(page)
	expect(await storedAppointments(site, guest)).toHaveLength(1)
	expect(site.paystack.transactions.filter(({ email }) => email === guest.email)).toHaveLength(1)
})
