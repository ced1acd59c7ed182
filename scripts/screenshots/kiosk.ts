import type { Page } from '@playwright/test'
import { addDays, dateOfInstant } from '#app/kernel/civil.ts'
import { demoKioskLink } from '#scripts/local/demo-kiosk-link.ts'
import type { Site } from '#scripts/site/site.ts'
import { openPage, type Shoot } from './picture.ts'

const PIN = '4826'

/** The kiosk of the demo's shop, from its link to an appointment of the day. */
export async function shootKiosk(site: Site, page: Page, shoot: Shoot) {
	const kiosk = await demoKioskLink(site.database.url, { origin: site.url, now: Date.now() })
	if (!kiosk) throw new Error('The demo data have no shop for the kiosk.')
	await page.goto(kiosk.link)
	await shoot('kiosk-open')
	await page.getByLabel('Choose a PIN').fill(PIN)
	await page.getByLabel('Confirm the PIN').fill(PIN)
	await page.getByRole('button', { name: 'Make this device the kiosk' }).click()
	await page.waitForURL('**/kiosk')
	await shoot('kiosk-today')
	for (const name of ['calendar', 'walk-in', 'block', 'scan', 'sessions', 'more', 'search', 'to-do']) {
		await openPage(page, `/kiosk/${name}`)
		await shoot(`kiosk-${name}`)
	}
	await openPage(page, '/kiosk/search?q=ad')
	await shoot('kiosk-search-found')
	await openPage(page, `/kiosk/book?date=${addDays(dateOfInstant(Date.now()), 3)}`)
	await shoot('kiosk-book')
	await page.locator('[name=service]').first().check()
	await page.getByRole('button', { name: 'Next' }).click()
	await page.getByRole('navigation', { name: 'Free times' }).waitFor()
	await shoot('kiosk-book-times')
	await page.getByRole('navigation', { name: 'Free times' }).getByRole('link').first().click()
	await page.getByLabel('First name').waitFor()
	await shoot('kiosk-book-customer')
	await shootDeposit(page, shoot)
	await page.goto('/kiosk')
	// Late in the evening today has no appointment left.
	const appointment = page.locator('a[href^="/kiosk/visits/"]').first()
	if ((await appointment.count()) === 0) await page.getByRole('link', { name: 'Tomorrow' }).click()
	await appointment.click()
	await page.waitForURL('**/kiosk/visits/**')
	await shoot('kiosk-visit')
	const appointmentUrl = page.url()
	await openPage(page, appointmentUrl.replace('/visits/', '/customers/'))
	await shoot('kiosk-customer')
	await openPage(page, `${appointmentUrl}/edit`)
	await shoot('kiosk-visit-edit')
}

/** A time that is held for its deposit, and the page that the customer opens. */
async function shootDeposit(page: Page, shoot: Shoot) {
	const ask = page.getByRole('button', { name: 'Ask for a deposit by a link' })
	if ((await ask.count()) === 0) return
	await page.getByLabel('First name').fill('Amaka')
	await page.getByLabel('Phone', { exact: true }).fill('0803 555 0100')
	await ask.click()
	await page.waitForURL('**/kiosk/deposits/**')
	await shoot('kiosk-deposit')
	const address = await page.locator('.address').innerText()
	await openPage(page, address.slice(address.indexOf('/')))
	await shoot('deposit')
}

/** The owner's device of the demo's shop, from its link to one service. */
export async function shootOwner(site: Site, page: Page, shoot: Shoot) {
	const owner = await demoKioskLink(site.database.url, {
		origin: site.url,
		device: { role: 'owner' },
		now: Date.now(),
	})
	if (!owner) throw new Error('The demo data have no shop for its owner.')
	await page.goto(owner.link)
	await shoot('owner-open')
	await page.getByLabel('Choose a PIN').fill(PIN)
	await page.getByLabel('Confirm the PIN').fill(PIN)
	await page.getByRole('button', { name: 'Make this my device' }).click()
	await page.waitForURL('**/kiosk/shop')
	await shoot('owner-shop')
	for (const name of [
		'services',
		'services/new',
		'reviews',
		'add-ons/new',
		'hours',
		'details',
		'takings',
		'money',
		'payout-account',
		'problems',
		'feeds',
		'photos',
		'photos/shop',
		'keys',
		'people',
		'people/new',
		'devices',
	]) {
		await openPage(page, `/kiosk/shop/${name}`)
		await shoot(`owner-${name.replace('/', '-')}`)
	}
	for (const kind of ['promos', 'programs', 'plans', 'sessions'])
		for (const rest of ['', '/new']) {
			await openPage(page, `/kiosk/shop/${kind}${rest}`)
			await shoot(`owner-${kind}${rest.replace('/', '-')}`)
		}
	await page.goto('/kiosk/shop/devices')
	await page.getByLabel('Name of the device').fill('Back room')
	await page.getByRole('button', { name: 'Make a link', exact: true }).click()
	await page.getByText('Open this link on the new device').waitFor()
	await shoot('owner-devices-link')
	await page.goto('/kiosk/shop/people')
	await page.locator('a[href^="/kiosk/shop/people/"]').first().click()
	await page.getByLabel('First name').waitFor()
	await shoot('owner-person')
	await page.getByRole('link', { name: 'Weekly hours' }).click()
	await page.getByRole('group', { name: 'Sunday' }).waitFor()
	await shoot('owner-person-hours')
	await page.goto('/kiosk/shop/services')
	await page.locator('a[href^="/kiosk/shop/services/"]').first().click()
	await page.getByLabel('Name').waitFor()
	await shoot('owner-service')
	await page.getByLabel('Minutes', { exact: true }).fill('900')
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Please check this').waitFor()
	await shoot('owner-service-wrong')
}
