import { expect, test } from '#tests/support/browser-fixture.ts'
import {
	expectBooked,
	fillToPayOnline,
	goToPay,
	newGuest,
	payByCard,
	reachCheckoutOfFreeDay,
	type ServiceChoice,
} from './page-guest.ts'

const dear: ServiceChoice = { shopId: 'nailed-by-zina', shop: 'Nailed by Zina', service: 'Gel manicure' }

test('a paid visit becomes a cheaper one, and the difference goes back', { tag: '@both' }, async ({
	page,
	site,
}) => {
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, dear)
	await fillToPayOnline(page, guest)
	await goToPay(page)
	await payByCard(page)
	await expectBooked(page)

	await page.getByRole('link', { name: 'Change', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change your visit')
	await page.getByRole('button', { name: /Little fingers/ }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change to Little fingers?')
	await expect(page.getByText(/The difference of ₦6,000 goes back to the card/)).toBeVisible()
	await page.getByRole('button', { name: 'Change booking' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Confirmed!')
	await expect(page.getByText(/Little fingers with/)).toBeVisible()
	await expect(page.getByText(/^Difference/)).toBeVisible()
	const [transaction] = site.paystack.transactions.filter(({ email }) => email === guest.email)
	await expect
		.poll(() =>
			site.paystack.refunds
				.filter((refund) => refund.transaction === transaction)
				.map(({ amountKobo }) => amountKobo),
		)
		.toEqual([(transaction?.amountKobo ?? 0) - 300_000])

	await page.getByRole('link', { name: 'Change', exact: true }).click()
	const address = page.url()
	const foreign = await page.request.get(address.replace(/visit=.{6}/, 'visit=AAAAAA'))
	expect(foreign.status()).toBe(404)
})
