import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import { letHoldsRunOut } from './let-holds-run-out.ts'
import {
	chooseShownTime,
	confirm,
	fillDetails,
	fillOtherTip,
	type Guest,
	newGuest,
	reachCheckoutOfFreeDay,
	type ServiceChoice,
	tickTip,
} from './page-guest.ts'

const trim: ServiceChoice = { shopId: 'ade-hair-studio', shop: 'Adé Hair Studio', service: 'Trim' }

/** The add-on fits beside all other bookings: the saved values do not depend on earlier tests. */
const washTakes = (minutes: number) =>
	`UPDATE add_ons SET duration_minutes = ${minutes} WHERE name = 'Hair Wash'`
test.beforeEach(({ site }) => site.database.change(washTakes(0)))
test.afterEach(({ site }) => site.database.change(washTakes(15)))

async function fillAll(page: Page, guest: Guest) {
	await page.getByLabel('Hair Wash').check()
	await tickTip(page, '10%')
	await fillDetails(page, guest)
	await page.getByText('Add a note, or book for someone else').click()
	await page.getByLabel('Note to the shop').fill('Small braids')
}

async function expectAllKept(page: Page, guest: Guest) {
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
	await expect(page.getByLabel('Last name')).toHaveValue(guest.lastName)
	await expect(page.getByLabel('Email')).toHaveValue(guest.email)
	await expect(page.getByLabel('Phone number')).toHaveValue(guest.phone)
	await expect(page.getByLabel('Hair Wash')).toBeChecked()
	await expect(page.getByLabel('10%')).toBeChecked()
	await expect(page.getByLabel('Cash at the shop')).toBeChecked()
	await expect(page.getByLabel('Note to the shop')).toHaveValue('Small braids')
}

test('B7: another time leaves everything else as it was typed', { tag: ['@deep', '@both'] }, async ({
	page,
}) => {
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, trim)
	await fillAll(page, guest)
	await page.getByRole('button', { name: 'Time', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('When suits you?')
	// The days that have the chosen time.
	await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
	await chooseShownTime(page, 1)
	await expectAllKept(page, guest)
})

test('B7: where the hold has ended, choosing another time keeps what was typed', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site }) => {
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, trim)
	await letHoldsRunOut(site, page)
	await page.reload()
	await expect(page.getByText(/Your hold on .+ has ended/)).toBeVisible()
	await expect(page.getByText('Your details are saved')).toHaveCount(0)
	await fillAll(page, guest)
	await page.getByRole('button', { name: 'Choose another' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('When suits you?')
	await chooseShownTime(page)
	await expectAllKept(page, guest)
	await letHoldsRunOut(site, page)
	await page.reload()
	await expect(page.getByText('Your details are saved')).toBeVisible()
})

test('B7: what is said of keeping details opens beside checkout', { tag: ['@deep', '@both'] }, async ({
	page,
}) => {
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, trim)
	await fillAll(page, guest)
	const opened = page.waitForEvent('popup')
	await page.getByRole('link', { name: /How we keep them/ }).click()
	await expect(await opened).toHaveURL('/privacy')
	await expectAllKept(page, guest)
})

test('B7: a reload, and Back and Forward, keep what was typed', { tag: '@full' }, async ({ page }) => {
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, trim)
	await hydrated(page)
	await fillAll(page, guest)
	await page.reload()
	await expectAllKept(page, guest)
	await page.goBack()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('When suits you?')
	await page.goForward()
	await expectAllKept(page, guest)
})

test('B7: what was typed is saved when the customer turns to another app', { tag: '@full' }, async ({
	page,
	context,
}) => {
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, trim)
	await hydrated(page)
	await fillAll(page, guest)
	const saved = page.waitForResponse((response) => response.request().method() === 'POST')
	await page.evaluate(() => {
		Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
		document.dispatchEvent(new Event('visibilitychange'))
	})
	expect((await saved).status()).toBe(202)
	const later = await context.newPage()
	await later.goto('/booking/checkout')
	await expectAllKept(later, guest)
})

test('all that has to be mended is said in one round, and the rest is kept', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, noise }) => {
	noise.expect(/400/)
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, trim)
	await fillAll(page, { ...guest, email: '' })
	await fillOtherTip(page, '1e5')
	await confirm(page)
	const list = page.getByRole('alert').filter({ hasText: 'Please check this' })
	await expect(list.getByRole('link')).toHaveText([/Missing Email/, /type the tip as a number/])
	await expect(page.getByLabel('Other amount in naira')).toHaveValue('1e5')
	await expect(page.getByLabel('Other', { exact: true })).toBeChecked()
	await expect(page.getByLabel('Hair Wash')).toBeChecked()
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
})
