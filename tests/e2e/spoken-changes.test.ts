import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import {
	chooseService,
	chooseStaff,
	chooseTime,
	confirm,
	expectBooked,
	fillDetails,
	fillToPayOnline,
	goToPay,
	newGuest,
	openCheckout,
	payByCard,
	type ServiceChoice,
	seeNextWeek,
} from './page-guest.ts'
import { focusHears, hears, isTold, isToldTheTitle } from './spoken.ts'

const cornrows: ServiceChoice = { shopId: 'ade-hair-studio', shop: 'Adé Hair Studio', service: 'Cornrows' }

test('after paying online the visit reads as paid', { tag: ['@full', '@both-when-deep'] }, async ({
	page,
	site,
}) => {
	await openCheckout(page, site)
	await fillToPayOnline(page, newGuest())
	await focusHears(page, page.getByLabel('Pay online now'), /^radio, Pay online now .+, checked/)
	await goToPay(page)
	await payByCard(page)
	await hears(
		page,
		/^Booking Confirmed! [\w-]+ · Wakati$/,
		`
		- heading "Booking Confirmed!" [level=1]
		- paragraph: /^Reference/
		- heading "Your money" [level=2]
		- text: PAID
		- term: Paid online ₦3,000
		- button "Email me the receipt"
		- link "Cancel booking"
		`,
	)
})

test('while a payment is not confirmed the page says so in a live region', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	site.paystack.setBehaviour({ webhooks: 'lost', verify: 'fail' })
	await openCheckout(page, site)
	await fillToPayOnline(page, newGuest())
	await goToPay(page)
	await payByCard(page)
	await hears(
		page,
		'Confirming your payment · Wakati',
		`
		- heading "Confirming your payment…" [level=1]
		- status: /^We’re checking your ₦3,000 with Paystack\\. .+ This page refreshes by itself\\.$/
		`,
	)
	site.paystack.setBehaviour({ verify: 'answer' })
	await expectBooked(page)
})

test('M20: with script, pages, questions, lists and totals that take the place of others are told', {
	tag: '@full',
}, async ({ page }) => {
	await page.goto('/discover')
	await hydrated(page)
	const heading = page.getByRole('heading', { level: 2 })
	await expect(heading).toHaveAttribute('aria-live', 'polite')
	await page.getByRole('searchbox').fill('ade hair studio')
	await page.keyboard.press('Enter')
	await expect(heading).toHaveText('1 shop')
	await page.getByRole('link', { name: 'Book Now at Adé Hair Studio' }).click()
	await isToldTheTitle(page, 'Choose a service at Adé Hair Studio · Wakati')
	await chooseService(page, cornrows)
	await isToldTheTitle(page, 'Choose your staff member · Wakati')
	await chooseStaff(page)
	await isToldTheTitle(page, 'Choose a time · Wakati')
	await isTold(page, /^Times for/)
	// A day without bookings, so that the add-on below fits after its start.
	await seeNextWeek(page)
	await chooseTime(page)
	await isToldTheTitle(page, 'Checkout · Wakati')
	const total = page.locator('[aria-live="polite"][aria-atomic="true"]')
	await expect(total).toHaveText('Total₦6,000')
	await page.getByLabel('Hair Wash').check()
	await expect(total).toHaveText('Total₦6,015')
	await fillDetails(page, newGuest())
	await confirm(page)
	await isToldTheTitle(page, /^Booking Confirmed! [\w-]+ · Wakati$/)
	await page.getByRole('link', { name: 'Cancel booking' }).click()
	await isToldTheTitle(page, /^Cancel Booking\? [\w-]+ · Wakati$/)
	await page.getByRole('button', { name: 'Cancel Booking' }).click()
	await isToldTheTitle(page, /^Booking cancelled [\w-]+ · Wakati$/)
})
