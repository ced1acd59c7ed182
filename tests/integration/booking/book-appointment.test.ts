import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { newContact, newGuest, refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { lagos, monday, type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('appointment')
const eleven = lagos(tuesday, '11:00')

describe('a booking', () => {
	test('writes the appointment, its parts, its price, its client and one message, and lets the hold go', async () => {
		const shop = await desk.newShop({
			promoCodes: { TENTH: { percent: 10 } },
			services: { cut: { bufferMinutes: 15 } },
		})
		const guest = await desk.atCheckout(shop.idOf('cut'))
		await guest.save({
			addOnIds: [shop.idOf('wash')],
			promoCode: 'TENTH',
			tip: { kind: 'percent', percent: 10, customKobo: 0 },
			paymentChoice: 'pos',
		})
		const booked = await guest.book()
		expect(booked.ok).toBe(true)
		const [appointment] = await desk.appointmentsOf(shop.id)
		expect(appointment).toMatchObject({
			staff_member_id: shop.idOf('Ada'),
			starts_at: ten,
			ends_at: ten + 90 * MINUTE_MS,
			duration_minutes: 90,
			scheduled_date: tuesday,
			scheduled_time: '10:00',
			discount_kobo: 60_000,
			tip_kobo: 54_000,
			total_kobo: 594_000,
			payment_method: 'CARD',
			payment_status: 'pending',
			status: 'SCHEDULED',
			refundable_until_at: ten - 24 * HOUR_MS,
			notes: null,
		})
		expect(appointment?.reference_number).toMatch(/^[A-HJ-NP-Z2-9]{3}-[A-HJ-NP-Z2-9]{4}$/)
		expect(await desk.rows('SELECT * FROM calendar_entries WHERE shop_id = ?', shop.id)).toMatchObject([
			{ appointment_id: appointment?.id, blocked_until_at: ten + 105 * MINUTE_MS, held_until_at: null },
		])
		expect(await desk.rows('SELECT 1 FROM holds WHERE shop_id = ?', shop.id)).toEqual([])
		expect(
			await desk.rows(
				'SELECT recipient_email, recipient_phone FROM outbox WHERE dedupe_key = ?',
				`booked:${appointment?.id}`,
			),
		).toEqual([{ recipient_email: guest.contact.email, recipient_phone: guest.contact.phone }])
		expect(await desk.rows('SELECT email, phone, user_id FROM clients WHERE shop_id = ?', shop.id)).toEqual([
			{ email: guest.contact.email, phone: guest.contact.phone, user_id: null },
		])
	})

	test('of a hold that ran out still counts when the time is free, and is refused when it is not', async () => {
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		desk.clock.now += 11 * MINUTE_MS
		expect((await guest.book()).ok).toBe(true)

		const late = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		await late.hold(lagos(tuesday, '14:00'))
		desk.clock.now += 11 * MINUTE_MS
		const quick = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		await quick.hold(lagos(tuesday, '14:30'))
		expect(await late.book()).toEqual(refused('slot_taken'))
		expect((await quick.book()).ok).toBe(true)
	})

	test('keeps its hold though the notice has begun to run meanwhile', async () => {
		const shop = await desk.newShop()
		const start = lagos(monday, '09:00')
		desk.clock.now = start - 31 * MINUTE_MS
		const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		await guest.hold(start)
		desk.clock.now += 5 * MINUTE_MS
		expect((await guest.book()).ok).toBe(true)
	})

	test('of a guest known to the shop adds no second client and changes nothing of the first', async () => {
		const shop = await desk.newShop()
		const contact = newContact()
		await (await desk.atCheckout(shop.idOf('cut'), 'any', contact)).book()
		const again = await newGuest(desk.deps, desk.clock, {
			...contact,
			firstName: 'Other',
			phone: '+2348099999999',
		}).begin(shop.idOf('cut'))
		await again.hold(eleven)
		expect((await again.book()).ok).toBe(true)
		expect(await desk.rows('SELECT first_name, phone FROM clients WHERE shop_id = ?', shop.id)).toEqual([
			{ first_name: 'Guest', phone: contact.phone },
		])
		expect(
			await desk.rows(
				'SELECT first_name, phone FROM checkouts WHERE shop_id = ? ORDER BY rowid DESC LIMIT 1',
				shop.id,
			),
		).toEqual([{ first_name: 'Other', phone: '+2348099999999' }])
	})

	test('as the e-mail of an account gets a client row of its own, and the account none of it', async () => {
		const shop = await desk.newShop()
		const contact = newContact()
		await desk.change(
			`INSERT INTO clients (id, shop_id, user_id, first_name, last_name, email, phone, created_at) VALUES (?, ?, 'user', 'A', 'B', ?, ?, 0)`,
			`${shop.id}-member`,
			shop.id,
			contact.email,
			contact.phone,
		)
		expect((await (await desk.atCheckout(shop.idOf('cut'), 'any', contact)).book()).ok).toBe(true)
		const [appointment] = await desk.appointmentsOf(shop.id)
		expect(appointment?.client_id).not.toBe(`${shop.id}-member`)
	})

	test('a guest books twice with one e-mail', async () => {
		const shop = await desk.newShop()
		const contact = newContact()
		expect((await (await desk.atCheckout(shop.idOf('cut'), 'any', contact)).book()).ok).toBe(true)
		const again = await newGuest(desk.deps, desk.clock, contact).begin(shop.idOf('cut'))
		await again.hold(eleven)
		expect((await again.book()).ok).toBe(true)
	})
})

test('R2: every state that counts blocks its time, and only CANCELLED and NO_SHOW free it', async () => {
	for (const status of ['SCHEDULED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW']) {
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		await guest.book()
		await desk.change(
			`UPDATE appointments SET status = ?1, cancelled_at = ?2, completed_at = CASE ?1 WHEN 'COMPLETED' THEN starts_at END WHERE shop_id = ?3`,
			status,
			status === 'CANCELLED' ? 1 : null,
			shop.id,
		)
		const other = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		const frees = status === 'CANCELLED' || status === 'NO_SHOW'
		expect([status, await other.seesAt(ten), (await other.hold(ten)).ok]).toEqual([
			status,
			frees ? 'free' : 'taken',
			frees,
		])
	}
})

test('a start that the page never offered is refused, whatever was posted', async () => {
	const shop = await desk.newShop({
		services: { cut: { bufferMinutes: 30 } },
		staff: { Ada: { breakMinutes: [780, 840] } },
	})
	const first = await desk.atCheckout(shop.idOf('cut'))
	await first.book()
	const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
	const tries = {
		'09:00': 'slot_taken',
		'09:30': 'slot_taken',
		'10:00': 'slot_taken',
		'11:00': 'slot_taken',
		'12:30': 'slot_outside_hours',
		'13:00': 'slot_outside_hours',
		'17:30': 'slot_outside_hours',
		'03:00': 'slot_outside_hours',
		'11:31': 'slot_outside_hours',
	}
	for (const [time, refusal] of Object.entries(tries)) {
		const startsAt = lagos(tuesday, time)
		await guest.chooseTime(startsAt)
		expect([time, await guest.book()]).toEqual([time, refused(refusal)])
	}
	expect(await desk.appointmentsOf(shop.id)).toHaveLength(1)
})

test('the appointment that is confirmed is in the database, under its id', async () => {
	const shop = await desk.newShop()
	const guest = await desk.atCheckout(shop.idOf('cut'))
	const booked = await guest.book()
	const id = booked.ok ? booked.value.appointmentId : ''
	expect(await desk.deps.booking.appointments.appointment(id)).toMatchObject({
		appointmentId: id,
		startsAt: ten,
	})
	expect(await desk.deps.booking.appointments.idOfDraft(guest.draftId)).toBe(id)
})

test('a service of 90 minutes keeps its last start, at closing less its length', async () => {
	const shop = await desk.newShop({ services: { long: { minutes: 90 }, odd: { minutes: 50 } } })
	const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('long'))
	expect(await guest.seesAt(lagos(tuesday, '16:30'))).toBe('free')
	expect(await guest.seesAt(lagos(tuesday, '17:00'))).toBe('not listed')
	await guest.hold(lagos(tuesday, '16:30'))
	expect((await guest.book()).ok).toBe(true)
	const odd = await newGuest(desk.deps, desk.clock).begin(shop.idOf('odd'))
	expect(await odd.seesAt(lagos('2026-11-25', '17:00'))).toBe('free')
	expect(await odd.seesAt(lagos('2026-11-25', '17:30'))).toBe('not listed')
})

test('R17: every time that is listed free can be booked, and none that is listed taken', async () => {
	const plan: SmallShopPlan = {
		staff: { Ada: { breakMinutes: [780, 840] }, Bola: { hours: [600, 900] } },
		services: { cut: { minutes: 45, bufferMinutes: 30 }, braids: { minutes: 150, bufferMinutes: 60 } },
	}
	const shop = await desk.newShop(plan)
	for (const [service, time] of [
		['braids', '10:00'],
		['cut', '15:00'],
		['cut', '11:30'],
	] as const) {
		const early = await newGuest(desk.deps, desk.clock).begin(shop.idOf(service))
		await early.hold(lagos(tuesday, time))
		await early.book()
	}
	const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
	const slots = (await guest.times())?.days.find((day) => day.date === tuesday)?.slots ?? []
	expect(slots.filter((slot) => slot.free).length).toBeGreaterThan(3)
	expect(slots.filter((slot) => !slot.free).length).toBeGreaterThan(2)
	for (const slot of slots)
		expect([slot.startMinute, (await guest.hold(slot.startsAt)).ok]).toEqual([slot.startMinute, slot.free])
})

test('a visit of 60 minutes blocks exactly 60, and 105 only with a buffer of 45', async () => {
	const shop = await desk.newShop({ services: { cut: {} } })
	await (await desk.atCheckout(shop.idOf('cut'))).book()
	const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
	expect(await guest.seesAt(lagos(tuesday, '09:00'))).toBe('free')
	expect(await guest.seesAt(eleven)).toBe('free')

	const buffered = await desk.newShop({ services: { cut: { bufferMinutes: 45 } } })
	await (await desk.atCheckout(buffered.idOf('cut'))).book()
	const other = await newGuest(desk.deps, desk.clock).begin(buffered.idOf('cut'))
	expect(await other.seesAt(lagos(tuesday, '09:00'))).toBe('taken')
	expect(await other.seesAt(lagos(tuesday, '11:30'))).toBe('taken')
	expect(await other.seesAt(lagos(tuesday, '12:00'))).toBe('free')
})

test('a long visit stays taken to its end while time passes through it', async () => {
	const shop = await desk.newShop({
		services: { braids: { minutes: 240 }, cut: { minutes: 30 } },
		noticeMinutes: 0,
	})
	const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('braids'))
	await guest.hold(ten)
	await guest.book()
	for (let at = ten; at < ten + 240 * MINUTE_MS; at += 30 * MINUTE_MS) {
		desk.clock.now = at
		const other = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		for (let start = at; start < ten + 240 * MINUTE_MS; start += 30 * MINUTE_MS) {
			expect(await other.seesAt(start)).toBe('taken')
		}
		expect(await other.hold(at)).toEqual(refused('slot_taken'))
		expect(await other.seesAt(ten + 240 * MINUTE_MS)).toBe('free')
	}
})

test("R21: a change of the shop's zone keeps the instants of what is booked", async () => {
	const shop = await desk.newShop()
	await (await desk.atCheckout(shop.idOf('cut'))).book()
	await desk.change(`UPDATE shops SET time_zone = 'Europe/London' WHERE id = ?`, shop.id)
	expect(await desk.appointmentsOf(shop.id)).toMatchObject([{ starts_at: ten }])
	const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
	expect(await guest.seesAt(ten)).toBe('taken')
	expect(await guest.hold(ten)).toEqual(refused('slot_taken'))
})
