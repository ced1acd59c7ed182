import { describe, expect, test } from 'vitest'
import { addDays } from '#app/kernel/civil.ts'
import { momentLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { addPlan, addPlanSession, zoneAtNoon } from '#tests/support/session-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

async function openDevice() {
	const shop = await addKioskShop(site())
	const { cookies } = await addKiosk(site(), shop.id)
	const browser = openBrowserLikeClient(site().url)
	for (const { name, value } of cookies) browser.cookies.set(name, value)
	const zone = zoneAtNoon(Date.now())
	const today = civilAt(zone, Date.now()).date
	return { shop, browser, zone, today }
}

const blockForm = 'form:has([name=staff])'
const dateForm = 'form:has([type=date][name=date])'

async function block(
	browser: BrowserLikeClient,
	staff: string | string[],
	blockDate: string,
	from: string,
	to: string,
) {
	const page = await browser.open('/kiosk/block')
	return browser.submit(page, blockForm, { staff, blockDate, blockFrom: from, blockTo: to })
}

const blocksOf = (shopId: string) =>
	site().database.count('SELECT count(*) FROM blocked_times WHERE shop_id = ?', shopId)

test('a time is blocked for several people at once, or for none of them where one is booked', async () => {
	const { shop, browser, today } = await openDevice()
	const people = [shop.idOf('Ada'), shop.idOf('Bola')]
	await addAppointment(site(), shop, { inMinutes: 48 * 60, staff: 'Bola' })
	const [visit] = await site().database.rows('SELECT * FROM appointments WHERE shop_id = ?', shop.id)
	const booked = await block(
		browser,
		people,
		String(visit?.scheduled_date),
		String(visit?.scheduled_time),
		'23:00',
	)
	expect([booked.status, await blocksOf(shop.id)]).toEqual([409, 0])
	const date = addDays(today, 5)
	await block(browser, people, date, '22:00', '23:00')
	const there = await browser.open(`/kiosk/block?date=${date}`)
	for (const name of ['Ada', 'Bola']) expect(there.text).toContain(`${name} Obi, 10:00 PM – 11:00 PM`)
	expect(await blocksOf(shop.id)).toBe(2)
})

describe('O6: blocked time of another day', () => {
	test('is found from the page of today, named on its day and freed there', async () => {
		const { shop, browser, today } = await openDevice()
		const other = await openDevice()
		const date = addDays(today, 5)
		await block(browser, shop.idOf('Bola'), date, '22:00', '22:30')
		await block(browser, shop.idOf('Ada'), date, '21:00', '00:00')
		await block(other.browser, other.shop.idOf('Ada'), addDays(today, 6), '10:00', '11:00')
		const here = await browser.open('/kiosk/block')
		expect(here.text).toContain('Nothing is blocked.')
		const links = here.document.querySelectorAll('[aria-label="Other days with blocked time"] a')
		expect(links.map((link) => link.text)).toEqual([shortDateLabel(date)])

		const there = await browser.follow(here, '[aria-label="Other days with blocked time"] a')
		expect(there.text).toContain(`Blocked on ${shortDateLabel(date)}`)
		expect(there.text).toContain('Bola Obi, 10:00 PM – 10:30 PM')
		expect(there.text).toContain('Ada Obi, 9:00 PM – midnight')
		expect(there.text).not.toContain('Blocked on other days')
		const list = await browser.open(`/kiosk?date=${date}`)
		expect(list.text).toContain('Bola Obi, 10:00 PM – 10:30 PM: blocked')
		expect(list.document.querySelectorAll(`a[href="/kiosk/block?date=${date}"]`)).toHaveLength(1)

		const freed = await browser.submit(
			there,
			'form:has(button[name=block])',
			{},
			{ button: 'button[name=block]' },
		)
		expect(freed.url.search).toBe(`?date=${date}`)
		expect(freed.text).toContain('Unblocked')
		expect(await blocksOf(shop.id)).toBe(1)
		expect(await blocksOf(other.shop.id)).toBe(1)
	})

	test('may be the whole day, and is called so', async () => {
		const { shop, browser, today } = await openDevice()
		const date = addDays(today, 2)
		const page = await block(browser, shop.idOf('Ada'), date, '00:00', '00:00')
		expect(page.text).toContain('Ada Obi, All day')
	})
})

test.each([
	['/kiosk', '/kiosk'],
	['/kiosk?by=person', '/kiosk'],
	['/kiosk/block', '/kiosk/block'],
	['/kiosk/calendar', '/kiosk/calendar'],
	['/kiosk/sessions', '/kiosk/sessions'],
])('O6: from %s any day is reached by its date', async (from, to) => {
	const { browser, today } = await openDevice()
	const date = addDays(today, 40)
	const there = await browser.submit(await browser.open(from), dateForm, { date })
	expect(there.url.pathname).toBe(to)
	expect(there.url.searchParams.get('date')).toBe(date)
	expect(there.url.searchParams.get('by')).toBe(from.includes('by=') ? 'person' : null)
	expect(there.text).toContain(shortDateLabel(date))
	const days = there.document.querySelectorAll('nav[aria-label=Day] > a').map((link) => link.text)
	expect(days.slice(0, 3)).toEqual(['Day before', 'Today', 'Day after'])
})

test('O6: the sessions of another day are shown on it alone, without a way to check in', async () => {
	const { shop, browser, zone, today } = await openDevice()
	const planId = await addPlan(site().database, shop.id)
	const noonOf = (days: number) => instantOf(zone, addDays(today, days), 720) ?? 0
	for (const days of [1, 2])
		await addPlanSession(site().database, planId, { startsAt: noonOf(days), capacity: days, zone })
	const page = await browser.open('/kiosk/sessions')
	expect(page.text).toContain('No sessions today')
	const next = await browser.open(`/kiosk/sessions?date=${addDays(today, 1)}`)
	expect(next.text).toContain('12:00 PM – 1:00 PM')
	expect(next.text).toContain('0 of 1 booked')
	expect(next.text).not.toContain('0 of 2 booked')
	expect(next.text).not.toContain('Check someone in')
	expect((await browser.open(`/kiosk/sessions?date=${addDays(today, -1)}`)).text).toContain(
		'No sessions on this day',
	)
	const fresh = await browser.send(new URL(`/kiosk/fresh?of=sessions&date=${addDays(today, 2)}`, site().url))
	expect(await fresh.json()).toMatchObject({
		here: `/kiosk/sessions?date=${addDays(today, 2)}`,
		sessions: [{ count: '0 of 2 booked, 0 here' }],
	})
})

test('O6: a walk-in on another day names the day, on the page, in the message and in what is written down', async () => {
	const { shop, browser, zone, today } = await openDevice()
	const startsAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + DAY_MS
	const label = momentLabelAt(zone, startsAt)
	const address = `/kiosk/walk-in?service=${shop.idOf('cut')}&at=${startsAt}`
	expect((await browser.open(address)).text).toContain(label)
	const page = await browser.open(`${address}&staff=any`)
	expect(page.text).toContain(label)
	const booked = await browser.submit(page, 'form.form')
	expect(booked.text).toContain(`Booked${label} with`)
	expect(booked.url.searchParams.get('date')).toBe(addDays(today, 1))
	expect((await browser.open('/kiosk/more')).text).toContain(`Walk-in at ${label}`)
})

test('O6: a person who works day and night has all day in the list by person', async () => {
	const { browser } = await openDevice()
	const { text } = await browser.open('/kiosk?by=person')
	expect(text).toContain('Ada Obi All day')
	expect(text).not.toContain('12:00 AM')
})
