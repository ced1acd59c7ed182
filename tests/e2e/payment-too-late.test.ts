import { loseTime } from '#scripts/site/browser-payer.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import {
	expectBooked,
	expectRefunded,
	goToPay,
	goToPayAs,
	newGuest,
	openCheckout,
	openPaymentPage,
	payByCard,
	tickTip,
} from './page-guest.ts'
import { storedAppointments } from './stored-appointments.ts'

test('who pays in two tabs has one visit, and the second payment goes back', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, context, javaScriptEnabled }) => {
	const guest = newGuest()
	await openCheckout(page, site)
	await goToPayAs(page, guest)
	const second = await context.newPage()
	await second.goto('/booking/checkout')
	if (javaScriptEnabled) await hydrated(second)
	// An unchanged visit would lead to the payment that was started before.
	await tickTip(second, '10%')
	if (!javaScriptEnabled) await second.getByRole('button', { name: 'Update total' }).click()
	await goToPay(second)
	await expect(second.getByRole('heading', { level: 1 })).toHaveText('₦3,300')

	await payByCard(page)
	const reference = await expectBooked(page)
	await payByCard(second)
	await expect(second.getByRole('heading', { level: 1 })).toHaveText('We’re refunding your ₦3,300')
	await expect(second.getByText('this payment was a duplicate')).toBeVisible()
	expect(await storedAppointments(site, guest)).toEqual([
		expect.objectContaining({ referenceNumber: reference, totalKobo: 300_000 }),
	])
	const [, tooMuch] = site.paystack.transactions.filter(({ email }) => email === guest.email)
	await expectRefunded(site, tooMuch?.reference ?? '')
	await second.reload()
	await expect(second.getByRole('heading', { level: 1 })).toHaveText('Your ₦3,300 was sent back')
})

test('whose time was taken before the money came chooses another one, and it is paid', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, javaScriptEnabled }) => {
	const paying = await openPaymentPage(page, site)
	await loseTime(site, paying)
	await payByCard(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose another time')
	await expect(page.getByText('Your money is safe.')).toBeVisible()
	expect(await storedAppointments(site, paying.guest.details)).toHaveLength(0)
	await expect(page.getByRole('radio').first()).toBeChecked()
	await page.getByRole('radio').nth(1).check()
	await page.getByRole('button', { name: 'Complete Booking' }).click()
	const reference = await expectBooked(page)
	await expect(page.getByText('Paid online ₦3,000')).toBeVisible()
	// With script the visit took the offer's place, and Back leaves for the payment page (B6). Without, the address of
	// the offer shows the visit.
	await page.goBack()
	if (javaScriptEnabled !== false) await page.goForward()
	expect(await expectBooked(page)).toBe(reference)
	expect(await storedAppointments(site, paying.guest.details)).toHaveLength(1)
})

test('whose time was taken before the money came asks for it back, and sees it go', {
	tag: '@both-when-full',
}, async ({ page, site }) => {
	const paying = await openPaymentPage(page, site)
	await loseTime(site, paying)
	await payByCard(page)
	await page.getByText('Refund ₦3,000 instead').click()
	await page.getByRole('button', { name: 'Refund ₦3,000' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('We’re refunding your ₦3,000')
	await expect(page.getByText('you asked for a refund')).toBeVisible()
	await expectRefunded(site, paying.paymentReference)
	await page.reload()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your ₦3,000 was sent back')
	await expect(page.getByText('Sent back ₦3,000')).toBeVisible()
	expect(await storedAppointments(site, paying.guest.details)).toHaveLength(0)
})
