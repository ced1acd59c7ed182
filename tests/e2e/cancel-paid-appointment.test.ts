import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { putTimesPastCutOff } from '#tests/support/cut-offs.ts'
import {
	expectBooked,
	expectRefunded,
	goToPayAs,
	newGuest,
	openPaymentPage,
	payByCard,
	reachCheckoutOfFreeDay,
	type ServiceChoice,
} from './page-guest.ts'

const fingers: ServiceChoice = { shopId: 'nailed-by-zina', shop: 'Nailed by Zina', service: 'Little fingers' }

/** No other test is at this shop. */
const consultation = { shopId: 'amara-skin-clinic', serviceId: 'amara-skin-clinic-consultation' }

/** Ends on the visit's page again. */
async function cancel(page: Page) {
	await page.getByRole('button', { name: 'Cancel Booking' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking cancelled')
}

test('a visit that is cancelled in time gives its money back, step by step', { tag: '@both' }, async ({
	page,
	site,
}) => {
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, fingers)
	await goToPayAs(page, guest)
	await payByCard(page)
	await expectBooked(page)

	await page.getByRole('link', { name: 'Cancel booking' }).click()
	await expect(page.getByText(/Free until .*: your full ₦3,000 goes back/)).toBeVisible()
	await cancel(page)
	await expect(page.getByText(/(You’ll get your ₦3,000 back|We refunded your ₦3,000)\./)).toBeVisible()
	await expect(page.getByText('Refund requested')).toBeVisible()
	const [transaction] = site.paystack.transactions.filter(({ email }) => email === guest.email)
	await expectRefunded(site, transaction?.reference ?? '')
	await page.reload()
	for (const step of ['Paid online ₦3,000', 'Visit cancelled', 'With Paystack', 'Sent back ₦3,000'])
		await expect(page.getByText(step)).toBeVisible()
	expect(site.paystack.refunds.filter((refund) => refund.transaction === transaction)).toHaveLength(1)
})

test('a visit that is cancelled too late keeps its money, and that is said before', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	await putTimesPastCutOff(site.database, consultation.shopId)
	const { paymentReference: reference } = await openPaymentPage(page, site, consultation)
	await payByCard(page)
	await expectBooked(page)
	await page.getByRole('link', { name: 'Cancel booking' }).click()
	await expect(page.getByText(/Your ₦10,000 was refundable until .* keeps it/)).toBeVisible()
	await cancel(page)
	await expect(page.getByText('so your ₦10,000 is not refunded')).toBeVisible()
	await expect(page.getByText('Refund requested')).toHaveCount(0)
	expect(await site.worker.scheduled()).toBe('ok')
	expect(site.paystack.refunds.filter(({ transaction }) => transaction.reference === reference)).toEqual([])
})
