import { expect, test } from '#tests/support/browser-fixture.ts'
import { goToPaystack, offeredOtherTimes } from '#tests/support/paying-guest.ts'

test('a payment that is being confirmed shows its visit by itself, without a tap', { tag: '@both' }, async ({
	page,
	site,
}) => {
	site.paystack.setBehaviour({ webhooks: 'lost' })
	const { reference, returnPath } = await goToPaystack(site)
	site.paystack.pay(reference)
	site.paystack.setBehaviour({ verify: 'fail' })
	await page.goto(returnPath)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirming your payment…')
	site.paystack.setBehaviour({ verify: 'answer' })
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Confirmed!')
	await expect(page.getByText('Paid online')).toBeVisible()
})

test("'Check payment' asks again at once", { tag: '@both' }, async ({ page, site }) => {
	site.paystack.setBehaviour({ webhooks: 'lost' })
	const { reference, returnPath } = await goToPaystack(site)
	await page.goto(returnPath)
	await expect(page.getByRole('link', { name: /Not paid yet\? Pay ₦/ })).toHaveAttribute('href', /\/pay\//)
	site.paystack.pay(reference)
	await page.getByRole('button', { name: 'Check payment' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Confirmed!')
})

test('whose time is gone takes the next best one with one tap', { tag: '@both' }, async ({ page, site }) => {
	site.paystack.setBehaviour({ webhooks: 'lost' })
	const { returnPath } = await offeredOtherTimes(site)
	await page.goto(returnPath)
	await expect(page.getByRole('radio').first()).toBeChecked()
	await page.getByRole('button', { name: 'Complete Booking' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Confirmed!')
})

test('whose time is gone takes the money back instead', { tag: '@both' }, async ({ page, site }) => {
	site.paystack.setBehaviour({ webhooks: 'lost', refund: 'hold' })
	const { returnPath } = await offeredOtherTimes(site)
	await page.goto(returnPath)
	await page.getByText(/^Refund .+ instead$/).click()
	await page.getByRole('button', { name: /^Refund/ }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(/goes back$/)
	await expect(page.getByText('Refund requested')).toBeVisible()
})
