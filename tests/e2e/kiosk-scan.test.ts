import type { Page } from '@playwright/test'
import { signMemberCode } from '#app/domain/identity/member-code.server.ts'
import { bookSession } from '#app/flows/subscriptions/book-session.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { addHolder, addPlan, addPlanSession, zoneAtNoon } from '#tests/support/session-desk.ts'
import { hydrated } from './hydrated.ts'
import { openKiosk } from './open-kiosk.ts'

async function take(page: Page, code: string) {
	await page.goto('/kiosk/scan')
	await page.getByLabel('Code', { exact: true }).fill(code)
	await page.getByRole('button', { name: 'Check this code' }).click()
}

/** A customer who holds a plan and has a place in a session that begins soon, with the code of their phone. */
async function addHolderWithCode(site: Site, shopId: string, typedCode: string) {
	const { database } = site
	const now = Date.now()
	const planId = await addPlan(database, shopId)
	const holder = await addHolder(database, planId, { now })
	const zone = zoneAtNoon(now)
	const sessionId = await addPlanSession(database, planId, {
		startsAt: now + 20 * MINUTE_MS,
		capacity: 3,
		zone,
	})
	const { subscriptionId } = holder
	await bookSession(bookingDeps(database.url), holder.actorAt(now), { sessionId, subscriptionId })
	await database.change(
		`INSERT INTO check_in_codes (id, subscription_id, shop_id, typed_code, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
		`code-${typedCode}`,
		holder.subscriptionId,
		shopId,
		typedCode,
		String(now),
		String(now + 2 * MINUTE_MS),
	)
}

test('codes of a plan and of a card are typed, and what they did is said large', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise }) => {
	noise.expect(/the server responded with a status of 409/)
	noise.expect(/the server responded with a status of 404/)
	const shop = await addKioskShop(site)
	const typed = `K${String(Date.now()).slice(-4).replace(/[01]/g, '7')}Q`
	await addHolderWithCode(site, shop.id, typed)
	await openKiosk(page, site, shop.id)
	await page.getByRole('link', { name: 'Sessions' }).click()
	await expect(page.getByText('1 of 3 booked, 0 here')).toBeVisible()
	await take(page, typed)
	await expect(page.getByText('Checked in')).toBeVisible()
	// The title names no error.
	await expect(page).toHaveTitle(/^Scan/)
	await expect(page.getByText('Ada Obi')).toBeVisible()
	await page.goto('/kiosk/sessions')
	await expect(page.getByText('1 of 3 booked, 1 here')).toBeVisible()
	await take(page, typed)
	await expect(page.getByRole('alert')).toContainText('already used')
	await expect(page).toHaveTitle(/^Error: Scan/)

	const member = await addSignedInPerson(site.database, { at: Date.now(), firstName: 'Ngozi' })
	const shown = (shopId = shop.id) =>
		signMemberCode([scratchCookieKey], { userId: member.userId, shopId }, Date.now())
	// S37: a member code of another shop opens no walk-in here.
	await take(page, (await shown('another-shop')).token)
	await expect(page.getByRole('alert')).toContainText('This code is for another shop.')
	await take(page, (await shown()).token)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Walk-in')
	await expect(page.getByText('For Ngozi Obi.')).toBeVisible()
	await page.getByRole('link', { name: /^cut/ }).click()
	await page.getByRole('link', { name: /^Anyone free/ }).click()
	await page.getByRole('button', { name: 'Book' }).click()
	await expect(page.locator('.toast')).toContainText('Booked')
	await take(page, (await shown()).token)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ngozi Obi')
})

test('with script the sessions look again by themselves', async ({ page, site }) => {
	const shop = await addKioskShop(site)
	const typed = `S${String(Date.now()).slice(-4).replace(/[01]/g, '7')}Q`
	await page.clock.install()
	await openKiosk(page, site, shop.id)
	await page.goto('/kiosk/sessions')
	await hydrated(page)
	await addHolderWithCode(site, shop.id, typed)
	await page.clock.runFor(46_000)
	await expect(page.getByText('1 of 3 booked, 0 here')).toBeVisible()
})

test('with script a browser that reads codes takes one from its camera', async ({ page, site }) => {
	const shop = await addKioskShop(site)
	const member = await addSignedInPerson(site.database, { at: Date.now(), firstName: 'Ngozi' })
	const shown = { userId: member.userId, shopId: shop.id }
	const { token } = await signMemberCode([scratchCookieKey], shown, Date.now())
	await addAppointment(site, shop, { inMinutes: 30, firstName: 'Ngozi', userId: member.userId })
	await page.addInitScript((rawValue) => {
		class StubbedDetector {
			detect = async () => [{ rawValue }]
		}
		Object.assign(window, { BarcodeDetector: StubbedDetector })
		navigator.mediaDevices.getUserMedia = async () => new MediaStream()
	}, token)
	await openKiosk(page, site, shop.id)
	await page.getByRole('link', { name: 'Scan' }).click()
	await hydrated(page)
	await page.getByRole('button', { name: 'Scan with the camera' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ngozi Obi')
})
