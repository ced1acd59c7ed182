import { readFile } from 'node:fs/promises'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { readCalendarByLines } from '#tests/support/calendar-readers.ts'
import {
	confirm,
	expectBooked,
	fillDetails,
	newGuest,
	reachCheckout,
	type ServiceChoice,
} from './page-guest.ts'

const curls: ServiceChoice = { shopId: 'gwarinpa-braids', shop: 'Gwarinpa Braids & Beauty', service: 'min' }

test('a guest books for a friend with a note, puts the visit into a calendar, and asks for its link again', {
	tag: ['@full', '@both-when-full'],
}, async ({ page }) => {
	const guest = newGuest()
	await reachCheckout(page, curls)
	await fillDetails(page, guest)
	await page.getByText('Add a note, or book for someone else').click()
	await page.getByLabel('Who is coming?').fill('Tobi')
	await page.getByLabel('Note to the shop').fill('Tender scalp, please be gentle')
	await confirm(page)
	await expectBooked(page)
	await expect(page.getByText('for Tobi')).toBeVisible()
	await expect(page.getByText('Your note: Tender scalp, please be gentle')).toBeVisible()

	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Add to Calendar' }).click(),
	])
	expect(download.suggestedFilename()).toBe('visit.ics')
	const [event] = readCalendarByLines(await readFile(await download.path(), 'utf8')).components
	expect(event?.properties.SUMMARY).toContain('Gwarinpa Braids & Beauty')

	await page.goto('/booking/find')
	await page.getByLabel('Email').fill(`  ${guest.email} `)
	await page.getByRole('button', { name: 'Email Me the Links' }).click()
	await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
})
