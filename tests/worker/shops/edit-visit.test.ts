import { describe, expect, test } from 'vitest'
import { addDays } from '#app/kernel/civil.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

async function openVisit() {
	const shop = await addKioskShop(site())
	const { database } = site()
	await database.change(
		`INSERT INTO services (id, shop_id, name, duration_minutes, price_kobo, category_id) VALUES (?, ?, 'wash', 60, 300000, 'hair-beauty')`,
		shop.idOf('wash'),
		shop.id,
	)
	await database.change(
		'INSERT INTO staff_services (staff_member_id, service_id) VALUES (?, ?)',
		shop.idOf('Ada'),
		shop.idOf('wash'),
	)
	const reference = await addAppointment(site(), shop, { inMinutes: 24 * 60 })
	const { cookies } = await addKiosk(site(), shop.id)
	const browser = openBrowserLikeClient(site().url)
	for (const { name, value } of cookies) browser.cookies.set(name, value)
	const path = `/kiosk/visits/${reference}/edit`
	const post = (fields: Record<string, string>) =>
		browser.post(path, new URLSearchParams({ act: newId(), ...fields }))
	const row = async () =>
		(await database.rows('SELECT * FROM appointments WHERE reference_number = ?', reference))[0]
	const messages = async () =>
		(
			await database.rows(
				`SELECT kind FROM outbox WHERE payload ->> 'appointmentId' = ? AND kind IN ('moved', 'changed') ORDER BY kind`,
				String((await row())?.id),
			)
		).map(({ kind }) => kind)
	const date = addDays(civilAt(zoneAtNoon(Date.now()), Date.now()).date, 3)
	return { shop, browser, path, post, row, messages, reference, date }
}

describe('A visit that the shop changes', () => {
	test('goes to another time and person, and its customer is told', async () => {
		const { shop, browser, path, row, messages, date } = await openVisit()
		const page = await browser.submit(await browser.open(path), 'form:has([name=visit])', {
			date,
			staff: shop.idOf('Bola'),
		})
		const moved = await browser.submit(page, 'form:has([name=time])', { slot: 'custom', time: '15:10' })
		expect([moved.url.pathname, moved.text.includes('tell them yourself')]).toEqual([
			path.replace('/edit', ''),
			true,
		])
		expect(await row()).toMatchObject({
			scheduled_date: date,
			scheduled_time: '15:10',
			staff_member_id: shop.idOf('Bola'),
			move_count: 0,
		})
		expect(await messages()).toEqual(['moved'])
		expect((await browser.open('/kiosk/more')).text).toContain('Visit moved')
	})

	test('is offered the free times of its day and of any other, also with another person, and goes to the chosen one', async () => {
		const { shop, browser, path, row, date, reference } = await openVisit()
		const own = await row()
		const visit = await browser.open(path.replace('/edit', ''))
		const list = await browser.follow(visit, `a[href^="/kiosk/visits/${reference}/edit"]`)
		const slotsOf = ({ document }: typeof list) =>
			document.querySelectorAll('[name=slot]').map((slot) => slot.getAttribute('value'))
		const legendOf = ({ document }: typeof list) => document.querySelector('.slots legend')?.text
		expect(slotsOf(list).at(-1)).toBe('custom')
		expect(slotsOf(list).length).toBeGreaterThan(3)
		const ofBola = await browser.submit(list, 'form:has([name=visit])', { date, staff: shop.idOf('Bola') })
		expect(legendOf(ofBola)).toBe(`Free on ${shortDateLabel(date)}`)
		const chosen = slotsOf(ofBola)[2] ?? ''
		const taken = Number(slotsOf(ofBola)[4])
		await addAppointment(site(), shop, { inMinutes: (taken - Date.now()) / 60_000, staff: 'Bola' })
		const again = await browser.open(ofBola.url.pathname + ofBola.url.search)
		expect(slotsOf(again)).not.toContain(String(taken))
		const moved = await browser.submit(again, 'form:has([name=slot])', { slot: chosen })
		expect(moved.text).toContain('Moved')
		expect(await row()).toMatchObject({ starts_at: Number(chosen), staff_member_id: shop.idOf('Bola') })
		expect((await row())?.starts_at).not.toBe(own?.starts_at)
	})

	test('lists no times for the id of another visit, or a day that is none', async () => {
		const { browser, path, date } = await openVisit()
		const other = await openVisit()
		const id = String((await other.row())?.id)
		for (const query of [`visit=${id}&date=${date}`, `visit=${id}&date=2026-02-30`, 'visit=%00&date=x'])
			expect((await browser.open(`${path}?${query}`)).document.querySelectorAll('[name=slot]')).toEqual([])
	})

	test('stays where a time is taken, outside hours or past, with the nearest free ones as buttons', async () => {
		const { shop, post, row } = await openVisit()
		const before = await row()
		await addAppointment(site(), shop, { inMinutes: 48 * 60 })
		const zone = zoneAtNoon(Date.now())
		const at = civilAt(zone, Number(before?.starts_at) + 24 * 3_600_000)
		const time = `${String(Math.floor(at.minute / 60)).padStart(2, '0')}:${String(at.minute % 60).padStart(2, '0')}`
		const taken = await post({ intent: 'move', date: at.date, time })
		expect([taken.status, taken.text.includes('already taken')]).toEqual([409, true])
		expect(taken.document.querySelector('[name=time]')?.getAttribute('value')).toBe(time)
		const ways = taken.document.querySelectorAll('button[name=to]')
		expect(ways.length).toBeGreaterThan(1)
		expect((await post({ intent: 'move', date: '2020-01-01', time: '10:00' })).text).toContain(
			'This time has passed',
		)
		expect((await post({ intent: 'move', date: '', time: 'noon' })).status).toBe(400)
		const here = { date: String(before?.scheduled_date), time: String(before?.scheduled_time) }
		expect((await post({ intent: 'move', ...here })).text).toContain('already looks like this')
		expect((await post({ intent: 'move', ...here, staff: 'nobody' })).status).toBe(409)
		expect(await row()).toEqual(before)
		const to = ways[0]?.getAttribute('value') ?? ''
		expect((await post({ intent: 'move', date: at.date, time, to })).status).toBe(200)
		expect((await row())?.starts_at).toBe(Number(to))
	})

	test('is handed over at its own time', async () => {
		const { shop, post, row } = await openVisit()
		const before = await row()
		const here = { date: String(before?.scheduled_date), time: String(before?.scheduled_time) }
		expect((await post({ intent: 'move', ...here, staff: shop.idOf('Bola') })).text).toContain('Handed over')
		expect(await row()).toMatchObject({ staff_member_id: shop.idOf('Bola'), starts_at: before?.starts_at })
	})

	test('has another service after its price was asked about, and none where that changed meanwhile', async () => {
		const { shop, browser, path, post, row, messages } = await openVisit()
		const asked = await browser.submit(await browser.open(path), 'form:has([name=service])', {
			service: shop.idOf('wash'),
		})
		expect(asked.text).toContain('Change cut to wash?')
		expect(asked.text).toContain('The total is ₦3,000 instead of ₦5,000.')
		expect((await row())?.total_kobo).toBe(500_000)
		const question = Object.fromEntries(
			asked.document
				.querySelectorAll('main form input')
				.map((field) => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? '']),
		)
		expect((await post({ ...question, act: newId(), shown: '1-0-0-0' })).text).toContain(
			'A price has just changed',
		)
		expect((await post({ ...question, act: newId(), sequence: '7' })).text).toContain('just changed')
		expect((await row())?.total_kobo).toBe(500_000)
		const changed = await post(question)
		expect(changed.text).toContain('Changed')
		expect(await row()).toMatchObject({ total_kobo: 300_000, service_id: shop.idOf('wash'), move_count: 0 })
		expect(await messages()).toEqual(['changed'])
		await post(question)
		expect(await messages()).toEqual(['changed'])
		expect((await post({ intent: 'service', position: '3', service: shop.idOf('cut') })).status).toBe(409)
		expect((await post({ intent: 'service', position: '0', service: 'strange' })).status).toBe(409)
	})

	test('keeps a note, and says where another one was written meanwhile', async () => {
		const { post, row } = await openVisit()
		const note = (text: string, seenNote = '') => post({ intent: 'note', note: text, seenNote })
		expect((await note('Left-handed')).text).toContain('Note saved')
		const late = await note('Right-handed')
		expect([late.status, late.text.includes('just changed')]).toEqual([409, true])
		expect(late.document.querySelector('[name=note]')?.getAttribute('value')).toBe('Right-handed')
		expect(late.document.querySelector('[name=seenNote]')?.getAttribute('value')).toBe('Left-handed')
		expect((await note('x'.repeat(301), 'Left-handed')).status).toBe(400)
		expect((await row())?.customer_note).toBe('Left-handed')
		await note('', 'Left-handed')
		expect((await row())?.customer_note).toBeNull()
	})

	test('is none of another shop, and none that is over', async () => {
		const [own, other] = [await openVisit(), await openVisit()]
		expect((await own.browser.open(other.path)).status).toBe(404)
		for (const intent of ['move', 'service', 'note']) {
			const fields = {
				act: newId(),
				intent,
				date: own.date,
				time: '10:00',
				position: '0',
				service: own.shop.idOf('wash'),
			}
			expect((await own.browser.post(other.path, new URLSearchParams(fields))).status).toBe(404)
		}
		await site().database.change(
			`UPDATE appointments SET status = 'CANCELLED', cancelled_at = 1 WHERE reference_number = ?`,
			own.reference,
		)
		expect((await own.browser.open(own.path)).status).toBe(409)
		const late = await own.post({ intent: 'move', date: own.date, time: '10:00' })
		expect([late.status, late.text.includes('This visit was cancelled.')]).toEqual([409, true])
		expect((await own.post({ intent: 'note', note: 'x' })).status).toBe(409)
	})
})
