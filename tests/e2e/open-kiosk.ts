import { expect, type Page } from '@playwright/test'
import type { Site } from '#scripts/site/site.ts'
import { addKiosk } from '#tests/support/kiosk-desk.ts'

/** Opens the kiosk of a shop on this device, unlocked. */
export async function openKiosk(page: Page, site: Site, shopId: string): Promise<void> {
	const { cookies } = await addKiosk(site, shopId)
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
}
