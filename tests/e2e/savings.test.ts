import type { Page } from '@playwright/test'
import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { Site } from '#scripts/site/site.ts'
import { addSignedInPerson, type Person } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addProgram } from '#tests/support/loyal-customer.ts'
import { violationsOf } from './accessibility.ts'
import {
	confirm,
	expectBooked,
	fillDetails,
	fillPromoCode,
	newGuest,
	reachCheckoutOfFreeDay,
	type ServiceChoice,
	tickTip,
} from './page-guest.ts'
import { signIn } from './sign-in.ts'

/** No other test of a browser books these by the page. */
const pedicure: ServiceChoice = {
	shopId: 'nailed-by-zina',
	shop: 'Nailed by Zina',
	service: 'Classic pedicure',
}
const lounge: ServiceChoice = {
	shopId: 'bodija-beauty-lounge',
	shop: 'Bódìjà Beauty Lounge',
	service: 'Blow-out',
}

/** A card whose first stamp brings a fifth off. */
function addCard(site: Site): Promise<string> {
	const milestones = [{ at: 1, value: 20 }]
	return addProgram(site.database, { shopId: pedicure.shopId, card: { visitsRequired: 9, milestones } })
}

/** A customer with an account, in a program of the shop. */
async function member(page: Page, site: Site, programId: string): Promise<Person> {
	const person = await signIn(page, site, { isVerified: true })
	await page.goto(`/loyalty-program/${programId}`)
	await page.getByRole('button', { name: 'Enroll Now' }).click()
	await expect(page.getByText('You’re in!').first()).toBeVisible()
	return person
}

async function bookForCash(page: Page, service: ServiceChoice): Promise<string> {
	await reachCheckoutOfFreeDay(page, service)
	await page.getByLabel('Cash at the shop').check()
	await confirm(page)
	return expectBooked(page)
}

/** The shop says that the visit took place, an hour after its start. */
async function complete(site: Site, reference: string) {
	const [appointment] = await site.database.rows(
		'SELECT starts_at FROM appointments WHERE reference_number = ?',
		reference,
	)
	const now = Number(appointment?.starts_at) + HOUR_MS
	const done = await completeAppointment(bookingDeps(site.database.url), {
		referenceNumber: reference,
		isPaid: true,
		now,
	})
	expect(done.ok).toBe(true)
}

/** Without script the total follows a button; with it, what is ticked. */
async function updateTotal(page: Page) {
	const button = page.getByRole('button', { name: 'Update total' })
	if (await button.isVisible()) await button.click()
}

const total = (page: Page) => page.getByRole('button', { name: /Confirm Booking/ })

test('a client joins, comes, earns a reward, uses it for a visit, and has it back when that is cancelled', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, javaScriptEnabled }) => {
	await member(page, site, await addCard(site))
	await complete(site, await bookForCash(page, pedicure))
	await page.goto('/rewards')
	await expect(page.getByRole('heading', { name: 'Reward at 1' })).toBeVisible()

	await reachCheckoutOfFreeDay(page, pedicure)
	const before = await total(page).textContent()
	await expect(page.getByText(/20% off saves you the most on this visit/)).toBeVisible()
	await page.getByRole('radio', { name: /20% off/ }).check()
	await page.getByLabel('Cash at the shop').check()
	await updateTotal(page)
	await expect(page.getByText('Reward: 20% off')).toBeVisible()
	expect(await total(page).textContent()).not.toBe(before)
	await confirm(page)
	await expectBooked(page)
	await expect(page.getByText('Reward: Reward at 1')).toBeVisible()
	const booking = page.url()

	// It is taken: the next visit is not offered it.
	await reachCheckoutOfFreeDay(page, pedicure)
	await expect(page.getByText('Use a reward')).toHaveCount(0)

	await page.goto(booking)
	await page.getByRole('link', { name: 'Cancel booking' }).click()
	await expect(page.getByText('You’ll get your reward back.')).toBeVisible()
	await page.getByRole('button', { name: 'Cancel Booking' }).click()
	await expect(page.getByText('Your reward can be used again.')).toBeVisible()
	await reachCheckoutOfFreeDay(page, pedicure)
	await expect(page.getByRole('radio', { name: /20% off/ })).toBeVisible()
	if (!javaScriptEnabled) return
	expect(await violationsOf(page)).toEqual([])
})

test('cashback pays a part of a visit, and what is left is asked for', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	const person = await member(page, site, 'bodija-beauty-lounge-cashback')
	await complete(site, await bookForCash(page, lounge))
	await reachCheckoutOfFreeDay(page, lounge)
	await page.getByLabel('Cash at the shop').check()
	await page.getByRole('checkbox', { name: /Pay with your/ }).check()
	await tickTip(page, '10%')
	await updateTotal(page)
	await expect(page.getByText('To pay', { exact: true })).toBeVisible()
	await confirm(page)
	await expectBooked(page)
	await expect(page.getByText('Paid with cashback')).toBeVisible()
	const [appointment] = await site.database.rows(
		`SELECT total_kobo - cashback_kobo AS to_pay, cashback_kobo FROM appointments WHERE cashback_kobo > 0
			AND client_id IN (SELECT id FROM clients WHERE user_id = ?)`,
		person.userId,
	)
	await expect(page.getByText(formatNaira(Number(appointment?.to_pay))).first()).toBeVisible()
	await page.goto('/wallet')
	await expect(page.getByText('₦0.00')).toBeVisible()
})

test('a reward that another visit took first is refused in words, with the rest kept and the way on', {
	tag: ['@deep', '@both'],
}, async ({ page, site, noise }) => {
	const person = await member(page, site, await addCard(site))
	await complete(site, await bookForCash(page, pedicure))
	await reachCheckoutOfFreeDay(page, pedicure)
	await page.getByRole('radio', { name: /20% off/ }).check()
	await page.getByLabel('Cash at the shop').check()
	await updateTotal(page)
	await expect(page.getByText('Reward: 20% off')).toBeVisible()
	noise.expect(/409/)
	await site.database.change('UPDATE rewards SET expires_at = 1 WHERE user_id = ?', person.userId)
	await confirm(page)
	const notice = page.getByRole('alert').filter({ hasText: 'Reward not available' })
	await expect(notice).toBeInViewport()
	await expect(notice.getByRole('link', { name: 'See your rewards' })).toBeVisible()
	// The page shows what is true now, and confirming books at that price.
	await expect(page.getByText('Reward: 20% off')).toHaveCount(0)
	await expect(page.getByLabel('Cash at the shop')).toBeChecked()
	await confirm(page)
	await expectBooked(page)
})

test('a friend types the code of a client: it takes its part off the first visit, and off no other', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise }) => {
	const referrer = await addSignedInPerson(site.database, { at: Date.now(), isVerified: true })
	const referral = { referrerKobo: 100_000, friendKobo: 50_000 }
	const programId = await addProgram(site.database, {
		shopId: pedicure.shopId,
		card: { visitsRequired: 9 },
		referral,
	})
	const code = `FREND${String(process.pid * 7 + Date.now())
		.slice(-3)
		.replaceAll(/[01]/g, '9')}`
	await site.database.change(
		`INSERT INTO loyalty_enrollments (id, program_id, shop_id, user_id, enrolled_at, referral_code)
			SELECT ? || id, id, shop_id, ?, 0, ? FROM loyalty_programs WHERE id = ?`,
		referrer.userId,
		referrer.userId,
		code,
		programId,
	)
	const friend = newGuest()
	await reachCheckoutOfFreeDay(page, pedicure)
	await fillDetails(page, friend)
	await fillPromoCode(page, code.toLowerCase())
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page.getByText(`Friend’s code ${code}`)).toBeVisible()
	await confirm(page)
	await expectBooked(page)

	await reachCheckoutOfFreeDay(page, pedicure)
	await fillDetails(page, friend)
	noise.expect(/409/)
	await fillPromoCode(page, code)
	await page.getByRole('button', { name: 'Apply' }).click()
	const problem = page.locator('.problem', { hasText: 'This code is for a friend’s first visit to a shop' })
	await expect(problem).toBeInViewport()
	await expect(page.getByText(`Friend’s code ${code}`)).toHaveCount(0)
	await expect(page.getByLabel('Promo code')).toHaveValue(code)
	await page.getByLabel('Promo code').fill('')
	await page.getByRole('button', { name: /Confirm Booking|Book anyway/ }).click()
	await expectBooked(page)
})
