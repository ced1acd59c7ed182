import { describe, expect, test } from 'vitest'
import { publicHolidays } from '#app/domain/availability/public-holidays.ts'
import { addDays } from '#app/kernel/civil.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openShopDevice, ownerForm } from '#tests/support/owner-device.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const openDevice = (shopId: string) => openShopDevice(site(), shopId)

const pageOf = (shop: SmallShop, name = 'Ada') => `/kiosk/shop/people/${shop.idOf(name)}`
/** The first of a page with two forms. */
const personForm = '.two > form'

async function dateIn(shop: SmallShop, days: number) {
	const [row] = await site().database.rows('SELECT time_zone FROM shops WHERE id = ?', shop.id)
	return civilAt(String(row?.time_zone), Date.now() + days * 24 * 60 * MINUTE_MS).date
}

describe('A person of the shop', () => {
	test('is added once by a double tap, following the shop, with all of its services, and written down', async () => {
		const shop = await addKioskShop(site())
		const { browser, keyId } = await openDevice(shop.id)
		const form = await ownerForm(browser, '/kiosk/shop/people/new', { firstName: 'Efe', role: 'Barber' })
		await Promise.all([1, 2, 3].map(() => browser.post('/kiosk/shop/people/new', form)))
		const made = await site().database.rows(
			`SELECT role, is_active, (SELECT count(*) FROM staff_schedules WHERE staff_member_id = id
					AND start_minute = 0 AND end_minute = 1440) AS days,
				(SELECT count(*) FROM staff_services WHERE staff_member_id = id) AS services
				FROM staff_members WHERE shop_id = ? AND first_name = 'Efe'`,
			shop.id,
		)
		expect(made).toEqual([{ role: 'Barber', is_active: 1, days: 7, services: 1 }])
		const acts = await site().database.rows('SELECT kind, summary FROM shop_acts WHERE key_id = ?', keyId)
		expect(acts).toEqual([{ kind: 'staff_changed', summary: 'New person: Efe' }])
		const list = await browser.open('/kiosk/shop/people')
		expect(list.text).toMatch(/Efe.*Barber · Whenever the shop is open/)
	})

	test('of another shop is not shown and not changed', async () => {
		const [own, other] = [await addKioskShop(site()), await addKioskShop(site())]
		const { browser } = await openDevice(own.id)
		const person = await ownerForm(browser, pageOf(own), { firstName: 'Mine' }, personForm)
		const date = await dateIn(own, 3)
		const off = new URLSearchParams({ act: 'off', intent: 'off', offFrom: date })
		const hours = await ownerForm(browser, `${pageOf(own)}/hours`, { from1: '01:00' })
		for (const [path, form] of [
			[pageOf(other), person],
			[pageOf(other), off],
			[`${pageOf(other)}/hours`, hours],
		] as const) {
			expect((await browser.open(path)).status).toBe(404)
			expect((await browser.post(path, form)).status).toBe(404)
		}
		person.set('service', other.idOf('cut'))
		const refused = await browser.post(pageOf(own), person)
		expect([refused.status, refused.text.includes('does not belong to this shop')]).toEqual([422, true])
	})

	test('that two devices change: the second is told of each field, and loses nothing', async () => {
		const shop = await addKioskShop(site())
		const [one, two] = [await openDevice(shop.id), await openDevice(shop.id)]
		const ofTwo = await ownerForm(two.browser, pageOf(shop), { lastName: 'Eze' }, personForm)
		const ofOne = await ownerForm(one.browser, pageOf(shop), { role: 'Braider' }, personForm)
		ofOne.delete('service')
		await one.browser.post(pageOf(shop), ofOne)
		const refused = await two.browser.post(pageOf(shop), ofTwo)
		expect(refused.status).toBe(409)
		expect(refused.text).toContain('Role is now Braider')
		expect(refused.text).toContain('What they do is now nothing')
		expect(refused.document.querySelector('#lastName')?.getAttribute('value')).toBe('Eze')
	})

	test('leaves on a date: visits after it are listed with their way, and can be kept', async () => {
		const shop = await addKioskShop(site())
		const reference = await addAppointment(site(), shop, { inMinutes: 5 * 24 * 60 })
		const { browser } = await openDevice(shop.id)
		const lastDay = await dateIn(shop, 2)
		const form = await ownerForm(browser, pageOf(shop), { lastDay }, personForm)
		const refused = await browser.post(pageOf(shop), form)
		expect(refused.status).toBe(409)
		expect(refused.document.querySelector(`a[href="/kiosk/visits/${reference}"]`)).not.toBeNull()
		expect(refused.document.querySelector('#lastDay')?.getAttribute('value')).toBe(lastDay)
		form.set('keep', '1')
		const list = await browser.post(pageOf(shop), form)
		expect(list.text).toContain(`Last day ${shortDateLabel(lastDay)}`)
		const past = await ownerForm(browser, pageOf(shop), { lastDay: '2020-01-01' }, personForm)
		const over = await browser.post(pageOf(shop), past)
		expect([over.status, over.text.includes('last day is over')]).toEqual([409, true])
	})

	test('is off from one day to another, and works after all; wrong dates keep what was typed', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id)
		const [from, until] = [await dateIn(shop, 10), await dateIn(shop, 12)]
		const off = new URLSearchParams({ act: 'off-1', intent: 'off', offFrom: until, offUntil: from })
		const refused = await browser.post(pageOf(shop), off)
		expect([refused.status, refused.text.includes('The last day is before the first')]).toEqual([400, true])
		expect(refused.document.querySelector('#offFrom')?.getAttribute('value')).toBe(until)
		expect(refused.document.querySelector('#firstName')?.getAttribute('value')).toBe('Ada')
		off.set('offFrom', from)
		off.set('offUntil', until)
		const page = await browser.post(pageOf(shop), off)
		expect(page.text).toContain(`${shortDateLabel(from)} – ${shortDateLabel(until)}`)
		const on = new URLSearchParams({ act: 'on-1', intent: 'on', span: `${from} ${addDays(from, 1)}` })
		await browser.post(pageOf(shop), on)
		const left = await site().database.rows(
			'SELECT date FROM staff_days_off WHERE staff_member_id = ?',
			shop.idOf('Ada'),
		)
		expect(left).toEqual([{ date: until }])
	})
})

describe('Weekly hours', () => {
	const hoursOf = (shop: SmallShop) => `${pageOf(shop)}/hours`
	type Browser = Awaited<ReturnType<typeof openDevice>>['browser']

	/** The form with the tick gone: hours of their own. */
	async function ownHoursForm(browser: Browser, shop: SmallShop, typed: Record<string, string>) {
		const form = await ownerForm(browser, hoursOf(shop), typed)
		form.delete('shopHours')
		return form
	}

	test('are the shop’s or their own, as often as it is chosen, and the form shows which', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id)
		const own = await ownHoursForm(browser, shop, { from1: '10:00', until1: '14:00' })
		await browser.post(hoursOf(shop), own)
		expect((await browser.open(pageOf(shop))).text).toContain('Mon–Sun')
		const form = await ownerForm(browser, hoursOf(shop), {})
		expect([form.get('shopHours'), form.get('from1')]).toEqual([null, '10:00'])
		// What the hidden fields say then does not matter.
		form.set('shopHours', 'on')
		form.set('until1', '09:00')
		expect((await browser.post(hoursOf(shop), form)).text).toContain('Hours saved')
		expect((await browser.open(pageOf(shop))).text).toContain('Whenever the shop is open')
		expect((await ownerForm(browser, hoursOf(shop), {})).get('shopHours')).toBe('on')
	})

	test('that leave the shop open with no one are named where its hours are saved, with the way to its people', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id)
		await site().database.change('UPDATE staff_members SET is_active = 0 WHERE id = ?', shop.idOf('Bola'))
		const own = await ownHoursForm(browser, shop, { from6: '10:00', until6: '14:00', from7: '', until7: '' })
		await browser.post(hoursOf(shop), own)
		const times = { opens6: '09:00', closes6: '20:00', opens7: '12:00', closes7: '17:00' }
		const week = await ownerForm(browser, '/kiosk/shop/hours', times, personForm)
		const saved = await browser.post('/kiosk/shop/hours', week)
		const notice = saved.document.querySelector('main .notice')
		expect(saved.text).toContain('Hours saved')
		expect(notice?.textContent).toContain('Saturday, 9:00 AM – 10:00 AM and 2:00 PM – 8:00 PM')
		expect(notice?.textContent).toContain('Sunday, 12:00 PM – 5:00 PM')
		expect(notice?.textContent).not.toContain('Monday')
		expect(notice?.querySelector('a')?.getAttribute('href')).toBe('/kiosk/shop/people')
		await browser.post(hoursOf(shop), await ownerForm(browser, hoursOf(shop), { shopHours: 'on' }))
		expect((await browser.open('/kiosk/shop/hours')).document.querySelector('main .notice')).toBeNull()
	})

	test('of a person without any follow the shop, or begin with its hours and are saved with a break', async () => {
		const shop = await addKioskShop(site())
		await site().database.change('DELETE FROM staff_schedules WHERE staff_member_id = ?', shop.idOf('Ada'))
		const { browser } = await openDevice(shop.id)
		const page = await browser.open(hoursOf(shop))
		expect(page.document.querySelector('[name=shopHours]')?.hasAttribute('checked')).toBe(true)
		expect(page.document.querySelector('#from1')?.getAttribute('value')).toBeTruthy()
		const form = await ownHoursForm(browser, shop, {
			from1: '09:00',
			until1: '18:00',
			breakFrom1: '13:00',
			breakUntil1: '14:00',
		})
		for (const day of [2, 3, 4, 5, 6, 7]) for (const end of ['from', 'until']) form.delete(`${end}${day}`)
		expect((await browser.post(hoursOf(shop), form)).text).toContain('Hours saved')
		const week = await site().database.rows(
			'SELECT * FROM staff_schedules WHERE staff_member_id = ?',
			shop.idOf('Ada'),
		)
		expect(week).toEqual([
			expect.objectContaining({
				day_of_week: 1,
				start_minute: 540,
				end_minute: 1080,
				break_start_minute: 780,
				break_end_minute: 840,
			}),
		])
	})

	test('that two devices change: the second is told of each day', async () => {
		const shop = await addKioskShop(site())
		const [one, two] = [await openDevice(shop.id), await openDevice(shop.id)]
		const ofTwo = await ownHoursForm(two.browser, shop, { from2: '10:00' })
		const ofOne = await ownHoursForm(one.browser, shop, { from1: '11:00' })
		await one.browser.post(hoursOf(shop), ofOne)
		const refused = await two.browser.post(hoursOf(shop), ofTwo)
		expect([refused.status, refused.text.includes('Monday is now 11:00 AM')]).toEqual([409, true])
		expect(refused.document.querySelector('#from2')?.getAttribute('value')).toBe('10:00')
	})

	test('that make no sense are named by their day', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id)
		const form = await ownHoursForm(browser, shop, { breakFrom3: '12:00' })
		const refused = await browser.post(hoursOf(shop), form)
		expect([refused.status, refused.text.includes('Wednesday: when does the break end?')]).toEqual([
			400,
			true,
		])
	})
})

describe('Public holidays', () => {
	test('are ticked and closed as a whole: what stands in the way is listed, and nothing is closed', async () => {
		const shop = await addKioskShop(site())
		const { browser } = await openDevice(shop.id)
		const page = '/kiosk/shop/hours'
		const none = await browser.post(page, new URLSearchParams({ act: 'none', intent: 'holidays' }))
		expect([none.status, none.text.includes('Tick the days you’re closed')]).toEqual([400, true])
		const [first, second] = publicHolidays(await dateIn(shop, 1), await dateIn(shop, 300))
		if (!first || !second) throw new Error('no holidays')
		const form = new URLSearchParams({ act: 'both', intent: 'holidays' })
		for (const { date } of [first, second]) form.append('holiday', date)
		const days = (Date.parse(first.date) - Date.parse(await dateIn(shop, 0))) / 86_400_000
		const reference = await addAppointment(site(), shop, { inMinutes: days * 24 * 60 })
		const refused = await browser.post(page, form)
		expect(refused.status).toBe(409)
		expect(refused.document.querySelector(`a[href="/kiosk/visits/${reference}"]`)).not.toBeNull()
		expect(refused.document.querySelectorAll('[name=holiday][checked]')).toHaveLength(2)
		const closed = () =>
			site().database.rows(
				'SELECT date, reason FROM shop_closed_days WHERE shop_id = ? ORDER BY date',
				shop.id,
			)
		expect(await closed()).toEqual([])
		form.set('keep', '1')
		await browser.post(page, form)
		expect(await closed()).toEqual([first, second].map(({ date, name }) => ({ date, reason: name })))
		const left = await browser.open(page)
		expect(left.document.querySelector(`[name=holiday][value="${first.date}"]`)).toBeNull()
	})
})

test('The reason of a closed day is read by customers, and the page says so', async () => {
	const shop = await addKioskShop(site())
	const { browser } = await openDevice(shop.id)
	const page = '/kiosk/shop/hours'
	expect((await browser.open(page)).text).toContain('Customers read it')
	const closedDate = await dateIn(shop, 0)
	await browser.post(
		page,
		new URLSearchParams({ act: 'now', intent: 'close', closedDate, closedReason: 'Eid' }),
	)
	expect((await browser.open(`/business/${shop.id}`)).text).toContain('Closed today: Eid')
})
