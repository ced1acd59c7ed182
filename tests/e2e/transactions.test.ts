import type { Page } from '@playwright/test'
import type { Site } from '#scripts/site/site.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { violationsOf } from './accessibility.ts'
import { hydrated } from './hydrated.ts'
import { carrySession } from './sign-in.ts'

/** A client with the visits of a third of the demo guests: dozens of them were paid at the shop. */
async function signInWithAppointments(page: Page, site: Site) {
	const person = await addSignedInPerson(site.database, { at: Date.now() })
	await site.database.change(
		`UPDATE clients SET user_id = ? WHERE id LIKE '%-client-%' AND rowid % 3 = 0 AND coalesce(user_id, '') NOT LIKE 'demo-%'`,
		person.userId,
	)
	await carrySession(page.context(), site, person)
}

const receipts = (page: Page) => page.locator('main a.menu-row')
const shownDates = async (page: Page) => [
	await page.getByLabel('From').inputValue(),
	await page.getByLabel('To').inputValue(),
]

test('a client narrows the transactions to some dates, and goes back to all of them', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise }) => {
	noise.expect(/400/)
	await signInWithAppointments(page, site)
	await page.goto('/transactions')
	await expect(page.getByRole('heading', { name: 'Recent Transactions' })).toBeVisible()
	await expect(receipts(page)).toHaveCount(25)
	await page.getByRole('link', { name: 'Last 90 days' }).click()
	await expect(page.getByRole('heading', { name: 'Filtered Results' })).toBeVisible()
	const [from = '', to = ''] = await shownDates(page)
	expect(from < to).toBe(true)
	await page.getByLabel('From').fill(to)
	await page.getByLabel('To').fill(from)
	await page.getByRole('button', { name: 'Show these dates' }).click()
	await expect(page.getByRole('alert')).toContainText('The end date can’t be before the start date.')
	await expect(page.getByRole('alert')).toBeFocused()
	expect(await shownDates(page)).toEqual([to, from])
	await page.getByLabel('From').fill('2001-01-01')
	await page.getByLabel('To').fill('2001-12-31')
	await page.getByRole('button', { name: 'Show these dates' }).click()
	await expect(page.getByText('No transactions found for the selected date range')).toBeVisible()
	await page.getByRole('link', { name: 'Clear filters' }).click()
	await expect(page.getByRole('heading', { name: 'Recent Transactions' })).toBeVisible()
	expect(await shownDates(page)).toEqual(['', ''])
})

test('goes on to older ones, opens a receipt and comes back, and takes the file along', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	await signInWithAppointments(page, site)
	await page.goto('/transactions')
	const newest = await receipts(page).first().getAttribute('href')
	await page.getByRole('link', { name: 'Show more' }).click()
	await expect(page).toHaveURL(/after=/)
	await expect(receipts(page).first()).not.toHaveAttribute('href', newest ?? '')
	await receipts(page).first().click()
	await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible()
	await expect(page.getByText('Paid at the shop')).toBeVisible()
	await page.getByRole('link', { name: 'All Transactions' }).click()
	await expect(page.getByRole('heading', { name: 'Recent Transactions' })).toBeVisible()
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Download as CSV' }).click(),
	])
	expect(file.suggestedFilename()).toBe('my-wakati-transactions.csv')
})

test('a receipt is printed black on white, without what only a screen needs', {
	tag: '@both-when-deep',
}, async ({ page, site }) => {
	await signInWithAppointments(page, site)
	await page.emulateMedia({ colorScheme: 'dark' })
	await page.goto('/transactions')
	await receipts(page).first().click()
	await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible()
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	await expect(page.locator('.bottom-nav')).toBeHidden()
	await expect(page.getByText('use your browser’s menu')).toBeHidden()
	await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toHaveCSS('color', 'rgb(0, 0, 0)')
	await expect(page.locator('article')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('everybody can use the list and a receipt, in both themes', { tag: '@deep' }, async ({ page, site }) => {
	await signInWithAppointments(page, site)
	await page.goto('/transactions')
	expect(await violationsOf(page)).toEqual([])
	await page.goto((await receipts(page).first().getAttribute('href')) ?? '')
	expect(await violationsOf(page)).toEqual([])
})

test('with script the days before From cannot be picked as To', async ({ page, site }) => {
	await signInWithAppointments(page, site)
	await page.goto('/transactions')
	await hydrated(page)
	await expect(page.getByLabel('To')).not.toHaveAttribute('min')
	await page.getByLabel('From').fill('2026-02-10')
	await expect(page.getByLabel('To')).toHaveAttribute('min', '2026-02-10')
})

test('with text twice as large nothing is out of reach', async ({ page, site }) => {
	await signInWithAppointments(page, site)
	await page.goto('/transactions')
	const out = await page.evaluate(() => {
		document.documentElement.style.fontSize = '200%'
		const { clientWidth } = document.documentElement
		return [...document.querySelectorAll<HTMLElement>('main *')]
			.filter(
				(element) => element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1,
			)
			.map((element) => element.outerHTML.slice(0, 120))
	})
	expect(out).toEqual([])
})
