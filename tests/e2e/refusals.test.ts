import type { Page } from '@playwright/test'
import { addDays, dateOfInstant } from '#app/kernel/civil.ts'
import { demoServiceId, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import { confirm, expectBooked, fillDetails, newGuest, openCheckout, payButton } from './page-guest.ts'
import { carrySession } from './sign-in.ts'

const trim = { shopId: 'ade-hair-studio', serviceId: demoServiceId }
const facial = { shopId: 'kings-and-kuts', serviceId: 'kings-and-kuts-gents-facial' }

/** B4: the refusal is in view, and has the focus. */
async function expectInView(page: Page, words: string | RegExp) {
	const alert = page.getByRole('alert').filter({ hasText: words })
	await expect(alert).toBeInViewport({ ratio: 0.9 })
	await expect(alert).toBeFocused()
	await expect(page).toHaveTitle(/^Error: /)
}

test('a changed price is shown, and the next press books it', { tag: ['@full', '@both-when-full'] }, async ({
	page,
	site,
	noise,
	javaScriptEnabled,
}) => {
	noise.expect(/409/)
	await openCheckout(page, site, facial)
	if (javaScriptEnabled !== false) await hydrated(page)
	await fillDetails(page, newGuest())
	const changeBy = (kobo: number) =>
		site.database.change(
			'UPDATE services SET price_kobo = price_kobo + ? WHERE id = ?',
			kobo,
			facial.serviceId,
		)
	await changeBy(250_000)
	await confirm(page)
	await expectInView(page, 'Your total has changed')
	await expect(page.getByRole('button', { name: 'Confirm Booking · ₦12,000' })).toBeVisible()
	await confirm(page)
	await expectBooked(page)
	await changeBy(-250_000)
})

test('a visit that was booked elsewhere meanwhile turns the button into Book anyway', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, context, noise, javaScriptEnabled }) => {
	noise.expect(/409/)
	const { token } = await addSignedInPerson(site.database, { at: Date.now() })
	const otherPhone = openGuest(site.url)
	otherPhone.cookies.set('session', token)
	let startsAt = ''
	const pickTime = (offered: string[]) => {
		startsAt = startsAt || (offered[2] ?? '')
		return startsAt
	}
	// Far enough for both shops to have this time free, at any hour.
	const nextWeek = addDays(dateOfInstant(Date.now()), 9)
	const checkout = await walkTo(otherPhone, 'checkout', { ...facial, date: nextWeek, pickTime })
	const date = dateOfInstant(Number(startsAt))
	await carrySession(context, site, { token })
	await openCheckout(page, site, { ...trim, date, pickTime })
	await page.getByLabel('Cash at the shop').check()
	if (javaScriptEnabled !== false) await hydrated(page)
	const booked = await otherPhone.submit(
		checkout,
		'form[method="post"]',
		{ paymentChoice: 'cash' },
		{ button: 'button[name="intent"][value="book"]' },
	)
	expect(booked.url.pathname).toBe('/booking/confirmation')
	await confirm(page)
	await expectInView(page, 'You already have a visit then')
	await page.getByRole('button', { name: 'Book anyway · ₦3,500' }).click()
	await expectBooked(page)
})

test('B3: an add-on that is too long is named also where details are missing', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise, javaScriptEnabled }) => {
	noise.expect(/409/)
	const lastThatDay = (offered: string[]) => offered.at(-1)
	await openCheckout(page, site, { ...trim, pickTime: lastThatDay })
	if (javaScriptEnabled !== false) await hydrated(page)
	await page.getByLabel('Deep Conditioning').check()
	await page.getByLabel('First name').fill('Ada')
	await confirm(page)
	await expectInView(page, 'too long for this time with Deep Conditioning.')
	await expect(page.getByLabel('Deep Conditioning')).not.toBeChecked()
	await expect(page.getByLabel('First name')).toHaveValue('Ada')
})

test('B3: only the add-on that is too long is left out, and named', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise, javaScriptEnabled }) => {
	noise.expect(/409/)
	// 30 minutes at 7:30 PM, or 45 at 7:15 PM: closing is at 8.
	const lastThatDay = (offered: string[]) => offered.at(-1)
	await openCheckout(page, site, { ...trim, pickTime: lastThatDay })
	if (javaScriptEnabled !== false) await hydrated(page)
	await fillDetails(page, newGuest())
	await site.database.change("UPDATE add_ons SET duration_minutes = 0 WHERE name = 'Hair Wash'")
	await page.getByLabel('Hair Wash').check()
	await page.getByLabel('Deep Conditioning').check()
	await confirm(page)
	await expectInView(page, 'too long for this time with Deep Conditioning.')
	await expect(page.getByLabel('Hair Wash')).toBeChecked()
	await expect(page.getByLabel('Deep Conditioning')).not.toBeChecked()
	await expect(page.getByRole('button', { name: 'Confirm Booking · ₦3,515' })).toBeVisible()
	await confirm(page)
	await expectBooked(page)
	await site.database.change("UPDATE add_ons SET duration_minutes = 15 WHERE name = 'Hair Wash'")
})

test('B4: a payment that cannot be opened is said in view, each time, and the countdown is fresh', {
	tag: '@both-when-full',
}, async ({ page, site, noise, javaScriptEnabled }) => {
	noise.expect(/502/)
	const guest = newGuest()
	await openCheckout(page, site)
	if (javaScriptEnabled !== false) await hydrated(page)
	await fillDetails(page, guest, 'Pay online now')
	site.paystack.setBehaviour({ initialize: 'fail' })
	for (const _ of ['first', 'second']) {
		await page.locator('#phone').scrollIntoViewIfNeeded()
		await payButton(page).click()
		await expectInView(page, 'Payment initialisation failed')
		await page.locator('#phone').focus()
	}
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
	const shown = await page.getByText(/is yours until/).textContent()
	await page.reload()
	expect(await page.getByText(/is yours until/).textContent()).toBe(shown)
})

test('B4: no connection is said in view', async ({ page, site, context, noise }) => {
	noise.expect(/ERR_INTERNET_DISCONNECTED/)
	await openCheckout(page, site)
	await hydrated(page)
	const guest = newGuest()
	await fillDetails(page, guest)
	await context.setOffline(true)
	await confirm(page)
	await expectInView(page, 'No connection')
	await context.setOffline(false)
	await expectInView(page, 'You’re back online.')
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
	await confirm(page)
	await expectBooked(page)
})

test('F2: with script a post that no record answered leaves the page as typed, with the refusal in view', async ({
	page,
	site,
	noise,
}) => {
	noise.expect(/503/)
	await openCheckout(page, site)
	await hydrated(page)
	const guest = newGuest()
	await fillDetails(page, guest)
	site.proxy.inject({ kind: 'bad-gateway' })
	await confirm(page)
	await expectInView(page, 'We are busy right now')
	site.proxy.heal()
	await expect(page.getByLabel('Email')).toHaveValue(guest.email)
	await confirm(page)
	await expectBooked(page)
})
