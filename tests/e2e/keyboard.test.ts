import type { Locator, Page } from '@playwright/test'
import { DAY_MS } from '#app/kernel/instant.ts'
import { loseTime } from '#scripts/site/browser-payer.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addHolder, addPlan, addPlanSession, zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { hydrated } from './hydrated.ts'
import {
	braids,
	expectBooked,
	expectPaymentPage,
	newGuest,
	openCheckout,
	openPaymentPage,
	payButton,
	reachCheckout,
	reachTimes,
	type ServiceChoice,
} from './page-guest.ts'
import { carrySession } from './sign-in.ts'

const naturals: ServiceChoice = { shopId: 'ewa-naturals', shop: 'Ẹwà Naturals', service: 'min' }

const MOST_STOPS = 80

/** Presses Tab until something has the focus, as a person without a pointer does. */
async function tabTo(page: Page, target: Locator) {
	for (let stop = 0; stop < MOST_STOPS; stop++) {
		if (
			(await target.count()) > 0 &&
			(await target.evaluate((element) => element === document.activeElement))
		)
			return
		await page.keyboard.press('Tab')
	}
	throw new Error(`${target} was not reached by Tab`)
}

async function press(page: Page, target: Locator, key = 'Enter') {
	await expect(target).toBeVisible()
	await tabTo(page, target)
	await page.keyboard.press(key)
}

async function typeDetails(page: Page) {
	const guest = newGuest()
	for (const [label, value] of [
		['First name', guest.firstName],
		['Last name', guest.lastName],
		['Email', guest.email],
		['Phone number', guest.phone],
	] as const) {
		await tabTo(page, page.getByLabel(label))
		await page.keyboard.type(value)
	}
}

test('a visit is booked with the keyboard alone', { tag: '@both-when-deep' }, async ({ page }) => {
	await page.goto('/')
	await press(page, page.getByRole('link', { name: 'Get Started' }))
	await press(page, page.getByRole('searchbox'), 'e')
	await page.keyboard.type('wa naturals')
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { level: 3 })).toHaveText([naturals.shop])
	await press(page, page.getByRole('link', { name: 'Book Now' }))
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a service')
	await press(page, page.locator('button[name="serviceId"]').first())
	await press(page, page.getByRole('button', { name: 'Any available' }))
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('When suits you?')
	await tabTo(page, page.getByRole('radio').first())
	await page.keyboard.press('Space')
	await page.keyboard.press('ArrowRight')
	await expect(page.getByRole('radio', { checked: true })).toBeFocused()
	await press(page, page.getByRole('button', { name: 'Continue to Checkout' }))
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
	await tabTo(page, page.getByLabel('Cash at the shop'))
	await page.keyboard.press('Space')
	await typeDetails(page)
	await press(page, page.getByRole('button', { name: /Confirm Booking/ }))
	await expectBooked(page)
})

test('a visit is paid for with the keyboard alone', { tag: ['@full', '@both-when-deep'] }, async ({
	page,
	site,
}) => {
	await openCheckout(page, site)
	await tabTo(page, page.getByLabel('Cash at the shop'))
	// From the first to the last.
	await page.keyboard.press('ArrowUp')
	await expect(page.getByLabel('Pay online now')).toBeChecked()
	await typeDetails(page)
	await press(page, payButton(page))
	await expectPaymentPage(page)
	await press(page, page.getByRole('button', { name: 'Pay ₦3,000' }))
	await expectBooked(page)
})

test('with the keyboard alone checkout’s folds open, a code is applied, and the visit is cancelled', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page }) => {
	await reachCheckout(page, braids)
	await press(page, page.getByText('Add a promo code'))
	await tabTo(page, page.getByLabel('Promo code'))
	await page.keyboard.type('WELCOME10')
	await press(page, page.getByRole('button', { name: 'Apply' }))
	await expect(page.getByText('WELCOME10 is applied.')).toBeVisible()
	await press(page, page.getByText('Add a tip'))
	await tabTo(page, page.getByLabel('No tip'))
	await tabTo(page, page.getByLabel('Cash at the shop'))
	await page.keyboard.press('Space')
	await typeDetails(page)
	await press(page, page.getByRole('button', { name: /Confirm Booking/ }))
	await expectBooked(page)
	await press(page, page.getByRole('link', { name: 'Cancel booking' }))
	await press(page, page.getByRole('button', { name: 'Cancel Booking' }))
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking cancelled')
})

test(
	'a session is booked with the keyboard alone',
	{ tag: ['@deep', '@both'] },
	async ({ page, context, site }, { project }) => {
		const now = Date.now()
		const zone = zoneAtNoon(now)
		const shopId = `keyboard-dojo-${project.name.replace(/\W/g, '')}`
		await addSmallShop(site.database.client, shopId, { zone })
		const planId = await addPlan(site.database, shopId, { entryKind: 'total', entries: 4 })
		await addPlanSession(site.database, planId, { startsAt: now + 3 * DAY_MS, zone })
		await carrySession(context, site, await addHolder(site.database, planId, { now }))
		await page.goto('/sessions')
		await press(page, page.getByRole('link', { name: /^Book Now/ }))
		await press(page, page.getByRole('button', { name: 'Confirm Booking' }))
		await press(page, page.getByRole('link', { name: 'Cancel Booking' }))
		await press(page, page.getByRole('button', { name: 'Cancel Booking' }))
		await expect(page.getByRole('heading', { level: 2 })).toHaveText('No Upcoming Sessions')
	},
)

test('the filters of Discover are chosen with the keyboard alone', { tag: ['@deep', '@both'] }, async ({
	page,
}) => {
	await page.goto('/discover')
	await press(page, page.getByText('Sort and filter'))
	await tabTo(page, page.getByLabel('Sort by'))
	await page.keyboard.press('ArrowDown')
	await press(page, page.getByRole('button', { name: 'Show shops' }))
	await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^Top rated/)
})

test('with script a menu of Discover closes by Escape, and when the focus leaves it', async ({ page }) => {
	await page.goto('/discover')
	await hydrated(page)
	const menu = page.getByText('Sort and filter')
	await press(page, menu)
	await tabTo(page, page.getByLabel('Price'))
	await page.keyboard.press('Escape')
	await expect(page.getByLabel('Price')).toBeHidden()
	await expect(menu).toBeFocused()
	await page.keyboard.press('Enter')
	await tabTo(page, page.getByRole('button', { name: 'Show shops' }))
	await page.keyboard.press('Tab')
	// Open, it would lie over what has the focus now (WCAG 2.4.11).
	await expect(page.getByLabel('Price')).toBeHidden()
	await expect(menu).not.toBeFocused()
})

test('another time for a payment is taken up with the keyboard alone', { tag: ['@deep', '@both'] }, async ({
	page,
	site,
}) => {
	const paying = await openPaymentPage(page, site)
	await loseTime(site, paying)
	await press(page, page.getByRole('button', { name: 'Pay ₦3,000' }))
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose another time')
	await tabTo(page, page.getByRole('radio').first())
	await page.keyboard.press('ArrowRight')
	await expect(page.getByRole('radio', { checked: true })).toBeFocused()
	await press(page, page.getByRole('button', { name: 'Complete Booking' }))
	await expectBooked(page)
})

test('the first stop of every page leads past what repeats', { tag: '@both-when-full' }, async ({ page }) => {
	await page.goto('/discover')
	await page.keyboard.press('Tab')
	const skip = page.getByRole('link', { name: 'Skip to content' })
	await expect(skip).toBeFocused()
	await expect(skip).toBeInViewport()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('main')).toBeFocused()
})

test('with script the focus goes to what is new, where the link that led there is gone', async ({ page }) => {
	await page.goto('/discover')
	await hydrated(page)
	await press(page, page.getByRole('link', { name: 'Book Now at Adé Hair Studio' }))
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a service')
	await expect(page.getByRole('main')).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('a screen reader is told what the page of times is', { tag: '@both-when-deep' }, async ({ page }) => {
	await reachTimes(page, naturals)
	await expect(page).toHaveTitle(/^Choose a time · /)
	await expect(page.getByRole('main')).toHaveCount(1)
	const day = page.getByRole('navigation', { name: 'Day' })
	await expect(day.locator('[aria-current="date"]')).toHaveCount(1)
	await expect(page.getByRole('group', { name: /Morning|Afternoon|Evening/ }).first()).toBeAttached()
	await expect(page.getByRole('radio').first()).toHaveAccessibleName(/^\d+:\d\d [AP]M$/)
	await expect(page.getByRole('status').filter({ hasText: 'Times for' })).toBeAttached()
})
