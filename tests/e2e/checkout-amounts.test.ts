import type { Page } from '@playwright/test'
import { formatNaira } from '#app/kernel/money.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import {
	bookAs,
	confirm,
	expectBooked,
	fillDetails,
	fillOtherTip,
	fillPromoCode,
	newGuest,
	reachCheckoutOfFreeDay,
	type ServiceChoice,
	tickTip,
} from './page-guest.ts'
import { storedAppointments } from './stored-appointments.ts'

/** ₦3,500 and 30 minutes, with add-ons of ₦15, ₦25 and ₦35. */
const trim: ServiceChoice = { shopId: 'ade-hair-studio', shop: 'Adé Hair Studio', service: 'Trim' }

function total(page: Page) {
	return page.getByRole('button', { name: /Confirm Booking/ })
}

/** Enter in a field saves what is typed without booking; the server prices the answered page. */
async function savedTotal(page: Page) {
	const saved = page.waitForResponse((response) => response.request().method() === 'POST')
	await page.getByLabel('First name').press('Enter')
	await saved
	await page.reload()
	return (await total(page).textContent()) ?? ''
}

test('the total follows add-ons, tip and promo as they are tapped, and is what the server says', async ({
	page,
	site,
}) => {
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, trim)
	await hydrated(page)
	await expect(total(page)).toContainText('₦3,500')
	await page.getByLabel('Hair Wash').check()
	await expect(total(page)).toContainText('₦3,515')
	await fillPromoCode(page, 'welcome10')
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page.getByText('You saved ₦352')).toBeVisible()
	// 3,515 less a tenth, rounded half up to the whole naira: 352.
	await expect(total(page)).toContainText('₦3,163')
	await tickTip(page, '15%')
	// 15 % of 3,163 is 474.45.
	await expect(total(page)).toContainText('₦3,637')
	await page.getByLabel('Blow Dry').check()
	// 3,540 less 354 is 3,186; 15 % of it is 477.90.
	await expect(total(page)).toContainText('₦3,664')
	const live = await total(page).textContent()
	expect(await savedTotal(page)).toBe(live)

	await bookAs(page, guest)
	const [appointment] = await storedAppointments(site, guest)
	expect(appointment).toMatchObject({ totalKobo: 366_400, tipKobo: 47_800, discountKobo: 35_400 })
	await expect(page.getByText(formatNaira(366_400)).first()).toBeVisible()
})

test('another tip is typed in naira, and what is no number is asked about', { tag: '@deep' }, async ({
	page,
	noise,
}) => {
	noise.expect(/422/)
	await reachCheckoutOfFreeDay(page, trim)
	await hydrated(page)
	await fillOtherTip(page, '1,250.50')
	await expect(total(page)).toContainText('₦4,750.50')
	expect(await savedTotal(page)).toContain('₦4,750.50')
	await hydrated(page)
	await page.getByLabel('Other amount in naira').fill('a lot')
	await page.getByLabel('First name').press('Enter')
	const amount = page.getByLabel('Other amount in naira')
	await expect(amount).toHaveAccessibleDescription(/type the tip as a number, such as 500/)
	await expect(amount).toHaveValue('a lot')
	await expect(amount).toBeInViewport()
	await expect(page.getByLabel('Other', { exact: true })).toBeChecked()
	await amount.fill('5k')
	await expect(total(page)).toContainText('₦8,500')
	expect(await savedTotal(page)).toContain('₦8,500')
})

test('without script a button brings the total up to date, and add-ons, tip and promo are booked', {
	tag: '@without-script',
}, async ({ page, site }) => {
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, trim)
	await page.getByLabel('Deep Conditioning').check()
	await tickTip(page, '10%')
	await page.getByRole('button', { name: 'Update total' }).click()
	// 3,535 and a tenth, 353.50, rounded half up.
	await expect(total(page)).toContainText('₦3,889')
	await fillPromoCode(page, ' save500 ')
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Promo code applied!' })).toContainText(
		'You saved ₦500',
	)
	await bookAs(page, guest)
	const [appointment] = await storedAppointments(site, guest)
	expect(appointment).toMatchObject({ totalKobo: 333_900, tipKobo: 30_400, discountKobo: 50_000 })
})

test('a total that the page has not caught up with is shown and confirmed again, never booked silently', {
	tag: '@without-script',
}, async ({ page, site, noise }) => {
	noise.expect(/409/)
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, trim)
	await page.getByLabel('Hair Wash').check()
	await fillDetails(page, guest)
	await confirm(page)
	await expect(page.getByRole('alert')).toContainText('Your total has changed')
	expect(await storedAppointments(site, guest)).toHaveLength(0)
	await expect(total(page)).toContainText('₦3,515')
	await confirm(page)
	await expectBooked(page)
})

test('M22: a code that does not hold is refused at its field, and the booking goes on without', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, noise }) => {
	noise.expect(/422/)
	await reachCheckoutOfFreeDay(page, trim)
	const field = page.getByLabel('Promo code')
	// Unknown, expired, used up, and one that needs ₦20,000.
	for (const code of ['NOSUCH', 'EXPIRED20', 'USEDUP', 'BIGSPEND']) {
		await fillPromoCode(page, code)
		await page.getByRole('button', { name: 'Apply' }).click()
		// Each answer takes the focus again; until then the last code's answer is read here.
		await expect(field).toBeFocused()
		await expect(field).toBeInViewport()
		await expect(field).toHaveAccessibleDescription(/Invalid promo code/)
		await expect(field).toHaveValue(code)
	}
	await field.fill('')
	await expect(total(page)).toContainText('₦3,500')
	await bookAs(page, newGuest())
})

test('an applied code can be taken away again', { tag: ['@deep', '@both'] }, async ({ page }) => {
	await reachCheckoutOfFreeDay(page, trim)
	await fillPromoCode(page, 'SAVE500')
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page.getByText('SAVE500 is applied.')).toBeVisible()
	await page.getByRole('button', { name: 'Remove code' }).click()
	await expect(page.getByLabel('Promo code')).toHaveValue('')
	await expect(total(page)).toContainText('₦3,500')
})

test('L6, L7, M9: the length follows add-ons, Enter applies a code in place, and a typed tip follows', {
	tag: '@full',
}, async ({ page }) => {
	await reachCheckoutOfFreeDay(page, trim)
	// Ticked before the script runs, or after: both count.
	await page.getByLabel('Hair Wash').check()
	await hydrated(page)
	await expect(total(page)).toContainText('₦3,515')
	await expect(page.getByText(/· 45 min/).first()).toBeAttached()

	await fillPromoCode(page, 'welcome10')
	const code = page.getByLabel('Promo code')
	await code.scrollIntoViewIfNeeded()
	const before = await page.evaluate(() => window.scrollY)
	await code.press('Enter')
	await expect(page.getByText('Promo code applied!')).toBeInViewport()
	await expect(page.locator('#promo')).toBeFocused()
	const after = await page.evaluate(() => window.scrollY)
	expect(before).toBeGreaterThan(100)
	expect(Math.abs(after - before)).toBeLessThan(200)
	await page.getByRole('button', { name: 'Remove code' }).click()
	await expect(page.locator('#promo')).toBeFocused()

	await fillOtherTip(page, '900')
	await expect(page.getByLabel('Other', { exact: true })).toBeChecked()
	await expect(total(page)).toContainText('₦4,415')
	await tickTip(page, '10%')
	await expect(page.getByLabel('Other amount')).toHaveValue('')
	await expect(total(page)).toContainText('₦3,867')
})

test('M9: without script, an amount beside a percentage is asked about', {
	tag: '@without-script',
}, async ({ page, noise }) => {
	noise.expect(/422/)
	await reachCheckoutOfFreeDay(page, trim)
	await fillOtherTip(page, '900')
	await page.getByRole('button', { name: 'Update total' }).click()
	await expect(total(page)).toContainText('₦4,400')
	await fillOtherTip(page, '800')
	await tickTip(page, '10%')
	const amount = page.getByLabel('Other amount')
	await expect(amount).toBeHidden()
	await page.getByRole('button', { name: 'Update total' }).click()
	await expect(amount).toHaveAccessibleDescription(/tick Other for this amount/)
	await expect(amount).toBeFocused()
	await expect(amount).toBeInViewport()
})
