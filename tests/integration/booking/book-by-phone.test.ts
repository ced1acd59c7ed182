import { describe, expect, test } from 'vitest'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import type { WalkInInput } from '#app/flows/booking/plan-walk-in.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { newContact, newGuest, refused, ten } from '#tests/support/booking-desk.ts'
import { newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, type SmallShop, type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('by-phone')
const plan: SmallShopPlan = {
	noticeMinutes: 240,
	horizonDays: 3,
	staff: { Ada: {}, Bola: {} },
	services: { cut: {}, wash: { minutes: 30, priceKobo: 200_000 } },
	addOns: { oil: { minutes: 15, priceKobo: 50_000 } },
}
const typed = () => ({ ...newContact(), userId: null })

let bookings = 0
const book = (shop: SmallShop, change: Partial<WalkInInput> = {}) =>
	bookWalkIn(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: null,
		startsAt: ten,
		isByPhone: true,
		customer: typed(),
		draftId: `by-phone-${++bookings}`,
		now: desk.clock.now,
		...change,
	})

const only = async (shop: SmallShop) => {
	const [appointment, ...others] = await desk.appointmentsOf(shop)
	expect(others).toEqual([])
	return appointment
}
const checkoutOf = async (shop: SmallShop) =>
	(await desk.rows('SELECT * FROM checkouts WHERE shop_id = ?', shop.id))[0]
const messagesOf = (id: unknown) =>
	desk.rows(
		`SELECT kind, recipient_email, user_id, payload FROM outbox WHERE payload ->> 'appointmentId' = ? ORDER BY kind, id`,
		String(id),
	)

describe('a booking on the telephone', () => {
	test('takes several services in a row with add-ons and a note, beyond notice and horizon; sent again it is one', async () => {
		const shop = await desk.newShop(plan)
		const startsAt = lagos('2027-02-01', '10:10')
		const input = {
			serviceIds: [shop.idOf('wash'), shop.idOf('cut')],
			addOnIds: [shop.idOf('oil')],
			staffMemberId: shop.idOf('Bola'),
			startsAt,
			note: 'Knotless, to the waist',
			shownKobo: 750_000,
			draftId: `twice-${shop.id}`,
		}
		const booked = await book(shop, input)
		expect(booked).toMatchObject({ ok: true, value: { startsAt, staffName: 'Bola', isMailed: true } })
		expect(await book(shop, input)).toEqual(booked)
		const appointment = await only(shop)
		expect(await desk.deps.booking.appointments.appointment(String(appointment?.id))).toMatchObject({
			isByShop: true,
		})
		expect(appointment).toMatchObject({
			status: 'CONFIRMED',
			is_walk_in: 1,
			arrived_at: null,
			ends_at: startsAt + 105 * MINUTE_MS,
			total_kobo: 750_000,
			discount_kobo: 0,
			payment_method: 'CASH',
			customer_note: 'Knotless, to the waist',
		})
	})

	test('costs less where the shop says why, never more, and never another price than was shown', async () => {
		const shop = await desk.newShop(plan)
		const lowered = (totalKobo: number, reason = 'First visit') => ({ lowered: { totalKobo, reason } })
		expect(await book(shop, lowered(500_001))).toMatchObject(refused('price_not_lower'))
		expect(await book(shop, lowered(400_000, ' '))).toMatchObject(refused('reason_missing'))
		expect(await book(shop, { shownKobo: 400_000 })).toMatchObject(refused('price_changed'))
		expect(await desk.appointmentsOf(shop)).toEqual([])
		expect(await book(shop, { shownKobo: 500_000, ...lowered(450_000) })).toMatchObject({ ok: true })
		expect(await only(shop)).toMatchObject({
			total_kobo: 450_000,
			discount_kobo: 50_000,
			promo_code_id: null,
		})
		expect(await checkoutOf(shop)).toMatchObject({ discount_reason: 'First visit', total_kobo: 450_000 })
	})

	test('as it is shown and asked for again: the price of the list has no reason', async () => {
		const shop = await desk.newShop(plan)
		expect(await book(shop, { lowered: { totalKobo: 500_000, reason: '' } })).toMatchObject({ ok: true })
		expect(await checkoutOf(shop)).toMatchObject({ discount_reason: null, discount_kobo: 0 })
	})

	test('offers the nearest free times where it is gone, has passed or is outside hours', async () => {
		const shop = await desk.newShop(plan)
		await book(shop, { staffMemberId: shop.idOf('Ada') })
		const taken = await book(shop, { staffMemberId: shop.idOf('Ada') })
		expect(taken).toMatchObject({
			...refused('slot_taken'),
			offer: { freeStaff: [{ name: 'Bola' }], nextStartsAt: ten + HOUR_MS },
		})
		const times = !taken.ok && taken.offer ? taken.offer.times.map(({ startsAt }) => startsAt) : []
		expect(times.slice(0, 2)).toEqual([ten - HOUR_MS, ten + HOUR_MS])
		const past = await book(shop, { startsAt: desk.clock.now - HOUR_MS })
		expect(past).toMatchObject({ ...refused('slot_past'), offer: { freeStaff: [] } })
		expect(past.ok || past.offer?.times.length).toBeGreaterThan(0)
		expect(await book(shop, { startsAt: lagos(tuesday, '17:30') })).toMatchObject(
			refused('slot_outside_hours'),
		)
	})

	test('offers nothing of another shop’s', async () => {
		const [shop, other] = [await desk.newShop(plan), await desk.newShop(plan)]
		await book(other)
		const [stranger] = await desk.rows('SELECT id FROM clients WHERE shop_id = ?', other.id)
		expect(await book(shop, { addOnIds: [other.idOf('oil')] })).toMatchObject(refused('add_on_not_offered'))
		expect(await book(shop, { serviceIds: [other.idOf('cut')] })).toMatchObject(
			refused('service_not_offered'),
		)
		expect(await book(shop, { staffMemberId: other.idOf('Ada') })).toMatchObject(
			refused('staff_not_available'),
		)
		expect(await book(shop, { customer: { ...typed(), clientId: String(stranger?.id) } })).toMatchObject(
			refused('customer_not_found'),
		)
		expect(await desk.appointmentsOf(shop)).toEqual([])
	})
})

describe('whom it is for (D65)', () => {
	test('a typed contact links nothing, even that of an account', async () => {
		const shop = await desk.newShop(plan)
		const member = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
		const [{ email } = { email: null }] = await desk.rows(
			'SELECT email FROM profiles WHERE id = ?',
			member.userId,
		)
		await book(shop, { customer: { ...typed(), email: String(email) } })
		expect(await checkoutOf(shop)).toMatchObject({ created_by_user_id: null, email })
		const clients = await desk.rows('SELECT user_id FROM clients WHERE shop_id = ?', shop.id)
		expect(clients).toEqual([{ user_id: null }])
	})

	test('one with an account who was found sees it, is told that the shop booked it, and cancels it', async () => {
		const shop = await desk.newShop(plan)
		const member = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
		await desk.change(
			`INSERT INTO clients (id, shop_id, user_id, first_name, last_name, created_at) VALUES (?, ?, ?, 'Old', 'Name', 0)`,
			`${shop.id}-member`,
			shop.id,
			member.userId,
		)
		const customer = {
			firstName: '',
			lastName: '',
			email: null,
			phone: null,
			userId: null,
			clientId: `${shop.id}-member`,
		}
		expect(await book(shop, { customer, ownUserId: member.userId })).toMatchObject(refused('own_visit'))
		const startsAt = ten + 3 * DAY_MS
		expect(await book(shop, { customer, startsAt })).toMatchObject({ ok: true })
		const appointment = await only(shop)
		expect(appointment).toMatchObject({ client_id: `${shop.id}-member`, cashback_kobo: 0, reward_id: null })
		expect(await checkoutOf(shop)).toMatchObject({ created_by_user_id: member.userId })
		const messages = await messagesOf(appointment?.id)
		expect(messages.map(({ kind }) => kind)).toEqual(['booked', 'visit_reminder', 'visit_reminder'])
		expect(messages[0]).toMatchObject({ user_id: member.userId })
		expect(JSON.parse(String(messages[0]?.payload))).toMatchObject({ isByShop: true })
		const by = { kind: 'customer', appointmentId: String(appointment?.id) } as const
		expect(await cancelAppointment(desk.deps, { by, now: desk.clock.now })).toMatchObject({ ok: true })
	})

	test('a guest who was found keeps their row, name and contact', async () => {
		const shop = await desk.newShop(plan)
		const guest = newGuest(desk.deps, desk.clock)
		await book(shop, { customer: { ...guest.contact, userId: null } })
		const [row] = await desk.rows('SELECT id FROM clients WHERE shop_id = ?', shop.id)
		const customer = {
			firstName: 'Wrong',
			lastName: '',
			email: null,
			phone: null,
			userId: null,
			clientId: String(row?.id),
		}
		await book(shop, { customer, startsAt: ten + DAY_MS })
		const rows = await desk.rows(
			'SELECT client_id, first_name, email, phone FROM checkouts WHERE shop_id = ?',
			shop.id,
		)
		const { firstName: first_name, email, phone } = guest.contact
		expect(rows).toEqual(Array(2).fill({ client_id: row?.id, first_name, email, phone }))
	})

	test('without an email nothing is queued that could not be sent but the bell’s', async () => {
		const shop = await desk.newShop(plan)
		const booked = await book(shop, { customer: { ...typed(), email: null }, startsAt: ten + 3 * DAY_MS })
		expect(booked).toMatchObject({ ok: true, value: { isMailed: false } })
		const appointment = await only(shop)
		const kinds = (await messagesOf(appointment?.id)).map(({ kind }) => kind)
		expect(kinds.filter((kind) => kind !== 'booked')).toEqual([])
	})
})

describe('its free times', () => {
	test('are read for the shop whose key asks alone, as its booking reads them', async () => {
		const [shop, other] = [await desk.newShop(plan), await desk.newShop(plan)]
		const { deps } = desk
		const caller = { secretHash: `hash-of-${shop.id}`, kind: 'kiosk' } as const
		await deps.writeBatch([
			deps.shops.accessKeys.insertKey({
				...caller,
				role: 'desk',
				id: `key-of-${shop.id}`,
				shopId: shop.id,
				name: 'Desk',
				pinHash: 'none',
				now: desk.clock.now,
			}),
		])
		const window = { firstDate: tuesday, lastDate: tuesday, fromAt: ten - DAY_MS, untilAt: ten + DAY_MS }
		const asked = { serviceIds: [shop.idOf('cut'), shop.idOf('wash')], staffMemberId: shop.idOf('Ada') }
		const { calendar } = deps.availability
		const own = await calendar.calendarOf({ kind: 'own services', caller, ...asked }, window, desk.clock.now)
		expect(own).toEqual(
			await calendar.calendarOf({ kind: 'services', shopId: shop.id, ...asked }, window, desk.clock.now),
		)
		expect(own.staff.filter(({ isChosen }) => isChosen)).toHaveLength(2)
		const strange = { ...asked, serviceIds: [other.idOf('cut')] }
		const none = await calendar.calendarOf(
			{ kind: 'own services', caller, ...strange },
			window,
			desk.clock.now,
		)
		expect(none.staff).toEqual([])
		await book(other)
		const [stranger] = await desk.rows('SELECT id FROM clients WHERE shop_id = ?', other.id)
		expect(await deps.booking.appointments.knownCustomerOf(caller, String(stranger?.id))).toBeNull()
	})
})
