import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { findBrowser } from './local/find-browser.ts'
import { startSite } from './site/site.ts'

const site = await startSite({ SUPPORT_CONTACT: 'help@wakati.example' })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
const repos = createRepositories(openDatabase({ url: site.database.url }))
const shopId = process.env.SHOP ?? 'ade-hair-studio'
const newLink = async () => {
	const token = newSecretToken()
	await repos.writeBatch([repos.accessKeys.insertLink({ tokenHash: hashSecretToken(token), shopId, name: 'Front desk', expiresAt: Date.now() + 3600_000, now: Date.now() })])
	return token
}
// Today gets visits: those of the demo shop are moved around now.
const now = Date.now()
const rows = await site.database.rows(`SELECT appointments.id FROM appointments WHERE shop_id = ? ORDER BY rowid LIMIT 60`, shopId)
console.log('appointments', rows.length)
const cols = await site.database.rows(`SELECT sql FROM sqlite_master WHERE name IN ('appointments','appointment_services','calendar_entries')`)
if (process.env.COLS) console.log(cols.map((r) => r.sql).join('\n'))
const out = '/tmp/kiosk'
mkdirSync(out, { recursive: true })
const only = process.env.ONLY?.split(',')
for (const scheme of ['light', 'dark'] as const) {
	for (const [size, viewport] of Object.entries({ phone: { width: 360, height: 740 }, tablet: { width: 1024, height: 768 } })) {
		if (only && !only.includes(`${scheme}-${size}`)) continue
		const context = await browser.newContext({ baseURL: site.url, viewport, colorScheme: scheme, hasTouch: true, locale: 'en-NG', timezoneId: 'Africa/Lagos', extraHTTPHeaders: { 'cf-connecting-ip': '10.1.1.1' } })
		const page = await context.newPage()
		page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()))
		page.on('pageerror', (e) => console.log('pageerror', e.message))
		const shoot = async (name: string) => {
			await page.waitForLoadState('networkidle')
			await page.screenshot({ path: `${out}/${name}-${scheme}-${size}.png`, fullPage: true })
			const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
			if (wide > 0) console.log(name, 'overflows by', wide)
		}
		const to = async (path: string, name: string) => {
			const answer = await page.goto(path)
			console.log(name, answer?.status())
			await shoot(name)
		}
		await to('/kiosk', 'closed')
		const link = await newLink()
		await to(`/kiosk/open?link=${link}`, 'open')
		console.log(page.url())
		await page.getByLabel('Choose a PIN').fill('1234')
		await page.getByLabel('The PIN once more').fill('1235')
		await page.getByRole('button', { name: 'Make this' }).click()
		await page.getByText('not alike').first().waitFor()
		await shoot('open-problem')
		await page.getByLabel('Choose a PIN').fill('1234')
		await page.getByLabel('The PIN once more').fill('1234')
		await page.getByRole('button', { name: 'Make this' }).click()
		await page.getByRole('heading', { name: 'Today' }).waitFor()
		await shoot('today')
		const visit = page.locator('.visit .name').first()
		if (await visit.count()) {
			const href = await visit.getAttribute('href')
			await to(`${href}`, 'visit')
			await to(`${href}/cancel`, 'cancel')
			await page.goto('/kiosk')
			await page.locator('button[value=arrive]').first().click()
			await page.locator('.toast').waitFor()
			await shoot('today-arrived')
		}
		await to('/kiosk?by=person', 'by-person')
		await to('/kiosk?date=2027-06-01', 'empty-day')
		await to('/kiosk/walk-in', 'walk-in')
		await page.locator('.choices a').first().click()
		await page.getByText('With whom?').waitFor()
		await shoot('walk-in-person')
		await page.locator('.choices a').first().click()
		await page.getByRole('button', { name: 'Book' }).waitFor()
		await shoot('walk-in-book')
		await page.getByRole('button', { name: 'Book' }).click()
		await page.waitForTimeout(1500)
		await shoot('walk-in-booked')
		await to('/kiosk/block', 'block')
		await page.getByRole('button', { name: 'Block' }).click()
		await page.waitForTimeout(800)
		await shoot('block-problem')
		await to('/kiosk/scan', 'scan')
		await to('/kiosk/sessions', 'sessions')
		await to('/kiosk/more', 'more')
		await to('/kiosk/visits/NOSUCH', 'visit-unknown')
		await context.clearCookies({ name: 'touch' })
		await to('/kiosk', 'pin')
		await page.getByLabel('PIN of this kiosk').fill('9999')
		await page.getByRole('button', { name: 'Open' }).click()
		await page.getByText('tries are left').first().waitFor()
		await shoot('pin-wrong')
		await context.close()
	}
}
await browser.close()
await site.close()
