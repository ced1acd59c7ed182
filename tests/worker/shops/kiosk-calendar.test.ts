import { describe, expect, test } from 'vitest'
import { addDays } from '#app/kernel/civil.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

async function openDevice() {
	const shop = await addKioskShop(site())
	const { cookies } = await addKiosk(site(), shop.id)
	const browser = openBrowserLikeClient(site().url)
	for (const { name, value } of cookies) browser.cookies.set(name, value)
	const { date: today } = civilAt(zoneAtNoon(Date.now()), Date.now())
	return { shop, browser, today }
}

describe('the calendar', () => {
	test('leads from the list to the visit of each column, and from a free half-hour to its booking', async () => {
		const { shop, browser, today } = await openDevice()
		const reference = await addAppointment(site(), shop, { inMinutes: 20, staff: 'Bola' })
		const list = await browser.open('/kiosk')
		const day = await browser.follow(list, 'a[href="/kiosk/calendar"]')
		expect(day.document.querySelectorAll('thead th a').map(({ text }) => text)).toEqual([
			'Ada Obi',
			'Bola Obi',
		])
		const visit = await browser.follow(day, `.calendar a[href="/kiosk/visits/${reference}"]`)
		expect(visit.text).toContain('Amaka Obi')

		const tomorrow = addDays(today, 1)
		const next = await browser.open(`/kiosk/calendar?date=${tomorrow}`)
		const free = `a[href="/kiosk/book?staff=${shop.idOf('Bola')}&date=${tomorrow}&time=15:30"]`
		expect(next.document.querySelector(free)?.getAttribute('aria-label')).toBe('Book 3:30 PM, Bola Obi')
		const services = await browser.follow(next, free)
		const customer = await browser.submit(services, 'form:has([name=service])', {
			service: shop.idOf('cut'),
			staff: shop.idOf('Bola'),
		})
		expect(customer.text).toContain(`${shortDateLabel(tomorrow)}, 3:30 PM`)
		await browser.submit(customer, 'form:has([name=firstName])', {
			firstName: 'Sade',
			lastName: 'Bello',
			phone: '08031234567',
		})
		const booked = await browser.open(`/kiosk/calendar?date=${tomorrow}`)
		expect(booked.document.querySelector('.calendar td.taken')?.text).toContain('3:30 PM – 4:00 PMSade Bello')
		expect(booked.document.querySelector(free)).toBeNull()
	})

	test('of one person is their week, and leads back to the day of everyone', async () => {
		const { shop, browser, today } = await openDevice()
		await addAppointment(site(), shop, { inMinutes: 20, staff: 'Bola', firstName: 'Notada' })
		const day = await browser.open('/kiosk/calendar')
		const week = await browser.follow(day, `thead a[href*="${shop.idOf('Ada')}"]`)
		expect(week.document.querySelector('h1')?.text).toBe('Ada Obi')
		expect(week.document.querySelectorAll('thead th')).toHaveLength(7)
		expect(week.text).not.toContain('Notada')
		const there = await browser.submit(week, 'form:has([type=date])', { date: addDays(today, 21) })
		expect(there.document.querySelector('h1')?.text).toBe('Ada Obi')
		expect(there.text).toContain(shortDateLabel(addDays(today, 21)))
		const back = await browser.follow(there, '.page-header a')
		expect(back.url.searchParams.get('date')).toBe(addDays(today, 21))
		expect(back.document.querySelectorAll('thead th')).toHaveLength(2)
	})

	test('looks again by itself, and what cannot be read is today', async () => {
		const { shop, browser, today } = await openDevice()
		const ask = async (search: string) => {
			const answer = await browser.send(new URL(`/kiosk/fresh?of=calendar${search}`, site().url))
			expect(answer.headers.get('set-cookie')).toBeNull()
			return (await answer.json()) as { here: string; title: string }
		}
		expect(await ask(`&date=${addDays(today, 2)}&staff=${shop.idOf('Ada')}`)).toMatchObject({
			here: `/kiosk/calendar?date=${addDays(today, 2)}&staff=${shop.idOf('Ada')}`,
			title: 'Ada Obi',
		})
		expect(await ask('&date=2026-02-30&staff=%27&page=-1')).toMatchObject({
			here: '/kiosk/calendar',
			title: 'Today',
		})
	})
})
