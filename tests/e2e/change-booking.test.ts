import { expect, test } from '#tests/support/browser-fixture.ts'
import {
	bookAs,
	chooseShownTime,
	expectBooked,
	goToPayAs,
	newGuest,
	payByCard,
	reachCheckoutOfFreeDay,
	reachFirstTimes,
	type ServiceChoice,
	seeNextWeek,
} from './page-guest.ts'

const dear: ServiceChoice = { shopId: 'nailed-by-zina', shop: 'Nailed by Zina', service: 'Gel manicure' }

test('a paid visit becomes a cheaper one, and the difference goes back', { tag: '@both' }, async ({
	page,
	site,
}) => {
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, dear)
	await goToPayAs(page, guest)
	await payByCard(page)
	await expectBooked(page)

	await page.getByRole('link', { name: 'Change', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change your visit')
	await page.getByRole('button', { name: /Little fingers/ }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change to Little fingers?')
	await expect(page.getByText(/We’ll refund the ₦6,000 difference to the card/)).toBeVisible()
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

const trim: ServiceChoice = { shopId: 'ade-hair-studio', shop: 'Adé Hair Studio', service: 'Trim' }

test('D63: a visit moves to another person, at a time of a day found in the month', {
	tag: ['@full', '@both-when-full'],
}, async ({ page }) => {
	await reachFirstTimes(page, trim)
	await seeNextWeek(page)
	await chooseShownTime(page)
	await bookAs(page, newGuest())

	await page.getByRole('link', { name: 'Reschedule' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Move your visit')
	// The present person and 'Anyone' come first.
	const other = page.getByRole('navigation', { name: 'With' }).getByRole('link').nth(2)
	const name = (await other.textContent()) ?? ''
	await other.click()
	await expect(other).toHaveAttribute('aria-current', /.+/)
	await expect(page.getByText(`Trim with ${name}`)).toBeVisible()

	await page.getByRole('link', { name: 'Month', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a date')
	await page.getByRole('link', { name: 'Next month' }).click()
	await expect(page.getByRole('link', { name: 'Previous month' })).toBeVisible()
	await page
		.getByRole('navigation')
		.getByRole('link', { name: /^\w+ \d+ \w+$/ })
		.first()
		.click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Move your visit')
	await expect(other).toHaveAttribute('aria-current', /.+/)
	await page.getByRole('radio', { checked: false }).first().check()
	await page.getByRole('button', { name: 'Move to this time' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Confirmed!')
	await expect(page.getByText(`Trim with ${name}`)).toBeVisible()
})
