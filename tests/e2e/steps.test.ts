import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import {
	bookAs,
	chooseService,
	chooseShownTime,
	chooseStaff,
	chooseTime,
	expectBooked,
	newGuest,
	openServices,
	reachCheckout,
	reachFirstTimes,
	type ServiceChoice,
} from './page-guest.ts'
import { storedAppointments } from './stored-appointments.ts'

const spa: ServiceChoice = { shopId: 'itura-spa', shop: 'Ìtura Spa', service: 'Foot spa' }

const headings = ['Choose a service', 'Who would you like?', 'When suits you?', 'Checkout']

function expectStep(page: Page, step: number) {
	return expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[step] ?? '')
}

test('the back button leads through all steps, each with what was chosen, and forward again to a booking', {
	tag: '@both-when-deep',
}, async ({ page, site }) => {
	const guest = newGuest()
	await reachFirstTimes(page, spa)
	await chooseShownTime(page)
	await page.goBack()
	await expectStep(page, 2)
	await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
	await page.goBack()
	await expectStep(page, 1)
	await expect(page.getByRole('button', { name: 'Any available' })).toContainText('(chosen)')
	await page.goBack()
	await expectStep(page, 0)
	await expect(page.getByRole('button', { name: spa.service })).toContainText('(chosen)')
	for (const step of [1, 2, 3]) {
		await page.goForward()
		await expectStep(page, step)
	}
	await bookAs(page, guest)
	expect(await storedAppointments(site, guest)).toHaveLength(1)
})

test('M20: each step says its title to a screen reader', { tag: '@deep' }, async ({ page }) => {
	await openServices(page, spa)
	await hydrated(page)
	const said = page.locator('[aria-live=polite]')
	await expect(said).toBeEmpty()
	await chooseService(page, spa)
	await expect(said).toHaveText(/^Choose your staff member/)
	await chooseStaff(page)
	await expect(said).toHaveText(/^Choose a time/)
})

test('a refresh at each step loses nothing', { tag: ['@full', '@both-when-full'] }, async ({
	page,
	site,
}) => {
	const guest = newGuest()
	await openServices(page, spa)
	await page.reload()
	await chooseService(page, spa)
	await page.reload()
	await expectStep(page, 1)
	await chooseStaff(page)
	await page.reload()
	await expectStep(page, 2)
	await chooseTime(page)
	const when = await page.locator('.card b').first().textContent()
	await page.reload()
	await expectStep(page, 3)
	await expect(page.locator('.card b').first()).toHaveText(when ?? '')
	const reference = await bookAs(page, guest)
	await page.reload()
	expect(await expectBooked(page)).toBe(reference)
	expect(await storedAppointments(site, guest)).toHaveLength(1)
})

test('back from a booked visit shows the booking, and cannot book it again', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	const guest = newGuest()
	await reachCheckout(page, spa)
	const reference = await bookAs(page, guest)
	await page.goBack()
	expect(await expectBooked(page)).toBe(reference)
	expect(await storedAppointments(site, guest)).toHaveLength(1)
})

test('a step that is opened too early leads to the one that is missing', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page }) => {
	await page.goto('/booking/checkout')
	await expect(page.getByText('No service selected')).toBeVisible()
	await page.goto('/booking')
	await expect(page).toHaveURL('/discover')

	await openServices(page, spa)
	await chooseService(page, spa)
	for (const early of ['time-selection', 'checkout']) {
		await page.goto(`/booking/${early}`)
		await expectStep(page, 0)
	}
	await page.goto('/booking')
	await expectStep(page, 1)
	await chooseStaff(page)
	await page.goto('/booking/checkout')
	await expectStep(page, 2)
	await page.goto('/booking')
	await expectStep(page, 2)
})

test('choosing a service of another shop says that the first booking is cleared', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page }) => {
	await reachCheckout(page, spa)
	const barber = { shopId: 'dugbe-barbers', shop: 'Dùgbẹ̀ Barbers' }
	await openServices(page, barber)
	await page.getByRole('button', { name: /min/ }).first().click()
	const message = page.getByRole('status').filter({ hasText: 'Shop Changed' })
	await expect(message).toContainText('Your previous booking has been cleared.')
	await page.goto('/booking/checkout')
	await expectStep(page, 0)
})
