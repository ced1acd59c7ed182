import type { Page } from '@playwright/test'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { audienceOf } from '#scripts/site/page-cases.ts'
import { servedRoutes } from '#scripts/site/route-table.ts'
import { addSignedInPerson, cheapCost } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { sampleOf } from '#tests/support/deep.ts'
import { addKiosk, addKioskShop, pin } from '#tests/support/kiosk-desk.ts'
import { hydrated } from './hydrated.ts'
import {
	bookAs,
	chooseService,
	chooseShownTime,
	chooseStaff,
	newGuest,
	openServices,
	seeNextWeek,
} from './page-guest.ts'
import { signIn } from './sign-in.ts'

const spa = { shopId: 'itura-spa', shop: 'Ìtura Spa', service: 'Foot spa' }
const withScript = (name: string) => name === 'with script'

/**
 * Waits until the page has its script, where it runs one.
 * The browser itself sends an earlier form, and the page keeps its place in the history.
 */
async function started(page: Page) {
	if (withScript(test.info().project.name)) await hydrated(page)
}

/** Until the page of the step is shown: a customer presses once more after that. */
async function settled(page: Page) {
	await page.waitForFunction(() => (window.__remixRouter?.state.navigation.state ?? 'idle') === 'idle')
}

/** Presses Back once for each page that was opened, and ends on the first one. */
async function expectBackLeaves(page: Page, presses: number, first: string) {
	for (let press = 1; press <= presses; press++) {
		await page.goBack()
		await settled(page)
	}
	await expect(page).toHaveURL(first)
	await expect(page.locator('main')).toBeVisible()
}

test(
	'B6: after a booking, Back leads out of it to the page before',
	{ tag: ['@full', '@both-when-deep'] },
	async ({ page }, { project }) => {
		await page.goto('/terms')
		await openServices(page, spa)
		await chooseService(page, spa)
		await chooseStaff(page)
		await chooseShownTime(page)
		await started(page)
		await bookAs(page, newGuest())
		// With script the confirmation has taken the place of checkout. Then come time, staff, services and the terms.
		await expectBackLeaves(page, withScript(project.name) ? 4 : 5, '/terms')
	},
)

test('B6: where a session has ended, Back leads past the page for signing in', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	await signIn(page, site)
	await page.goto('/discover')
	await page.getByRole('link', { name: 'Wallet', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Wallet', exact: true })).toBeVisible()
	// The page that waits has the same heading, and the session may not end before its data are asked for.
	await settled(page)
	await page.context().clearCookies()
	await page.getByRole('link', { name: 'Discover', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Featured Businesses' })).toBeVisible()
	await settled(page)
	await page.goBack()
	await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
	await settled(page)
	await expectBackLeaves(page, 1, '/discover')
})

test(
	'B6: after signing out, Back leads past the pages of the account',
	{ tag: ['@full', '@both-when-deep'] },
	async ({ page, site }, { project }) => {
		await signIn(page, site)
		await page.goto('/discover')
		await page.getByRole('link', { name: 'Profile', exact: true }).click()
		await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
		await started(page)
		await page.getByRole('button', { name: 'Sign Out' }).click()
		await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
		await expectBackLeaves(page, withScript(project.name) ? 1 : 2, '/discover')
	},
)

test('B6: from a page that asks a guest to sign in, Back leads to the page with its link', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page }) => {
	await page.goto('/terms')
	await page.goto('/discover')
	await page.getByRole('link', { name: 'Wallet', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
	await expectBackLeaves(page, 1, '/discover')
})

test(
	'B6: after signing in from a tab, Back leads to the page before',
	{ tag: '@both-when-full' },
	async ({ page, site }, { project }) => {
		const password = 'five brown goats'
		const passwordHash = await hashPassword(password, cheapCost)
		const { email } = await addSignedInPerson(site.database, { at: Date.now(), passwordHash })
		await page.goto('/discover')
		await page.getByRole('link', { name: 'Wallet', exact: true }).click()
		await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
		await started(page)
		await page.getByLabel('Email').fill(email)
		await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
		await page.getByRole('button', { name: 'Sign In' }).click()
		await expect(page.getByRole('heading', { name: 'Wallet', exact: true })).toBeVisible()
		if (!withScript(project.name)) {
			// Without script the page for signing in keeps its place: it leads on to the page that was wanted.
			await page.goBack()
			await expect(page).toHaveURL('/wallet')
		}
		await expectBackLeaves(page, 1, '/discover')
	},
)

test(
	'B6: after signing in on a page that was typed, Back shows Discover as signed in',
	{ tag: ['@deep', '@both'] },
	async ({ page, site }, { project }) => {
		const password = 'five brown goats'
		const passwordHash = await hashPassword(password, cheapCost)
		const person = { at: Date.now(), passwordHash, firstName: 'Chidinma' }
		const { email } = await addSignedInPerson(site.database, person)
		await page.goto('/discover?category=nails')
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, there$/)
		await page.goto('/login')
		await started(page)
		await page.getByLabel('Email').fill(email)
		await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
		await page.getByRole('button', { name: 'Sign In' }).click()
		await expect(page).toHaveURL('/discover')
		if (!withScript(project.name)) {
			await page.goBack()
			await expect(page).toHaveURL('/')
		}
		await expectBackLeaves(page, 1, '/discover?category=nails')
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, Chidinma$/)
	},
)

test(
	'B6: however many people, days and months were looked at, Back from moving a visit leads to the visit',
	{ tag: ['@deep', '@both'] },
	async ({ page }, { project }) => {
		await openServices(page, spa)
		await chooseService(page, spa)
		await chooseStaff(page)
		await seeNextWeek(page)
		await chooseShownTime(page)
		await bookAs(page, newGuest())
		const visit = page.url()
		await page.getByRole('link', { name: 'Reschedule' }).click()
		const days = page.getByRole('navigation', { name: 'Day' }).getByRole('link')
		await days.last().click()
		await expect(days.last()).toHaveAttribute('aria-current', 'date')
		await page.getByRole('link', { name: 'Next 7 days' }).click()
		await expect(page.getByRole('link', { name: 'Previous 7 days' })).toBeVisible()
		await page.getByRole('link', { name: 'Month', exact: true }).click()
		await page.getByRole('link', { name: 'Next month' }).click()
		await expect(page.getByRole('link', { name: 'Previous month' })).toBeVisible()
		await page
			.getByRole('navigation')
			.getByRole('link', { name: /^\w+ \d+ \w+$/ })
			.first()
			.click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Move your visit')
		// With script a choice replaces the last one in the history: the page of moving stands there twice, for its month.
		await expectBackLeaves(page, withScript(project.name) ? 2 : 6, visit)
	},
)

test('B6: Back to a page that leads on takes its place, whatever page it is', { tag: '@full' }, async ({
	page,
}) => {
	const routes = await servedRoutes()
	const guarded = routes.filter((route) => audienceOf(route) === 'members' && !route.path.includes(':'))
	const leadsOn = [
		...sampleOf(guarded, 3).map(({ path }) => path),
		...['/booking', '/booking/staff-selection', '/booking/time-selection', '/booking/service-selection'],
		...['/booking/confirmation', '/auth/login', '/logout', '/s/ade-hair-studio'],
	]
	for (const path of leadsOn) await expectTakesItsPlace(page, path)
})

test('B6: Back to a page of a kiosk that is closed, locked or open already takes its place', {
	tag: '@deep',
}, async ({ page, site, noise }) => {
	noise.expect(/the server responded with a status of 401/)
	const routes = await servedRoutes()
	const kioskPages = routes
		.filter(
			(route) => audienceOf(route) === 'kiosks' && route.hasPage && !/:|(closed|open|pin)$/.test(route.path),
		)
		.map(({ path }) => path)
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id)
	const [key, touch] = cookies.map((cookie) => ({ ...cookie, url: site.url }))
	const expectLeads = async (paths: readonly string[], to: RegExp) => {
		for (const path of sampleOf(paths, 3)) await expectTakesItsPlace(page, path, to)
	}
	await expectLeads([...kioskPages, '/kiosk/pin'], /\/kiosk\/closed/)
	if (key) await page.context().addCookies([key])
	await expectLeads([...kioskPages, '/kiosk/visits/any'], /\/kiosk\/pin\?to=/)
	if (touch) await page.context().addCookies([touch])
	await expectLeads(['/kiosk/closed'], /\/kiosk$/)
})

test(
	'B6: after the PIN of a kiosk and after locking it, Back leads to the page before',
	{ tag: ['@deep', '@both'] },
	async ({ page, site }, { project }) => {
		const shop = await addKioskShop(site)
		const { cookies } = await addKiosk(site, shop.id)
		const [key] = cookies.map((cookie) => ({ ...cookie, url: site.url }))
		if (key) await page.context().addCookies([key])
		const enterPin = async () => {
			await page.goto('/terms')
			await page.goto('/kiosk/more')
			await started(page)
			await page.getByLabel('Kiosk PIN').fill(pin)
			await page.getByRole('button', { name: 'Open' }).click()
			await expect(page.getByRole('heading', { level: 1 })).toHaveText('More')
		}
		await enterPin()
		// Without script the page of the PIN, and the page that was locked, keep their places.
		const kept = withScript(project.name) ? 0 : 1
		await expectBackLeaves(page, 1 + kept, '/terms')
		await page.context().clearCookies({ name: 'touch' })
		await enterPin()
		await page.getByRole('button', { name: 'Lock now' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Locked')
		await expectBackLeaves(page, 1 + 2 * kept, '/terms')
	},
)

/** Goes Back to a page that leads on, and from where that led back to the first page. */
async function expectTakesItsPlace(page: Page, path: string, to?: RegExp) {
	await test.step(path, async () => {
		await page.goto('/terms')
		await hydrated(page)
		// The two steps that a customer took while the page still opened.
		await page.evaluate((left) => {
			history.pushState({ key: 'left', idx: 1 }, '', left)
			history.pushState({ key: 'here', idx: 2 }, '', '/terms')
			history.back()
		}, path)
		await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toHaveCount(0)
		await expect(page).not.toHaveURL(path)
		if (to) await expect(page).toHaveURL(to)
		await settled(page)
		await expectBackLeaves(page, 1, '/terms')
	})
}
