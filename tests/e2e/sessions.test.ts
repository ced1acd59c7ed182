import type { BrowserContext, Page } from '@playwright/test'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import type { Site } from '#scripts/site/site.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addHolder, addPlan, addPlanSession, zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { violationsOf } from './accessibility.ts'
import { hydrated } from './hydrated.ts'
import { carrySession, signInAsDemoClient } from './sign-in.ts'

const now = Date.now()
const zone = zoneAtNoon(now)
let shopsSoFar = 0

/** A plan of a shop of its own, and sessions with one seat each. */
async function newPlan(site: Site, inMs: readonly number[]) {
	const shopId = `dojo-${process.pid}-${++shopsSoFar}`
	await addSmallShop(site.database.client, shopId, { zone })
	const planId = await addPlan(site.database, shopId, { entryKind: 'total', entries: 4 })
	for (const ms of inMs) await addPlanSession(site.database, planId, { startsAt: now + ms, zone })
	return planId
}

async function signInHolder(context: BrowserContext, site: Site, planId: string) {
	const { token } = await addHolder(site.database, planId, { now })
	await carrySession(context, site, { token })
}

const cardOf = (page: Page, position: number) => page.locator('main li').nth(position)
const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test('a member books a session, sees it, gives it up early, and forfeits the entry of one given up late', {
	tag: '@both',
}, async ({ page, context, site }) => {
	await signInHolder(context, site, await newPlan(site, [4 * HOUR_MS, 3 * DAY_MS]))
	await page.goto('/sessions')
	for (const remaining of ['3 entries', '2 entries']) {
		const book = page.getByRole('link', { name: /^Book Now/ }).first()
		const later = page.getByRole('link', { name: 'Later sessions' })
		// From Friday on the second one is of the next week.
		await expect(book.or(later).first()).toBeVisible()
		if (!(await book.isVisible())) await later.click()
		await book.click()
		await expect(page.getByRole('heading', { name: 'Confirm Booking' })).toBeVisible()
		await expect(page.getByText(`${remaining} remaining after booking`)).toBeVisible()
		await page.getByRole('button', { name: 'Confirm Booking' }).click()
		await expect(page.getByText('Your session has been successfully booked.')).toBeVisible()
		await tab(page, 'Available')
	}
	await tab(page, 'My Bookings')
	await expect(page.getByText('Confirmed')).toHaveCount(2)

	await cardOf(page, 1).getByRole('link', { name: 'Cancel Booking' }).click()
	await expect(page.getByText('Your entry will be refunded to your subscription.')).toBeVisible()
	await page.getByRole('button', { name: 'Cancel Booking' }).click()
	await expect(page.getByText('Your booking has been cancelled and entry refunded.')).toBeVisible()

	await page.getByRole('link', { name: 'Cancel Booking' }).click()
	await expect(page.getByText('Note: Cancelling within 24 hours may forfeit your entry')).toBeVisible()
	await page.getByRole('link', { name: 'Keep Booking' }).click()
	await page.getByRole('link', { name: 'Cancel Booking' }).click()
	await page.getByRole('button', { name: 'Cancel Booking' }).click()
	await expect(page.getByText('This was a late cancellation, so the entry is not refunded.')).toBeVisible()
	await expect(page.getByText('No Upcoming Sessions')).toBeVisible()
	await tab(page, 'Past')
	await expect(page.getByText('Cancelled', { exact: true })).toHaveCount(2)
})

test('a member waits for a seat, gets it when somebody cancels, and books it', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, context, newVisitor, site }) => {
	const planId = await newPlan(site, [3 * DAY_MS])
	await signInHolder(context, site, planId)
	const other = await newVisitor()
	await signInHolder(other, site, planId)
	const others = await other.newPage()
	await others.goto('/sessions')
	await others.getByRole('link', { name: /^Book Now/ }).click()
	await others.getByRole('button', { name: 'Confirm Booking' }).click()
	await expect(others.getByText('Your session has been successfully booked.')).toBeVisible()

	await page.goto('/sessions')
	await expect(page.getByText('Session Full')).toBeVisible()
	await page.getByRole('button', { name: /^Join Waitlist/ }).click()
	await expect(page.getByText('You are number 1 in line.')).toBeVisible()
	await page.getByRole('button', { name: /^Leave waitlist/ }).click()
	await page.getByRole('button', { name: /^Join Waitlist/ }).click()
	await expect(page.getByText('You are number 1 in line.')).toBeVisible()

	await others.getByRole('link', { name: 'Cancel Booking' }).click()
	await others.getByRole('button', { name: 'Cancel Booking' }).click()
	await expect(others.getByText('Your booking has been cancelled and entry refunded.')).toBeVisible()

	await page.goto('/sessions')
	await expect(page.getByText(/A seat is held for you until \d\d:\d\d/)).toBeVisible()
	await page.getByRole('link', { name: /^Book Now/ }).click()
	await page.getByRole('button', { name: 'Confirm Booking' }).click()
	await expect(page.getByText('Your session has been successfully booked.')).toBeVisible()
})

test('with script, choosing a plan filters the sessions', async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.goto('/sessions')
	await hydrated(page)
	await page.getByLabel('Filter by plan').selectOption({ label: 'Five Foot Spas, Ìtura Spa' })
	await expect(page).toHaveURL(/plan=itura-spa/)
	await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Five Foot Spas')
})

test('each page of sessions is fit for everybody', { tag: '@deep' }, async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.goto('/sessions?tab=bookings')
	const places = await page
		.getByRole('link', { name: /Cancel Booking|Add to Calendar/ })
		.evaluateAll((links) => links.slice(0, 2).map((link) => link.getAttribute('href') ?? ''))
	expect(places).toHaveLength(2)
	const [session] = await site.database.rows(
		`SELECT id FROM plan_sessions WHERE plan_id = 'itura-spa-plan-five-foot-spas' AND starts_at > ? LIMIT 1`,
		Date.now(),
	)
	for (const path of ['/sessions', '/sessions?tab=bookings', `/sessions/${session?.id}/book`, ...places]) {
		await page.goto(path)
		expect(await violationsOf(page), path).toEqual([])
	}
})
