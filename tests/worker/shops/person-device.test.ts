import { describe, expect, test } from 'vitest'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openShopDevice, ownerForm } from '#tests/support/owner-device.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

/** Ada's own device, and a visit of hers and of Bola's that have begun. */
async function adaAndBola() {
	const shop = await addKioskShop(site())
	const ada = await openShopDevice(site(), shop.id, { person: shop.idOf('Ada') })
	const own = await addAppointment(site(), shop, { inMinutes: -5, firstName: 'Amaka' })
	const other = await addAppointment(site(), shop, { inMinutes: -5, firstName: 'Chidi', staff: 'Bola' })
	await site().database.change(`UPDATE checkouts SET phone = '+2348031234567' WHERE shop_id = ?`, shop.id)
	await site().database.change(
		`UPDATE appointments SET notes = 'Pays late', customer_note = 'Sensitive scalp' WHERE shop_id = ?`,
		shop.id,
	)
	const stateOf = async (reference: string) => {
		const [row] = await site().database.rows(
			'SELECT status, arrived_at IS NOT NULL AS has_arrived FROM appointments WHERE reference_number = ?',
			reference,
		)
		return row
	}
	const doIt = (reference: string, intent: string) =>
		ada.browser.post(
			`/kiosk/visits/${reference}`,
			new URLSearchParams({ intent, act: newId(), back: '/kiosk' }),
		)
	return { shop, ada, own, other, stateOf, doIt }
}

describe('A person’s own device', () => {
	test('shows their day: who comes, when and for what, and nothing of others', async () => {
		const { ada, own, other } = await adaAndBola()
		for (const page of [await ada.browser.open('/kiosk'), await ada.browser.open('/kiosk?by=person')]) {
			expect(page.status).toBe(200)
			expect(page.html).toContain(own)
			for (const hidden of [other, 'Chidi', 'Bola', '₦', '803', '/kiosk/walk-in'])
				expect(page.html).not.toContain(hidden)
			expect(page.text).toContain('Your hours: All day')
		}
		const fresh = await ada.browser.open('/kiosk/fresh')
		expect([fresh.html.includes(own), fresh.html.includes(other)]).toEqual([true, false])
	})

	test('keeps no more than that for the time without a line', async () => {
		const { ada } = await adaAndBola()
		const kept = await ada.browser.open('/kept')
		expect([kept.html.includes('Amaka'), kept.html.includes('Chidi')]).toEqual([true, false])
		expect(kept.html).not.toContain('₦')
	})

	test('shows a visit of theirs with the customer’s note, without contact and money; another’s is not there', async () => {
		const { ada, own, other } = await adaAndBola()
		const page = await ada.browser.open(`/kiosk/visits/${own}`)
		expect(page.status).toBe(200)
		expect(page.text).toContain('Sensitive scalp')
		for (const hidden of ['₦', '803', 'Pays late', 'Hand over', 'No-show', 'Cancel'])
			expect(page.html).not.toContain(hidden)
		const [others, unknown] = [
			await ada.browser.open(`/kiosk/visits/${other}`),
			await ada.browser.open('/kiosk/visits/WKX-NONE'),
		]
		expect([others.status, unknown.status]).toEqual([404, 404])
		expect(others.text).toBe(unknown.text)
	})

	test('marks their visits arrived and completed, and takes it back; of another’s nothing', async () => {
		const { ada, own, other, stateOf, doIt } = await adaAndBola()
		expect((await doIt(own, 'arrive')).text).toContain('Arrived')
		expect(await stateOf(own)).toMatchObject({ has_arrived: 1 })
		expect((await doIt(own, 'complete')).text).toContain('Completed')
		expect(await stateOf(own)).toMatchObject({ status: 'COMPLETED' })
		await doIt(own, 'undo')
		expect(await stateOf(own)).toMatchObject({ status: 'CONFIRMED' })
		const acts = await site().database.rows(
			'SELECT kind FROM shop_acts WHERE key_id = ? ORDER BY rowid',
			ada.keyId,
		)
		expect(acts.map(({ kind }) => kind)).toEqual(['visit_arrived', 'visit_completed', 'visit_undone'])
		for (const intent of ['arrive', 'complete']) expect((await doIt(other, intent)).status).toBe(404)
		expect(await stateOf(other)).toMatchObject({ status: 'CONFIRMED', has_arrived: 0 })
	})

	test('leaves to the desk what is the desk’s, a no-show and its undoing too', async () => {
		const { own, stateOf, doIt } = await adaAndBola()
		const before = await stateOf(own)
		for (const intent of ['miss', 'confirm', 'hand-over', 'transfer-paid', 'answer-problem']) {
			const refused = await doIt(own, intent)
			expect([intent, refused.url.pathname]).toEqual([intent, expect.stringMatching(/^\/kiosk/)])
			expect(await stateOf(own)).toEqual(before)
		}
		await site().database.change(
			`UPDATE appointments SET status = 'NO_SHOW', missed_at = ? WHERE reference_number = ?`,
			Date.now(),
			own,
		)
		const refused = await doIt(own, 'undo')
		expect([refused.url.pathname, refused.text.includes('For the desk')]).toEqual(['/kiosk', true])
		expect(await stateOf(own)).toMatchObject({ status: 'NO_SHOW' })
	})

	test('shows the time of their part of a visit that a colleague does too, and who that is', async () => {
		const shop = await addSmallShop(site().database.client, 'two-hands', {
			zone: zoneAtNoon(Date.now()),
			hours: [0, 1440],
			staff: { Ada: { hours: [0, 1440] }, Bola: { hours: [0, 1440] } },
			services: { cut: { minutes: 30 }, wash: { minutes: 20 } },
		})
		const now = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
		const booked = await bookWalkIn(bookingDeps(site().database.url), {
			shopId: shop.id,
			serviceIds: [shop.idOf('cut'), shop.idOf('wash')],
			staffMemberId: shop.idOf('Bola'),
			startsAt: now,
			customer: { firstName: 'Amaka', lastName: 'Obi', email: null, phone: null, userId: null },
			draftId: newId(),
			now,
		})
		expect(booked.ok).toBe(true)
		for (const table of ['appointment_services', 'calendar_entries'])
			await site().database.change(
				`UPDATE ${table} SET staff_member_id = ? WHERE staff_member_id = ? AND position = 1`,
				shop.idOf('Ada'),
				shop.idOf('Bola'),
			)
		const [ada, bola] = await Promise.all(
			['Ada', 'Bola'].map((name) => openShopDevice(site(), shop.id, { person: shop.idOf(name) })),
		)
		const lineOf = (page?: LoadedPage) => page?.document.querySelector('.visit')?.text.replace(/\s+/g, ' ')
		expect(lineOf(await ada?.browser.open('/kiosk'))).toMatch(
			/:30 [AP]M ?Amaka Obi ?\d+:50 [AP]M ?cut, wash · with Bola/,
		)
		expect(lineOf(await bola?.browser.open('/kiosk'))).toMatch(
			/:00 [AP]M ?Amaka Obi ?\d+:30 [AP]M ?cut, wash · with Ada/,
		)
	})

	test('shows their rota: hours, days off, how many visits', async () => {
		const { shop, ada } = await adaAndBola()
		await site().database.change(
			`INSERT INTO staff_days_off (staff_member_id, date) VALUES (?1, '2199-12-30'), (?1, '2199-12-31'), (?2, '2199-12-25')`,
			shop.idOf('Ada'),
			shop.idOf('Bola'),
		)
		expect((await ada.browser.open('/kiosk/rota')).text).toContain('All day · 1 visit')
		const then = await ada.browser.open('/kiosk/rota?date=2199-12-25')
		// Bola's day off is Wednesday.
		for (const day of ['Wed 25 DecAll day', 'Mon 30 DecOff', 'Tue 31 DecOff'])
			expect(then.text).toContain(day)
		expect(then.text).toMatch(/Days offMon 30 Dec – Tue 31 Dec/)
		const desk = await openShopDevice(site(), shop.id, 'desk')
		expect((await desk.browser.open('/kiosk/rota')).status).toBe(404)
	})

	test.each(['was switched off', 'has had their last day'])(
		'opens nothing once its person %s',
		async (how) => {
			const { shop, ada, own, stateOf, doIt } = await adaAndBola()
			if (how === 'was switched off')
				await site().database.change('UPDATE staff_members SET is_active = 0 WHERE id = ?', shop.idOf('Ada'))
			else {
				const { writeBatch, availability } = bookingDeps(site().database.url)
				await writeBatch(availability.roster.setDaysAfterLeaving(shop.idOf('Ada'), '2020-01-01'))
				await site().database.change(
					`UPDATE staff_members SET last_day = '2020-01-01' WHERE id = ?`,
					shop.idOf('Ada'),
				)
			}
			for (const path of ['/kiosk', '/kiosk/rota', `/kiosk/visits/${own}`, '/kiosk/pin'])
				expect([(await ada.browser.open(path)).url.pathname, path]).toEqual(['/kiosk/closed', path])
			expect((await doIt(own, 'arrive')).url.pathname).toBe('/kiosk/closed')
			expect(await stateOf(own)).toMatchObject({ has_arrived: 0 })
			expect((await ada.browser.open('/kept')).html).not.toContain('Amaka')
		},
	)
})

test('An owner invites a person’s own device, pressed twice the same link, and ends it', async () => {
	const shop = await addKioskShop(site())
	const { browser } = await openShopDevice(site(), shop.id)
	const page = '/kiosk/shop/devices'
	const form = await ownerForm(browser, page, { intent: 'invite-person', person: shop.idOf('Ada') })
	const pages = await Promise.all([1, 2].map(() => browser.post(page, form)))
	const links = pages.map(({ text }) => /\S+\/kiosk\/open\?link=\S{43}/.exec(text)?.[0])
	expect([new Set(links).size, typeof links[0]]).toEqual([1, 'string'])
	const phone = openBrowserLikeClient(site().url)
	expect((await phone.open(links[0] ?? '')).text).toContain('It shows no phone numbers and no money.')
	await phone.post('/kiosk/open', new URLSearchParams({ pinSecret: '8163', pinSecretAgain: '8163' }))
	expect((await phone.open('/kiosk')).text).toContain('Ada')
	const [key] = await site().database.rows(
		`SELECT id, name, staff_member_id FROM access_keys WHERE shop_id = ? AND role = 'person'`,
		shop.id,
	)
	expect(key).toMatchObject({ name: 'Ada Obi', staff_member_id: shop.idOf('Ada') })
	const end = new URLSearchParams({ act: newId(), intent: 'end', key: String(key?.id) })
	expect((await browser.post(page, end)).text).toContain('Ended')
	expect((await phone.open('/kiosk')).url.pathname).toBe('/kiosk/closed')
})

test('A link of a person who is gone opens no device, and none is made for one of another shop', async () => {
	const [shop, other] = [await addKioskShop(site()), await addKioskShop(site())]
	const { browser } = await openShopDevice(site(), shop.id)
	const page = '/kiosk/shop/devices'
	const strange = await ownerForm(browser, page, { intent: 'invite-person', person: other.idOf('Ada') })
	const refused = await browser.post(page, strange)
	expect([refused.status, refused.text.includes('Choose another')]).toEqual([409, true])
	const form = await ownerForm(browser, page, { intent: 'invite-person', person: shop.idOf('Ada') })
	const link = /\S+\/kiosk\/open\?link=\S{43}/.exec((await browser.post(page, form)).text)?.[0] ?? ''
	const phone = openBrowserLikeClient(site().url)
	expect((await phone.open(link)).status).toBe(200)
	await site().database.change('UPDATE staff_members SET is_active = 0 WHERE id = ?', shop.idOf('Ada'))
	const late = await phone.post(
		'/kiosk/open',
		new URLSearchParams({ pinSecret: '8163', pinSecretAgain: '8163' }),
	)
	expect(late.text).toContain('This link no longer works')
	expect(
		await site().database.rows(`SELECT id FROM access_keys WHERE role = 'person' AND shop_id = ?`, shop.id),
	).toEqual([])
})
