import type { Page } from '@playwright/test'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { checkIn } from '#app/flows/subscriptions/check-in.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { scratchCheckInKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addHolder, addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import { violationsOf } from './accessibility.ts'
import { hydrated } from './hydrated.ts'
import { carrySession } from './sign-in.ts'
import { setTextSize } from './text-size.ts'

const shopId = 'eko-dance-and-fitness'

/** A customer who bought a plan just now, signed in. */
async function signInHolder(page: Page, site: Site) {
	const now = Date.now()
	const planId = await addPlan(site.database, shopId, { entryKind: 'total', entries: 5 })
	const holder = await addHolder(site.database, planId, {
		now,
		startsAt: now - 1_000,
		endsAt: now + 30 * DAY_MS,
	})
	await site.database.change(
		'UPDATE subscriptions SET created_at = starts_at WHERE id = ?',
		holder.subscriptionId,
	)
	await carrySession(page.context(), site, holder)
	return { ...holder, planId, title: `Plan ${planId}` }
}

/** What the camera of the shop reads. */
async function readPicture(page: Page): Promise<string> {
	const { data, width, height } = PNG.sync.read(await page.screenshot())
	const found = jsQR(new Uint8ClampedArray(data), width, height)
	if (!found) throw new Error('no code in the picture')
	return found.data
}

test('M29: a card opens wherever it is tapped, and its own links lead where they say', {
	tag: '@both-when-deep',
}, async ({ page, site }) => {
	const { planId, title } = await signInHolder(page, site)
	await addPlanSession(site.database, planId, { startsAt: Date.now() + DAY_MS })
	await page.goto('/subscriptions')
	const card = page.locator('main li', { hasText: title })
	await card.tap({ position: { x: 12, y: 60 } })
	await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
	await page.goBack()
	await card.getByRole('link', { name: 'Book Session' }).click()
	await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible()
})

test('with text of 200 % the details of a plan are no wider than the screen', async ({ page, site }) => {
	const { subscriptionId } = await signInHolder(page, site)
	await setTextSize(page, 32)
	await page.goto(`/subscriptions/${subscriptionId}`)
	await expect(page.getByRole('link', { name: 'Pause' })).toBeVisible()
	const { shown, needed } = await page.evaluate(() => ({
		shown: document.documentElement.clientWidth,
		needed: document.documentElement.scrollWidth,
	}))
	expect(needed).toBe(shown)
})

test('a plan is looked at, paused, resumed and cancelled; without a reason nothing is lost', {
	tag: '@both',
}, async ({ page, site, noise }) => {
	noise.expect(/status of 400/)
	const { title } = await signInHolder(page, site)
	await page.goto('/profile')
	await page.getByRole('link', { name: 'My Subscriptions' }).click()
	await page.getByRole('link', { name: title }).first().click()
	await expect(page.getByRole('heading', { name: title })).toBeVisible()
	await expect(page.getByText('No entries used yet.')).toBeVisible()

	await page.getByRole('link', { name: 'Pause' }).click()
	await page.getByRole('link', { name: '14 days' }).click()
	await page.getByRole('button', { name: 'Pause for 14 days' }).click()
	await expect(page.getByText('Subscription paused').first()).toBeVisible()
	await page.getByRole('link', { name: 'Resume' }).click()
	await page.getByRole('button', { name: 'Resume now' }).click()
	await expect(page.getByText('Subscription resumed').first()).toBeVisible()

	await page.getByRole('link', { name: 'Cancel Subscription' }).click()
	await expect(page.getByText('Ask the shop for your money back: ₦10,000')).toBeVisible()
	await page.getByRole('button', { name: 'Cancel Subscription' }).click()
	await expect(page.getByText('Please provide a cancellation reason').first()).toBeInViewport()
	await page.getByRole('link', { name: 'Keep Subscription' }).click()
	await expect(page.getByText('Active', { exact: true })).toBeVisible()
	await page.getByRole('link', { name: 'Cancel Subscription' }).click()
	await page.getByLabel("Please tell us why you're cancelling").fill('Moving to Abuja')
	await page.getByRole('button', { name: 'Cancel Subscription' }).click()
	await expect(page.getByText('Subscription cancelled successfully')).toBeVisible()
	await expect(page.getByText('Moving to Abuja')).toBeVisible()
})

test('the picture of a check-in code lets its holder in, once, and the page says so', {
	tag: ['@deep', '@both'],
}, async ({ page, site }) => {
	await signInHolder(page, site)
	await page.goto('/subscriptions')
	await page.getByRole('button', { name: /^QR Code/ }).click()
	await expect(page.getByRole('img', { name: 'QR code for check-in' })).toBeInViewport({ ratio: 1 })
	const token = await readPicture(page)
	const ask = () =>
		checkIn(bookingDeps(site.database.url), {
			shopId,
			presented: { token, keys: [scratchCheckInKey] },
			key: String(Math.random()),
			now: Date.now(),
		})
	expect(await ask()).toMatchObject({ ok: true, value: { entriesLeft: 4 } })
	expect(await ask()).toMatchObject({ ok: false, refusal: { code: 'code_used' } })
	// By itself: with script it asks, without it is loaded again.
	await expect(page.getByText('Checked in ✓ 4 entries left')).toBeVisible({ timeout: 30_000 })
	await expect(page.getByText(/You were checked in at \d\d:\d\d\./)).toBeVisible()
	await page.getByRole('link', { name: 'Subscription' }).first().click()
	await expect(page.getByText('Visit completed')).toBeVisible()
})

test('with script a code counts down, warns in its last minute, and gives way to a new one', async ({
	page,
	site,
}) => {
	const { subscriptionId } = await signInHolder(page, site)
	await page.clock.install()
	await page.goto(`/subscriptions/${subscriptionId}/check-in`)
	await hydrated(page)
	await page.getByRole('button', { name: 'Generate New Code' }).click()
	await expect(page.getByText(/Expires in [12]:\d\d/)).toBeVisible()
	await page.clock.fastForward(65_000)
	await expect(page.locator('.tag.clay')).toHaveText(/Expires in 0:\d\d/)
	await page.clock.fastForward(60_000)
	await expect(page.getByText('This code has expired.')).toBeVisible()
	await expect(page.getByRole('img', { name: 'QR code for check-in' })).toHaveCount(0)
	await page.getByRole('button', { name: 'Generate New Code' }).click()
	await expect(page.getByRole('img', { name: 'QR code for check-in' })).toBeVisible()
})

test('each page of a subscription is fit for everybody', { tag: '@deep' }, async ({ page, site }) => {
	const { subscriptionId } = await signInHolder(page, site)
	const details = `/subscriptions/${subscriptionId}`
	for (const path of [details, `${details}/pause`, `${details}/cancel`, `${details}/check-in`]) {
		await page.goto(path)
		expect(await violationsOf(page), path).toEqual([])
	}
})
