import { describe, expect, test } from 'vitest'
import { addDays } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

async function openDevice(shop?: SmallShop) {
	shop ??= await addKioskShop(site())
	const { cookies } = await addKiosk(site(), shop.id)
	const browser = openBrowserLikeClient(site().url)
	for (const { name, value } of cookies) browser.cookies.set(name, value)
	const tomorrow = addDays(civilAt(zoneAtNoon(Date.now()), Date.now()).date, 1)
	const page = (time = '10:00', more = '') =>
		`/kiosk/book?service=${shop.idOf('cut')}&date=${tomorrow}&time=${time}${more}`
	return { shop, browser, page, tomorrow }
}

const customerForm = 'main form:has([name=note])'
const servicesForm = 'main form:has([name=service])'
const fieldOf = ({ document }: LoadedPage, name: string) =>
	document.querySelector(`[name=${name}]`)?.getAttribute('value')

/** Ada alone; braids take an hour, at ₦7,000. */
const addShopOfTwoServices = (name: string) =>
	addSmallShop(site().database.client, name, {
		zone: zoneAtNoon(Date.now()),
		services: { cut: { minutes: 30 }, braids: { minutes: 60, priceKobo: 700_000 } },
	})

const typed = { firstName: 'Efe', lastName: 'Obi', phone: '0803 555 0101', email: '', note: 'No chemicals' }
const form = (fields: Record<string, string> = {}) =>
	new URLSearchParams({ act: newId(), shownKobo: '500000', price: '5,000', ...typed, ...fields })
const bookedAt = ({ id }: SmallShop) =>
	site().database.rows(
		`SELECT appointments.*, checkouts.discount_reason, checkouts.phone, checkouts.email FROM appointments
			JOIN checkouts ON checkouts.id = checkout_id WHERE appointments.shop_id = ? ORDER BY starts_at`,
		id,
	)

describe('A booking on the telephone', () => {
	test('goes from the services to a free time and the customer, and stands on the day', async () => {
		const { shop, browser, tomorrow } = await openDevice()
		const services = await browser.open(`/kiosk/book?staff=${shop.idOf('Bola')}&date=${tomorrow}`)
		expect(services.document.querySelector('option[selected]')?.text).toBe('Bola Obi')
		const times = await browser.submit(services, 'main form:has([name=service])', {
			service: shop.idOf('cut'),
		})
		expect(times.text).toContain('10:30 AM')
		const customer = await browser.follow(times, 'nav[aria-label="Free times"] a[href*="10:30"]')
		const booked = await browser.submit(customer, 'main form[method="post"]', typed)
		const [appointment] = await bookedAt(shop)
		expect(booked.url.pathname).toBe(`/kiosk/visits/${appointment?.reference_number}`)
		expect(booked.text).toContain('No email is sent: send them the link, or read the reference out.')
		expect(booked.text).toContain('Booked by us')
		expect((await browser.open(`/kiosk?date=${tomorrow}`)).text).toContain('Booked by us')
		expect(appointment).toMatchObject({
			scheduled_date: tomorrow,
			scheduled_time: '10:30',
			staff_member_id: shop.idOf('Bola'),
			phone: '+2348035550101',
			customer_note: 'No chemicals',
		})
		const visit = await browser.open(`/kiosk/visits/${appointment?.reference_number}`)
		expect(visit.text).toContain('No chemicals')
		expect((await browser.open('/kiosk/more')).text).toContain('Visit booked by phone')
	})

	test('is refused in view with everything typed kept', async () => {
		const { shop, browser, page } = await openDevice()
		const refused = async (fields: Record<string, string>, status: number, words: string, path = page()) => {
			const answer = await browser.post(path, form(fields))
			expect([words, answer.status, answer.text.includes(words)]).toEqual([words, status, true])
			if (answer.document.querySelector('[name=note]'))
				expect(answer.document.querySelector('[name=note]')?.getAttribute('value')).toBe('No chemicals')
			return answer
		}
		await refused({ firstName: '' }, 400, 'Type their name')
		await refused({ phone: '12' }, 400, 'Type their phone number')
		await refused({ email: 'nobody' }, 400, 'Check the email, or leave it out')
		await refused({ price: '-1' }, 400, 'Type the price in naira')
		await refused({ price: '5,001' }, 422, 'You can lower the price, not raise it')
		await refused({ price: '4,000' }, 422, 'Say why it’s lower')
		await refused({ shownKobo: '400000', price: '' }, 409, 'A price has just changed')
		await refused({}, 409, 'This staff member doesn’t offer', page('10:00', '&staff=nobody'))
		await refused({}, 409, 'no longer offered', page('10:00', '&addOn=nothing'))
		expect(await bookedAt(shop)).toEqual([])
	})

	test('for a time that is gone offers other people and times, which book with what was typed', async () => {
		const { shop, browser, page } = await openDevice()
		const ofAda = page('10:00', `&staff=${shop.idOf('Ada')}`)
		expect((await browser.post(ofAda, form())).url.pathname).toMatch(/^\/kiosk\/visits\//)
		const gone = await browser.post(ofAda, form({ firstName: 'Ife' }))
		expect([gone.status, gone.text.includes('What you typed is kept')]).toEqual([409, true])
		const ways = gone.document.querySelectorAll('button[formaction]')
		expect(ways.map((way) => way.text)).toEqual(expect.arrayContaining(['With Bola', '9:30 AM']))
		expect(ways[0]?.text).toBe('With Bola')
		const fields = new URLSearchParams()
		for (const field of gone.document.querySelectorAll('main form[method=post] input'))
			fields.set(field.getAttribute('name') ?? '', field.getAttribute('value') ?? '')
		expect(fields.get('firstName')).toBe('Ife')
		expect((await browser.post(ways[0]?.getAttribute('formaction') ?? '', fields)).text).toContain('Booked')
		expect((await bookedAt(shop)).map((row) => row.staff_member_id).sort()).toEqual([
			shop.idOf('Ada'),
			shop.idOf('Bola'),
		])
		// A page that is opened then says so before anything is typed.
		const late = await browser.open(ofAda)
		expect(late.text).toContain('That time is taken.')
		expect(late.document.querySelector('[name=firstName]')).toBeNull()
	})

	test('of a service that was switched off meanwhile goes on with another, and with everything typed', async () => {
		const { shop, browser, page } = await openDevice(await addShopOfTwoServices('off-meanwhile'))
		const lowered = { ...typed, email: 'efe@example.com', price: '4,000', priceReason: 'First visit' }
		const asked = await browser.open(page())
		await site().database.change('UPDATE services SET is_enabled = 0 WHERE id = ?', shop.idOf('cut'))
		const off = await browser.submit(asked, customerForm, lowered)
		expect([off.status, off.text.includes('This service is no longer offered.')]).toEqual([409, true])
		expect(off.text).toContain('What you typed is kept')
		expect(off.url.search).not.toContain('Efe')
		const none = await browser.submit(off, servicesForm, { service: [] })
		const again = await browser.submit(none, servicesForm, { service: shop.idOf('braids') })
		expect([again.status, again.url.search]).toEqual([200, ''])
		expect(again.text).toContain('10:00 AM')
		for (const [name, value] of Object.entries(lowered))
			expect([name, fieldOf(again, name)]).toEqual([name, value])
		expect((await browser.submit(again, customerForm)).text).toContain('Booked')
		const [appointment] = await bookedAt(shop)
		expect(appointment).toMatchObject({
			scheduled_time: '10:00',
			phone: '+2348035550101',
			email: 'efe@example.com',
			customer_note: 'No chemicals',
			total_kobo: 400_000,
			discount_reason: 'First visit',
		})
	})

	test('of an add-on that was switched off meanwhile goes on without it, at the price of the rest', async () => {
		const { shop, browser, page } = await openDevice(await addShopOfTwoServices('add-on-off'))
		const asked = await browser.open(page('10:00', `&addOn=${shop.idOf('wash')}`))
		await site().database.change('UPDATE add_ons SET is_enabled = 0 WHERE id = ?', shop.idOf('wash'))
		const wrong = await browser.submit(asked, customerForm, { ...typed, phone: '12' })
		const off = await browser.submit(wrong, servicesForm, {})
		expect([fieldOf(off, 'phone'), fieldOf(off, 'price')]).toEqual(['12', '5,000'])
		await browser.submit(off, customerForm, { phone: typed.phone })
		expect(await bookedAt(shop)).toMatchObject([{ total_kobo: 500_000, customer_note: 'No chemicals' }])
	})

	test('of another service that does not fit there offers the free times, which book what was typed', async () => {
		const { shop, browser, page } = await openDevice(await addShopOfTwoServices('does-not-fit'))
		const asked = await browser.open(page())
		await site().database.change('UPDATE services SET is_enabled = 0 WHERE id = ?', shop.idOf('cut'))
		const off = await browser.submit(asked, customerForm, typed)
		const braids = { shownKobo: '700000', price: '', firstName: 'Ife' }
		await browser.post(page('10:30').replace(shop.idOf('cut'), shop.idOf('braids')), form(braids))
		const taken = await browser.submit(off, servicesForm, { service: shop.idOf('braids') })
		expect([taken.status, taken.text.includes('That time is taken. What you typed is kept.')]).toEqual([
			409,
			true,
		])
		await browser.submit(taken, customerForm, {}, { button: 'button[formaction*="09:30"]' })
		expect(await bookedAt(shop)).toMatchObject([
			{ scheduled_time: '09:30', total_kobo: 700_000, customer_note: 'No chemicals' },
			{ scheduled_time: '10:30' },
		])
	})

	test('at a price that rises meanwhile is booked at the new one with the next tap', async () => {
		const { shop, browser, page } = await openDevice()
		const asked = await browser.open(page())
		await site().database.change('UPDATE services SET price_kobo = 600000 WHERE id = ?', shop.idOf('cut'))
		const changed = await browser.submit(asked, customerForm, typed)
		expect([changed.status, fieldOf(changed, 'price'), fieldOf(changed, 'note')]).toEqual([
			409,
			'6,000',
			'No chemicals',
		])
		await browser.submit(changed, customerForm)
		expect(await bookedAt(shop)).toMatchObject([{ total_kobo: 600_000, discount_reason: null }])
	})

	test('at a lower price keeps the reason, for the shop alone', async () => {
		const { shop, browser, page } = await openDevice()
		await browser.post(page(), form({ price: '4.5k', priceReason: 'First visit' }))
		const [appointment] = await bookedAt(shop)
		expect(appointment).toMatchObject({ total_kobo: 450_000, discount_reason: 'First visit' })
		const visit = await browser.open(`/kiosk/visits/${appointment?.reference_number}`)
		expect(visit.text).toContain('Discount: First visit')
		expect((await browser.open('/kiosk/more')).text).toContain('₦4,500 instead of ₦5,000: First visit')
	})

	test('is for a customer who is found by their number, whose own contact it takes', async () => {
		const { shop, browser, page } = await openDevice()
		const phone = `0803${String(Date.now()).slice(-7)}`
		await browser.post(page(), form({ firstName: 'Ngozi', phone }))
		const searching = await browser.open(page('12:00'))
		const found = await browser.submit(searching, 'main form:has([name=q])', { q: phone })
		const chosen = await browser.follow(found, 'main li a[href*="client="]')
		expect(chosen.text).toContain('For Ngozi Obi')
		expect(chosen.document.querySelector('[name=phone]')).toBeNull()
		const booked = await browser.submit(chosen, 'main form[method="post"]', { note: 'As last time' })
		expect(booked.text).toContain('Booked')
		const [first, second] = await bookedAt(shop)
		expect(second).toMatchObject({
			client_id: first?.client_id,
			phone: first?.phone,
			customer_note: 'As last time',
		})
		const other = await openDevice()
		const nothing = await other.browser.open(`${other.page()}&q=${phone}`)
		expect(nothing.text).toContain('No one found')
		expect((await other.browser.open(`${other.page()}&q=080`)).text).toContain('at least seven digits')
	})

	test('that is sent twice, and at once, is one', async () => {
		const { shop, browser, page } = await openDevice()
		const same = form()
		await Promise.all([browser.post(page(), same), browser.post(page(), same)])
		await browser.post(page(), same)
		expect(await bookedAt(shop)).toHaveLength(1)
	})

	test('names no customer of another shop, and reads nothing odd in its address', async () => {
		const { shop, browser, page } = await openDevice()
		const other = await addKioskShop(site())
		await addAppointment(site(), other, { inMinutes: 60, firstName: 'Secret' })
		const [client] = await site().database.rows('SELECT id FROM clients WHERE shop_id = ?', other.id)
		const strange = page('10:00', `&client=${client?.id}`)
		expect((await browser.open(strange)).text).not.toContain('Secret')
		expect((await browser.post(strange, form())).status).toBe(404)
		const odd = `service=${shop.idOf('cut')},,%00,${'x'.repeat(99)}&date=2026-02-31&time=25:99&staff=%F0%9F%98%80`
		expect((await browser.open(`/kiosk/book?${odd}`)).status).toBe(200)
		expect((await browser.post(`/kiosk/book?${odd}`, form())).status).toBe(409)
		const past = await browser.open(page().replace(/date=[^&]+/, 'date=2020-01-01'))
		expect(past.status).toBe(200)
		expect(await bookedAt(shop)).toEqual([])
	})
})
