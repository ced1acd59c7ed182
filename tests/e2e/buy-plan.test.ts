import { activateOrder } from '#app/flows/subscriptions/activate-order.server.ts'
import type { PaymentSite } from '#scripts/site/payment-site.ts'
import type { Person } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { payByCard } from './page-guest.ts'
import { signIn } from './sign-in.ts'

test('a plan is found on the page of its shop, paid online, and runs; the payment opens in any browser', {
	tag: '@both',
}, async ({ page, site, browser }) => {
	await signIn(page, site, { isVerified: true })
	await page.goto('/business/surulere-strength')
	await page.getByRole('link', { name: 'Early Bird' }).click()
	await expect(page.getByRole('heading', { name: 'Early Bird' })).toBeVisible()
	await expect(page.getByText('3 entries a week')).toBeVisible()
	await page.getByRole('link', { name: 'Buy this plan' }).click()
	await page.getByLabel('Pay online now').check()
	await page.getByLabel('Remind me to renew').check()
	await page.getByRole('button', { name: 'Buy for ₦15,000' }).click()
	await expect(page.getByText('Early Bird at Surulere Strength')).toBeVisible()
	await payByCard(page)
	await expect(page.getByRole('heading', { name: 'Your plan has started' })).toBeVisible()
	const elsewhere = await browser.newContext()
	const other = await elsewhere.newPage()
	await other.goto(page.url())
	await expect(other.getByRole('heading', { name: 'Your plan has started' })).toBeVisible()
	await expect(other.getByRole('link', { name: 'Sign in to see it' })).toBeVisible()
	await elsewhere.close()

	await page.getByRole('link', { name: 'See your subscription' }).click()
	await expect(page.getByRole('heading', { name: 'Early Bird' })).toBeVisible()
	await expect(page.getByText('Active').first()).toBeVisible()
	await page.getByRole('link', { name: 'Renew' }).click()
	await expect(page.getByRole('heading', { name: 'Renew Early Bird' })).toBeVisible()
	// A renewal goes on where the period ends; nothing of it starts at once.
	const startsOn = /[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}/.exec(
		(await page.getByText(/^Card, bank transfer or USSD\. It starts on /).textContent()) ?? '',
	)?.[0]
	await expect(page.getByText(/starts? at once/)).toHaveCount(0)
	await page.getByLabel('Pay online now').check()
	await page.getByRole('button', { name: 'Renew for ₦15,000' }).click()
	await payByCard(page)
	await expect(page.getByRole('heading', { name: `Your plan starts on ${startsOn}` })).toBeVisible()
	await expect(page).toHaveTitle(/^Plan renewed/)
	await page.goto('/subscriptions?status=active')
	await expect(page.getByText(/^Renewed until /)).toHaveCount(1)
	await expect(page.getByText('Auto-renews')).toHaveCount(0)
	await page.goto('/plans/surulere-strength-plan-early-bird')
	await expect(page.getByRole('link', { name: 'See your subscription' })).toBeVisible()
})

test('a plan is ordered at the shop after a wrong promo code, and starts when the shop says so', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise }) => {
	noise.expect(/status of 422/)
	const person = await signIn(page, site, { isVerified: true })
	await page.goto('/plans/surulere-strength-plan-early-bird/buy')
	await page.getByLabel('Promo code').fill('NOTHING')
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page.getByText('This code does not work for this plan.').first()).toBeVisible()
	await expect(page.getByLabel('Promo code')).toHaveValue('NOTHING')
	await page.getByRole('button', { name: 'Buy for ₦15,000' }).click()
	await expect(page.getByText('Please choose how you would like to pay').first()).toBeVisible()
	await page.getByLabel('Pay at the shop').check()
	await page.getByRole('button', { name: 'Buy for ₦15,000' }).click()
	await expect(page.getByText('Your order number:')).toBeVisible()

	await startOrder(site, person)
	await page.goto('/subscriptions')
	await expect(page.getByText('Your order number:')).toHaveCount(0)
	await expect(page.getByRole('link', { name: 'Early Bird', exact: true })).toBeVisible()
})

test('an order that the shop starts while its page is open is not called cancelled', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise }) => {
	noise.expect(/status of 409/)
	const person = await signIn(page, site, { isVerified: true })
	await page.goto('/plans/surulere-strength-plan-early-bird/buy')
	await page.getByLabel('Pay at the shop').check()
	await page.getByRole('button', { name: 'Buy for ₦15,000' }).click()
	await expect(page.getByText('Your order number:')).toBeVisible()
	await page.goto('/subscriptions')
	await startOrder(site, person)
	await page.getByRole('button', { name: /^Cancel order/ }).click()
	await expect(page.getByText('This plan has started')).toBeInViewport()
	await expect(page.getByText('Order cancelled')).toHaveCount(0)
	await expect(page.getByRole('button', { name: /^Cancel order/ })).toHaveCount(0)
	await page.getByRole('link', { name: 'Early Bird', exact: true }).click()
	await expect(page.getByRole('link', { name: /^Cancel/ })).toBeVisible()
})

/** The desk takes the money for the open order of this person. */
async function startOrder(site: PaymentSite, { actor }: Person): Promise<void> {
	const deps = bookingDeps(site.database.url)
	const now = Date.now()
	const [order] = await deps.subscriptions.planOrders.openOrders({ ...actor, at: now })
	const found = await deps.subscriptions.planOrders.orderByReference(order?.referenceNumber ?? '', now)
	if (!found) throw new Error('no order')
	expect(await activateOrder(deps, found, now)).toMatchObject({ ok: true })
}
