import { expect, test } from '#tests/support/browser-fixture.ts'
import {
	expectBooked,
	expectPaymentPage,
	fillToPayOnline,
	goToPay,
	newGuest,
	openCheckout,
	openPaymentPage,
	payButton,
	payByCard,
	returnAddress,
} from './page-guest.ts'
import { storedAppointments } from './stored-appointments.ts'

test('news of Paystack’s that comes late changes nothing that coming back has done', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	site.paystack.setBehaviour({ webhooks: 'late' })
	const { guest } = await openPaymentPage(page, site)
	await payByCard(page)
	const reference = await expectBooked(page)
	await site.paystack.releaseWebhooks()
	await page.reload()
	expect(await expectBooked(page)).toBe(reference)
	expect(await storedAppointments(site, guest.details)).toHaveLength(1)
})

test('a phone that died while paying shows the visit when it is back', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	const { guest, paymentReference: reference } = await openPaymentPage(page, site)
	site.paystack.pay(reference)
	await expect.poll(() => storedAppointments(site, guest.details)).toHaveLength(1)
	await page.goto('/booking/checkout')
	const [appointment] = await storedAppointments(site, guest.details)
	expect(await expectBooked(page)).toBe(appointment?.referenceNumber)
})

test('while Paystack does not answer the page says so, and looks again by itself until it does', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	site.paystack.setBehaviour({ webhooks: 'lost', verify: 'fail' })
	const { guest } = await openPaymentPage(page, site)
	await payByCard(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirming your payment…')
	await expect(page.getByText(/for you until/)).toBeVisible()
	expect(await storedAppointments(site, guest.details)).toHaveLength(0)
	site.paystack.setBehaviour({ verify: 'answer' })
	await expectBooked(page)
	expect(await storedAppointments(site, guest.details)).toHaveLength(1)
})

test("'Check payment' asks Paystack again at once", { tag: ['@full', '@both-when-full'] }, async ({
	page,
	site,
}) => {
	site.paystack.setBehaviour({ webhooks: 'lost' })
	const paying = await openPaymentPage(page, site)
	await page.goto(paying.returnPath)
	await expect(page.getByRole('link', { name: 'Not paid yet? Pay ₦3,000' })).toHaveAttribute(
		'href',
		/\/pay\//,
	)
	site.paystack.pay(paying.paymentReference)
	await page.getByRole('button', { name: 'Check payment' }).click()
	await expectBooked(page)
})

test('coming back in another browser shows the visit, and nothing of the customer', {
	tag: '@both-when-full',
}, async ({ page, site, newVisitor }) => {
	site.paystack.setBehaviour({ webhooks: 'lost' })
	const paying = await openPaymentPage(page, site)
	site.paystack.pay(paying.paymentReference)
	const other = await (await newVisitor()).newPage()
	await other.goto(returnAddress(paying))
	await expectBooked(other)
	const { email, phone, lastName } = paying.guest.details
	const shown = await other.content()
	for (const secret of [email, phone, lastName]) expect(shown).not.toContain(secret)
	expect(await storedAppointments(site, paying.guest.details)).toHaveLength(1)
})

test('ten refreshes of the return address show the same page, and do nothing more', {
	tag: ['@deep', '@both'],
}, async ({ page, site }) => {
	const paying = await openPaymentPage(page, site)
	await payByCard(page)
	const reference = await expectBooked(page)
	const address = page.url()
	for (let time = 0; time < 10; time++) {
		await page.goto(returnAddress(paying))
		expect(page.url()).toBe(address)
	}
	expect(await expectBooked(page)).toBe(reference)
	expect(await storedAppointments(site, paying.guest.details)).toHaveLength(1)
})

test('back from a paid visit, and sending checkout again from another tab, show the visit', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, context }) => {
	const guest = newGuest()
	await openCheckout(page, site)
	const stale = await context.newPage()
	await stale.goto('/booking/checkout')
	for (const tab of [page, stale]) await fillToPayOnline(tab, guest)
	await goToPay(page)
	await payByCard(page)
	const reference = await expectBooked(page)

	await page.goBack()
	await expectPaymentPage(page)
	await expect(page.getByText('This is paid.')).toBeVisible()
	await page.goBack()
	expect(await expectBooked(page)).toBe(reference)

	await payButton(stale).click()
	expect(await expectBooked(stale)).toBe(reference)
	expect(await storedAppointments(site, guest)).toHaveLength(1)
	expect(site.paystack.transactions.filter(({ email }) => email === guest.email)).toHaveLength(1)
})
