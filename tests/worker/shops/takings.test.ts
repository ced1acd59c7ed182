import { expect, test } from 'vitest'
import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const page = '/kiosk/shop/takings'

async function shopWithTakings() {
	const shop = await addKioskShop(site())
	await site().database.change(`UPDATE services SET name = '=1+1' WHERE id = ?`, shop.idOf('cut'))
	const referenceNumbers: string[] = []
	for (const [staff, method] of [
		['Ada', 'CASH'],
		['Bola', 'TRANSFER'],
	] as const) {
		const referenceNumber = await addAppointment(site(), shop, { inMinutes: -40, staff, method })
		referenceNumbers.push(referenceNumber)
		await completeAppointment(bookingDeps(site().database.url), {
			referenceNumber,
			isPaid: true,
			now: Date.now(),
		})
	}
	const browser = openBrowserLikeClient(site().url)
	const { cookies } = await addKiosk(site(), shop.id, 'owner')
	for (const { name, value } of cookies) browser.cookies.set(name, value)
	return { shop, browser, referenceNumbers }
}

test('The takings of a day, a week and a month are shown to the owner, with the ways between them', async () => {
	const { browser } = await shopWithTakings()
	for (const period of ['', '?period=week', '?period=month']) {
		const { text, document, status } = await browser.open(page + period)
		expect(status).toBe(200)
		for (const words of ['₦10,000', 'Bank transfer', '=1+1', 'Bola Obi', 'No tips', 'Rewards used'])
			expect(text).toContain(words)
		const totals = [...document.querySelectorAll('.total')].map((one) => one.textContent)
		expect(totals).toEqual(['Total₦10,000', 'Total₦10,000', 'Total₦10,000'])
		const before = document.querySelector(`a[href*="date="]`)?.getAttribute('href') ?? ''
		const earlier = await browser.open(before)
		expect(earlier.text).toContain('Nothing in this period')
		expect(earlier.text).toMatch(/Today|This (week|month)/)
	}
	// What cannot be read is today.
	expect((await browser.open(`${page}?period=year&date=2026-02-31`)).text).toContain('₦10,000')
})

test('The file has what the page has: UTF-8 marked, no formula, and kept by no cache', async () => {
	const { browser, referenceNumbers } = await shopWithTakings()
	const { document } = await browser.open(`${page}?period=month`)
	const file = document.querySelector('a[href*="takings.csv"]')?.getAttribute('href') ?? ''
	const answer = await browser.send(new URL(file, site().url))
	expect(answer.status).toBe(200)
	expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
	expect(answer.headers.get('cache-control')).toBe('no-store')
	expect(answer.headers.get('content-disposition')).toMatch(
		/^attachment; filename="takings-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv"$/,
	)
	const bytes = Buffer.from(await answer.arrayBuffer())
	expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
	const lines = bytes.toString().split('\r\n')
	expect(lines[1]).toMatch(
		new RegExp(
			`^\\d{4}-\\d\\d-\\d\\d,\\d\\d:\\d\\d,${referenceNumbers[0]},Amaka Obi,Cash,Service,'=1\\+1,Ada Obi,0\\.00,5000\\.00,0\\.00,5000\\.00$`,
		),
	)
	expect(lines.at(-2)).toBe('Total,,,,,,,,0.00,10000.00,0.00,10000.00')
})
