import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import { expectBooked, goToPayAs, newGuest, openCheckout, payByCard, tickTip } from './page-guest.ts'
import { storedAppointments } from './stored-appointments.ts'

/** It asks for 30 % in advance. */
const massage = { shopId: 'hasken-spa', serviceId: 'hasken-spa-back-massage' }

test('of a deposit each page says what is paid now and what at the salon', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site }) => {
	const guest = newGuest()
	await openCheckout(page, site, massage)
	// 30 % of 14,000.
	await expect(page.getByText('₦4,200 now, ₦9,800 at the shop')).toHaveCount(2)
	await expect(page.getByLabel('Cash at the shop')).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Pay ₦4,200' })).toBeVisible()
	await goToPayAs(page, guest)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('₦4,200')
	await payByCard(page)
	await expectBooked(page)
	await expect(page.getByText('Paid online ₦4,200')).toBeVisible()
	await expect(page.getByText('To pay at the shop: ₦9,800')).toBeVisible()
	expect(await storedAppointments(site, guest)).toEqual([expect.objectContaining({ totalKobo: 1_400_000 })])
})

test('a deposit is of all that is ticked, and follows it', { tag: ['@full', '@both-when-deep'] }, async ({
	page,
	site,
	javaScriptEnabled,
}) => {
	await openCheckout(page, site, massage)
	if (javaScriptEnabled) await hydrated(page)
	await tickTip(page, '10%')
	if (!javaScriptEnabled) await page.getByRole('button', { name: 'Update total' }).click()
	await expect(page.getByRole('button', { name: 'Pay ₦4,620' })).toBeVisible()
	await expect(page.getByText('₦4,620 now, ₦10,780 at the shop')).toHaveCount(2)
	await goToPayAs(page, newGuest())
	await payByCard(page)
	await expectBooked(page)
	await expect(page.getByText('To pay at the shop: ₦10,780')).toBeVisible()
})
