import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addKiosk, addKioskShop, newKioskLink, pin } from '#tests/support/kiosk-desk.ts'

/** A page of another site with a link, as a chat in the browser is. */
async function linkFromElsewhere(page: Page, to: string) {
	await page.route('http://elsewhere.example/', (route) =>
		route.fulfill({ contentType: 'text/html', body: `<a href="${to}">Your kiosk</a>` }),
	)
	await page.goto('http://elsewhere.example/')
	await page.getByRole('link', { name: 'Your kiosk' }).click()
}

async function choosePin(page: Page, first: string, second: string) {
	await page.getByLabel('Choose a PIN').fill(first)
	await page.getByLabel('Confirm the PIN').fill(second)
	await page.getByRole('button', { name: 'Make this device the kiosk' }).click()
}

test('a device becomes the kiosk by a link from another site, once, and nothing of it stays', {
	tag: '@both',
}, async ({ page, site, newVisitor, noise }) => {
	noise.expect(/the server responded with a status of (400|410|401)/)
	const shop = await addKioskShop(site)
	const token = await newKioskLink(site, shop.id)
	const told: string[] = []
	page.on('request', (request) => told.push(request.headers().referer ?? ''))
	await linkFromElsewhere(page, `${site.url}/kiosk/open?link=${token}`)
	await expect(page.getByRole('heading', { level: 1 })).toContainText(`Kiosk for Shop ${shop.id}`)
	expect(page.url()).toBe(`${site.url}/kiosk/open`)
	expect(await page.content()).not.toContain(token)
	await choosePin(page, pin, '8163')
	await expect(page.getByRole('alert')).toContainText('The two PINs do not match')
	await choosePin(page, pin, pin)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
	await expect(page.getByText('The kiosk is open')).toBeVisible()
	expect(told.filter((referrer) => referrer.includes(token))).toEqual([])

	await linkFromElsewhere(page, `${site.url}/kiosk?by=person`)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
	await expect(page).toHaveURL(`${site.url}/kiosk?by=person`)

	const other = await (await newVisitor()).newPage()
	await other.goto(`${site.url}/kiosk/open?link=${token}`)
	await expect(other.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
	await other.goto(`${site.url}/kiosk`)
	await expect(other.getByRole('heading', { level: 1 })).toHaveText('This device is not a kiosk')
})

test('a kiosk that nobody touched asks for its PIN, goes on where it was, and the fifth wrong one ends it', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise }) => {
	noise.expect(/the server responded with a status of (422|401)/)
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id)
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/sessions')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sessions')
	await page.context().clearCookies({ name: 'touch' })
	await page.goto('/kiosk/sessions')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Locked')
	const enter = async (typed: string) => {
		await page.getByLabel('Kiosk PIN').fill(typed)
		await page.getByRole('button', { name: 'Open' }).click()
	}
	await enter('1111')
	await expect(page.getByRole('alert')).toContainText('4 tries are left')
	await enter(pin)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sessions')

	await page.getByRole('link', { name: 'More' }).click()
	await page.getByRole('button', { name: 'Lock now' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Locked')
	for (const left of ['4 tries are', '3 tries are', '2 tries are', 'One try is']) {
		await enter('1111')
		await expect(page.getByRole('alert')).toContainText(left)
	}
	await enter('1111')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('This kiosk was closed')
	await page.goto('/kiosk')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('This kiosk was closed')
})
