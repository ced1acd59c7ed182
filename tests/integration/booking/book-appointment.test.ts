import { beforeEach, describe, expect, test } from 'vitest'
import { bookAppointment } from '#app/flows/book-appointment.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { DatabaseError } from '#db/database-error.server.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type BookingDeps, bookingDeps, newContact, newCustomer, type TestClock } from './customer.ts'
import { addSmallShop, lagos, monday, mondayMorningAt, type SmallShopPlan, tuesday } from './small-shop.ts'

const database = withTestDatabase()
const ten = lagos(tuesday, '10:00')
const half10 = lagos(tuesday, '10:30')
const eleven = lagos(tuesday, '11:00')
const refused = (refusal: string) => ({ ok: false, refusal })

let deps: BookingDeps
let clock: TestClock
let shopCount = 0
beforeEach(() => {
	deps = bookingDeps(database().url)
	clock = { now: mondayMorningAt }
})

const newShop = (plan: SmallShopPlan = {}) => addSmallShop(database().client, `book${++shopCount}`, plan)
const rows = async (sql: string, args: (string | number)[] = []) =>
	(await database().client.execute({ sql, args })).rows.map((row) => ({ ...row }))
const change = (sql: string, ...args: (string | number)[]) => database().client.execute({ sql, args })
const appointmentsOf = (shopId: string) =>
	rows('SELECT * FROM appointments WHERE shop_id = ? ORDER BY starts_at', [shopId])

/** At checkout with a hold on ten o'clock. */
async function atCheckout(serviceId: string, staff = 'any', contact = newContact()) {
	const guest = await newCustomer(deps, clock, contact).begin(serviceId, staff)
	await guest.hold(ten)
	return guest
}

describe('a booking', () => {
	test('writes the appointment, its parts, its price, its client and one message, and lets the hold go', async () => {
		const shop = await newShop({
			promoCodes: { TENTH: { percent: 10 } },
			services: { cut: { bufferMinutes: 15 } },
		})
		const guest = await atCheckout(shop.idOf('cut'))
		await guest.save({
			addOnIds: [shop.idOf('wash')],
			promoCode: 'TENTH',
			tip: { kind: 'percent', percent: 10, customKobo: 0 },
			paymentChoice: 'pos',
		})
		const booked = await guest.book()
		expect(booked.ok).toBe(true)
		const [visit] = await appointmentsOf(shop.id)
		expect(visit).toMatchObject({
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
		expect(visit?.reference_number).toMatch(/^[A-HJ-NP-Z2-9]{3}-[A-HJ-NP-Z2-9]{4}$/)
		expect(await rows('SELECT * FROM calendar_entries WHERE shop_id = ?', [shop.id])).toMatchObject([
			{ appointment_id: visit?.id, blocked_until_at: ten + 105 * MINUTE_MS, held_until_at: null },
		])
		expect(await rows('SELECT 1 FROM holds WHERE shop_id = ?', [shop.id])).toEqual([])
		expect(
			await rows('SELECT recipient_email, recipient_phone FROM outbox WHERE dedupe_key = ?', [
				`booked:${visit?.id}`,
			]),
		).toEqual([{ recipient_email: guest.contact.email, recipient_phone: guest.contact.phone }])
		expect(await rows('SELECT email, phone, user_id FROM clients WHERE shop_id = ?', [shop.id])).toEqual([
			{ email: guest.contact.email, phone: guest.contact.phone, user_id: null },
		])
	})

	test('of a hold that ran out still counts when the time is free, and is refused when it is not', async () => {
		const shop = await newShop()
		const guest = await atCheckout(shop.idOf('cut'))
		clock.now += 11 * MINUTE_MS
		expect((await guest.book()).ok).toBe(true)

		const late = await newCustomer(deps, clock).begin(shop.idOf('cut'))
		await late.hold(lagos(tuesday, '14:00'))
		clock.now += 11 * MINUTE_MS
		const quick = await newCustomer(deps, clock).begin(shop.idOf('cut'))
		await quick.hold(lagos(tuesday, '14:30'))
		expect(await late.book()).toEqual(refused('slot_taken'))
		expect((await quick.book()).ok).toBe(true)
	})

	test('keeps its hold though the notice has begun to run meanwhile', async () => {
		const shop = await newShop()
		const start = lagos(monday, '09:00')
		clock.now = start - 31 * MINUTE_MS
		const guest = await newCustomer(deps, clock).begin(shop.idOf('cut'))
		await guest.hold(start)
		clock.now += 5 * MINUTE_MS
		expect((await guest.book()).ok).toBe(true)
	})

	test('of a guest known to the shop adds no second client and changes nothing of the first', async () => {
		const shop = await newShop()
		const contact = newContact()
		await (await atCheckout(shop.idOf('cut'), 'any', contact)).book()
		const again = await newCustomer(deps, clock, {
			...contact,
			firstName: 'Other',
			phone: '+2348099999999',
		}).begin(shop.idOf('cut'))
		await again.hold(eleven)
		expect((await again.book()).ok).toBe(true)
		expect(await rows('SELECT first_name, phone FROM clients WHERE shop_id = ?', [shop.id])).toEqual([
			{ first_name: 'Guest', phone: contact.phone },
		])
		expect(
			await rows('SELECT first_name, phone FROM checkouts WHERE shop_id = ? ORDER BY rowid DESC LIMIT 1', [
				shop.id,
			]),
		).toEqual([{ first_name: 'Other', phone: '+2348099999999' }])
	})

	test('as the e-mail of an account gets a client row of its own, and the account none of it', async () => {
		const shop = await newShop()
		const contact = newContact()
		await change(
			`INSERT INTO clients (id, shop_id, user_id, first_name, last_name, email, phone, created_at) VALUES (?, ?, 'user', 'A', 'B', ?, ?, 0)`,
			`${shop.id}-member`,
			shop.id,
			contact.email,
			contact.phone,
		)
		expect((await (await atCheckout(shop.idOf('cut'), 'any', contact)).book()).ok).toBe(true)
		const [visit] = await appointmentsOf(shop.id)
		expect(visit?.client_id).not.toBe(`${shop.id}-member`)
	})

	test('R43: a guest books twice with one e-mail', async () => {
		const shop = await newShop()
		const contact = newContact()
		expect((await (await atCheckout(shop.idOf('cut'), 'any', contact)).book()).ok).toBe(true)
		const again = await newCustomer(deps, clock, contact).begin(shop.idOf('cut'))
		await again.hold(eleven)
		expect((await again.book()).ok).toBe(true)
	})
})

describe('the same post again', () => {
	test('gives the same appointment, one after the other', async () => {
		const shop = await newShop()
		const guest = await atCheckout(shop.idOf('cut'))
		const first = await guest.book()
		expect(first.ok).toBe(true)
		expect(await guest.book()).toEqual(first)
		clock.now += 20 * MINUTE_MS
		expect(await guest.book({ totalKobo: 1 })).toEqual(first)
		expect(await appointmentsOf(shop.id)).toHaveLength(1)
	})

	test('R1: fifty at once give one booking and fifty equal answers', async () => {
		const shop = await newShop({ promoCodes: { ONCE: { percent: 10, maxUses: 1 } } })
		const guest = await atCheckout(shop.idOf('cut'))
		await guest.save({ promoCode: 'ONCE' })
		const answers = await Promise.all(Array.from({ length: 50 }, () => guest.book()))
		expect(answers[0]?.ok).toBe(true)
		expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
		expect(await appointmentsOf(shop.id)).toHaveLength(1)
		expect(await rows('SELECT current_uses FROM promo_codes WHERE shop_id = ?', [shop.id])).toEqual([
			{ current_uses: 1 },
		])
	})

	test('whose first answer was lost books once', async () => {
		const shop = await newShop()
		const guest = await atCheckout(shop.idOf('cut'))
		const shown = (await guest.visit())?.quote.totalKobo ?? 0
		const { writeBatch } = deps
		const losing: BookingDeps = {
			...deps,
			writeBatch: async (statements) => {
				await writeBatch(statements)
				deps.writeBatch = writeBatch
				throw new DatabaseError('unknown', 'the answer was lost')
			},
		}
		const booked = await bookAppointment(losing, {
			draftId: guest.draftId,
			choices: {
				contact: guest.contact,
				promoCode: '',
				tip: { kind: 'none', percent: 0, customKobo: 0 },
				paymentChoice: 'cash',
				addOnIds: [],
			},
			contact: guest.contact,
			seen: { startsAt: ten, totalKobo: shown },
			now: clock.now,
		})
		expect(booked.ok).toBe(true)
		const [visit, ...others] = await appointmentsOf(shop.id)
		expect(others).toEqual([])
		expect(booked).toEqual({ ok: true, value: { appointmentId: visit?.id } })
	})
})

test('R1: fifty guests at once for one slot give one booking and forty-nine clear refusals with other times', async () => {
	const shop = await newShop({ staff: { Ada: {}, Bola: {} } })
	const guests = []
	for (let i = 0; i < 50; i++) {
		const guest = await newCustomer(deps, clock).begin(shop.idOf('cut'), shop.idOf('Ada'))
		// Everybody saw the time free and nobody holds it: the draft remembers the wish.
		await guest.wish(ten)
		guests.push(guest)
	}
	const answers = await Promise.all(guests.map((guest) => guest.book()))
	expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
	expect(answers.filter((answer) => !answer.ok && answer.refusal === 'slot_taken')).toHaveLength(49)
	expect(await appointmentsOf(shop.id)).toHaveLength(1)
	const loser = guests[answers.findIndex((answer) => !answer.ok)]
	const offer = await loser?.offer()
	expect(offer?.times).toHaveLength(6)
	expect(offer?.otherStaff.map(({ name }) => name)).toEqual(['Bola'])
})

test('R1: guests at once for overlapping, unequal starts give one booking', async () => {
	const shop = await newShop({ services: { cut: { minutes: 90 } } })
	const starts = [lagos(tuesday, '09:00'), lagos(tuesday, '09:30'), ten]
	const guests = []
	for (let i = 0; i < 30; i++) {
		const startsAt = starts[i % 3] ?? ten
		const guest = await newCustomer(deps, clock).begin(shop.idOf('cut'))
		await guest.wish(startsAt)
		guests.push(guest)
	}
	const answers = await Promise.all(guests.map((guest) => guest.book()))
	expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
	expect(answers.filter((answer) => !answer.ok && answer.refusal === 'slot_taken')).toHaveLength(29)
})

test('R2: every state that counts blocks its time, and only CANCELLED and NO_SHOW free it', async () => {
	for (const status of ['SCHEDULED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW']) {
		const shop = await newShop()
		const guest = await atCheckout(shop.idOf('cut'))
		await guest.book()
		await change(
			'UPDATE appointments SET status = ?, cancelled_at = ? WHERE shop_id = ?',
			...([status, status === 'CANCELLED' ? 1 : null, shop.id] as [string, number, string]),
		)
		const other = await newCustomer(deps, clock).begin(shop.idOf('cut'))
		const frees = status === 'CANCELLED' || status === 'NO_SHOW'
		expect([status, await other.seesAt(ten), (await other.hold(ten)).ok]).toEqual([
			status,
			frees ? 'free' : 'taken',
			frees,
		])
	}
})

test('R3: a start that the page never offered is refused, whatever was posted', async () => {
	const shop = await newShop({
		services: { cut: { bufferMinutes: 30 } },
		staff: { Ada: { breakMinutes: [780, 840] } },
	})
	const first = await atCheckout(shop.idOf('cut'))
	await first.book()
	const guest = await newCustomer(deps, clock).begin(shop.idOf('cut'))
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
		await guest.wish(startsAt)
		expect([time, await guest.book()]).toEqual([time, refused(refusal)])
	}
	expect(await appointmentsOf(shop.id)).toHaveLength(1)
})

test('R4: a stale page is refused and keeps what was typed', async () => {
	const shop = await newShop()
	const contact = newContact()
	const guest = await atCheckout(shop.idOf('cut'), 'any', contact)
	clock.now += 11 * MINUTE_MS
	await (await atCheckout(shop.idOf('cut'))).book()
	const answer = await guest.book(
		{},
		{ addOnIds: [shop.idOf('wash')], tip: { kind: 'custom', percent: 0, customKobo: 700 } },
	)
	expect(answer.ok).toBe(false)
	const draft = (await guest.visit())?.draft
	expect(draft).toMatchObject({ contact, tip: { customKobo: 700 }, paymentChoice: 'cash' })
	expect(draft?.addOns.map(({ addOnId }) => addOnId)).toEqual([shop.idOf('wash')])
})

describe('any available', () => {
	test('R5: three people at work take three bookings at once, the fourth is refused', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {}, Chi: {} } })
		const guests = []
		for (let i = 0; i < 12; i++) {
			const guest = await newCustomer(deps, clock).begin(shop.idOf('cut'))
			await guest.wish(ten)
			guests.push(guest)
		}
		const answers = await Promise.all(guests.map((guest) => guest.book()))
		expect(answers.filter((answer) => answer.ok)).toHaveLength(3)
		expect(answers.filter((answer) => !answer.ok && answer.refusal === 'slot_taken')).toHaveLength(9)
		const staff = (await appointmentsOf(shop.id)).map((visit) => visit.staff_member_id)
		expect(staff.sort()).toEqual([shop.idOf('Ada'), shop.idOf('Bola'), shop.idOf('Chi')])
	})

	test('gives the visit to the one with the least work that day', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {} } })
		const busy = await newCustomer(deps, clock).begin(shop.idOf('cut'), shop.idOf('Ada'))
		await busy.hold(lagos(tuesday, '15:00'))
		await busy.book()
		const guest = await atCheckout(shop.idOf('cut'))
		await guest.book()
		const [visit] = await rows(
			'SELECT staff_member_id FROM appointments WHERE shop_id = ? AND starts_at = ?',
			[shop.id, ten],
		)
		expect(visit?.staff_member_id).toBe(shop.idOf('Bola'))
	})
})

test('R7: the appointment that is confirmed is in the database, under its id', async () => {
	const shop = await newShop()
	const guest = await atCheckout(shop.idOf('cut'))
	const booked = await guest.book()
	const id = booked.ok ? booked.value.appointmentId : ''
	expect(await deps.appointments.bookedVisit(id)).toMatchObject({ appointmentId: id, startsAt: ten })
	expect(await deps.appointments.idOfDraft(guest.draftId)).toBe(id)
})

test('R15: a service of 90 minutes keeps its last start, at closing less its length', async () => {
	const shop = await newShop({ services: { long: { minutes: 90 }, odd: { minutes: 50 } } })
	const guest = await newCustomer(deps, clock).begin(shop.idOf('long'))
	expect(await guest.seesAt(lagos(tuesday, '16:30'))).toBe('free')
	expect(await guest.seesAt(lagos(tuesday, '17:00'))).toBe('not listed')
	await guest.hold(lagos(tuesday, '16:30'))
	expect((await guest.book()).ok).toBe(true)
	const odd = await newCustomer(deps, clock).begin(shop.idOf('odd'))
	expect(await odd.seesAt(lagos('2026-11-25', '17:00'))).toBe('free')
	expect(await odd.seesAt(lagos('2026-11-25', '17:30'))).toBe('not listed')
})

test('R17: every time that is listed free can be booked, and none that is listed taken', async () => {
	const plan: SmallShopPlan = {
		staff: { Ada: { breakMinutes: [780, 840] }, Bola: { hours: [600, 900] } },
		services: { cut: { minutes: 45, bufferMinutes: 30 }, braids: { minutes: 150, bufferMinutes: 60 } },
	}
	const shop = await newShop(plan)
	for (const [service, time] of [
		['braids', '10:00'],
		['cut', '15:00'],
		['cut', '11:30'],
	] as const) {
		const early = await newCustomer(deps, clock).begin(shop.idOf(service))
		await early.hold(lagos(tuesday, time))
		await early.book()
	}
	const guest = await newCustomer(deps, clock).begin(shop.idOf('cut'))
	const slots = (await guest.times())?.days.find((day) => day.date === tuesday)?.slots ?? []
	expect(slots.filter((slot) => slot.free).length).toBeGreaterThan(3)
	expect(slots.filter((slot) => !slot.free).length).toBeGreaterThan(2)
	for (const slot of slots)
		expect([slot.startMinute, (await guest.hold(slot.startsAt)).ok]).toEqual([slot.startMinute, slot.free])
})

test('R18: a visit of 60 minutes blocks exactly 60, and 105 only with a buffer of 45', async () => {
	const shop = await newShop({ services: { cut: {} } })
	await (await atCheckout(shop.idOf('cut'))).book()
	const guest = await newCustomer(deps, clock).begin(shop.idOf('cut'))
	expect(await guest.seesAt(lagos(tuesday, '09:00'))).toBe('free')
	expect(await guest.seesAt(eleven)).toBe('free')

	const buffered = await newShop({ services: { cut: { bufferMinutes: 45 } } })
	await (await atCheckout(buffered.idOf('cut'))).book()
	const other = await newCustomer(deps, clock).begin(buffered.idOf('cut'))
	expect(await other.seesAt(lagos(tuesday, '09:00'))).toBe('taken')
	expect(await other.seesAt(lagos(tuesday, '11:30'))).toBe('taken')
	expect(await other.seesAt(lagos(tuesday, '12:00'))).toBe('free')
})

test('R19: a long visit stays taken to its end while time passes through it', async () => {
	const shop = await newShop({
		services: { braids: { minutes: 240 }, cut: { minutes: 30 } },
		noticeMinutes: 0,
	})
	const guest = await newCustomer(deps, clock).begin(shop.idOf('braids'))
	await guest.hold(ten)
	await guest.book()
	for (let at = ten; at < ten + 240 * MINUTE_MS; at += 30 * MINUTE_MS) {
		clock.now = at
		const other = await newCustomer(deps, clock).begin(shop.idOf('cut'))
		for (let start = at; start < ten + 240 * MINUTE_MS; start += 30 * MINUTE_MS) {
			expect(await other.seesAt(start)).toBe('taken')
		}
		expect(await other.hold(at)).toEqual(refused('slot_taken'))
		expect(await other.seesAt(ten + 240 * MINUTE_MS)).toBe('free')
	}
})

test("R21: a change of the shop's zone keeps the instants of what is booked", async () => {
	const shop = await newShop()
	await (await atCheckout(shop.idOf('cut'))).book()
	await change(`UPDATE shops SET time_zone = 'Europe/London' WHERE id = ?`, shop.id)
	expect(await appointmentsOf(shop.id)).toMatchObject([{ starts_at: ten }])
	const guest = await newCustomer(deps, clock).begin(shop.idOf('cut'))
	expect(await guest.seesAt(ten)).toBe('taken')
	expect(await guest.hold(ten)).toEqual(refused('slot_taken'))
})

describe('what changed since the page was shown', () => {
	test('a price that went up is shown and not charged; confirmed again, it is booked', async () => {
		const shop = await newShop()
		const guest = await atCheckout(shop.idOf('cut'))
		await change('UPDATE services SET price_kobo = 600000 WHERE id = ?', shop.idOf('cut'))
		expect(await guest.book({ totalKobo: 500_000 })).toEqual(refused('price_changed'))
		expect((await guest.visit())?.hold?.startsAt).toBe(ten)
		expect(await appointmentsOf(shop.id)).toEqual([])
		expect((await guest.book({ totalKobo: 600_000 })).ok).toBe(true)
	})

	const tightRaces = {
		'a price': {
			sql: 'UPDATE services SET price_kobo = price_kobo + 100 WHERE shop_id = ?',
			refusal: 'price_changed',
		},
		'the price of an add-on': {
			sql: 'UPDATE add_ons SET price_kobo = price_kobo + 100 WHERE shop_id = ?',
			refusal: 'price_changed',
		},
		'an add-on that is not offered any more': {
			sql: 'UPDATE add_ons SET is_enabled = 0 WHERE shop_id = ?',
			refusal: 'price_changed',
		},
		'a service that is not offered any more': {
			sql: 'UPDATE services SET is_enabled = 0 WHERE shop_id = ?',
			refusal: 'staff_not_available',
		},
		'somebody who left': {
			sql: 'UPDATE staff_members SET is_active = 0 WHERE shop_id = ?',
			refusal: 'staff_not_available',
		},
		'opening hours': {
			sql: 'UPDATE shop_hours SET opens_minute = 720 WHERE shop_id = ?',
			refusal: 'slot_outside_hours',
		},
		'a code that was switched off': {
			sql: 'UPDATE promo_codes SET is_active = 0 WHERE shop_id = ?',
			refusal: 'promo_not_valid',
		},
		'a code that was used up': {
			sql: 'UPDATE promo_codes SET max_uses = 0 WHERE shop_id = ?',
			refusal: 'promo_not_valid',
		},
	}
	for (const [what, { sql, refusal }] of Object.entries(tightRaces)) {
		for (const promoCode of what.includes('code') ? ['TENTH'] : ['', 'TENTH']) {
			test(`${what}, between the read and the write${promoCode && ', with a code'}: the write finds it by itself`, async () => {
				const shop = await newShop({ promoCodes: { TENTH: { percent: 10 } } })
				const guest = await atCheckout(shop.idOf('cut'))
				await guest.save({ addOnIds: [shop.idOf('wash')], promoCode })
				const { writeBatch } = deps
				deps.writeBatch = async (statements) => {
					deps.writeBatch = writeBatch
					await change(sql, shop.id)
					return writeBatch(statements)
				}
				expect(await guest.book()).toEqual(refused(refusal))
				expect(await appointmentsOf(shop.id)).toEqual([])
				expect(await rows('SELECT 1 FROM checkouts WHERE shop_id = ?', [shop.id])).toEqual([])
				expect(
					await rows('SELECT 1 FROM promo_uses JOIN promo_codes ON id = promo_code_id WHERE shop_id = ?', [
						shop.id,
					]),
				).toEqual([])
			})
		}
	}

	test('a service that is disabled is refused before anything is written', async () => {
		const shop = await newShop()
		const guest = await atCheckout(shop.idOf('cut'))
		await change('UPDATE services SET is_enabled = 0 WHERE id = ?', shop.idOf('cut'))
		expect(await guest.book()).toEqual(refused('service_not_offered'))
	})

	test('somebody who left is refused, though their time was held', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {} } })
		const guest = await atCheckout(shop.idOf('cut'), shop.idOf('Ada'))
		await change('UPDATE staff_members SET is_active = 0 WHERE id = ?', shop.idOf('Ada'))
		expect(await guest.book()).toEqual(refused('staff_not_available'))
		await guest.chooseStaff(shop.idOf('Bola'))
		await guest.hold(ten)
		expect((await guest.book()).ok).toBe(true)
	})

	test('a day off, or shorter hours, declared after the hold is refused in words', async () => {
		const shop = await newShop()
		const guest = await atCheckout(shop.idOf('cut'))
		await change('INSERT INTO staff_days_off VALUES (?, ?)', shop.idOf('Ada'), tuesday)
		expect(await guest.book()).toEqual(refused('slot_outside_hours'))
	})
})

describe('promo codes', () => {
	test('a use is counted once, and the last one goes to one of many', async () => {
		const shop = await newShop({
			staff: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`S${i}`, {}])),
			promoCodes: { LAST: { percent: 10, maxUses: 2 } },
		})
		const guests = []
		for (let i = 0; i < 20; i++) {
			const guest = await atCheckout(shop.idOf('cut'))
			await guest.save({ promoCode: 'LAST' })
			guests.push(guest)
		}
		const answers = await Promise.all(guests.map((guest) => guest.book()))
		expect(answers.filter((answer) => answer.ok)).toHaveLength(2)
		expect(answers.filter((answer) => !answer.ok && answer.refusal === 'promo_not_valid')).toHaveLength(18)
		const loser = guests[answers.findIndex((answer) => !answer.ok)]
		// The code is taken off, and the full price booked when that is confirmed.
		expect((await loser?.visit())?.quote.discountKobo).toBe(0)
		expect((await loser?.book({}, { promoCode: '' }))?.ok).toBe(true)
	})

	const useless = {
		'one of another shop': {},
		'an expired one': { EXPIRED: { percent: 10, expiresAt: mondayMorningAt } },
		'one that was switched off': { OFF: { percent: 10, isActive: false } },
		'a used up one': { USED: { percent: 10, maxUses: 0 } },
		'one whose minimum is not met': { BIG: { percent: 10, minimumKobo: 500_001 } },
	}
	for (const [what, promoCodes] of Object.entries(useless)) {
		test(`${what} is refused; the hold and the rest stay`, async () => {
			const shop = await newShop({ promoCodes })
			await newShop({ promoCodes: { ELSEWHERE: { percent: 10 } } })
			const guest = await atCheckout(shop.idOf('cut'))
			const promoCode = Object.keys(promoCodes)[0] ?? 'ELSEWHERE'
			expect(await guest.book({}, { promoCode })).toEqual(refused('promo_not_valid'))
			expect((await guest.visit())?.hold?.startsAt).toBe(ten)
			expect((await guest.visit())?.draft.promoCode).toBe('')
			expect((await guest.book({}, { promoCode: '' })).ok).toBe(true)
		})
	}

	test('a minimum is met by add-ons and not by the tip, and a code may make the visit free', async () => {
		const shop = await newShop({
			promoCodes: { BIG: { percent: 10, minimumKobo: 600_000 }, FREE: { percent: 100 } },
		})
		const guest = await atCheckout(shop.idOf('cut'))
		expect(
			await guest.save({ promoCode: 'BIG', tip: { kind: 'custom', percent: 0, customKobo: 1_000_000 } }),
		).toEqual(refused('promo_not_valid'))
		const saved = await guest.save({ promoCode: 'BIG', addOnIds: [shop.idOf('wash')] })
		expect(saved.ok && saved.value.quote.discountKobo).toBe(60_000)
		await guest.save({ promoCode: 'FREE', tip: { kind: 'percent', percent: 25, customKobo: 0 } })
		expect((await guest.book({ totalKobo: 0 })).ok).toBe(true)
	})
})

describe('a reference number', () => {
	/** Draws the same number for the first tries. */
	function drawingUsed(used: string, times: number): BookingDeps {
		let left = times
		const { appointments } = deps
		return {
			...deps,
			appointments: {
				...appointments,
				insertAppointment: (booking) =>
					appointments.insertAppointment(left-- > 0 ? { ...booking, referenceNumber: used } : booking),
			},
		}
	}

	test('that is in use is drawn again, up to three times in all', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {}, Chi: {} } })
		await (await atCheckout(shop.idOf('cut'))).book()
		const [first] = await appointmentsOf(shop.id)
		const used = String(first?.reference_number)

		const lucky = await atCheckout(shop.idOf('cut'))
		Object.assign(deps, drawingUsed(used, 2))
		expect((await lucky.book()).ok).toBe(true)

		deps = bookingDeps(database().url)
		const unlucky = await atCheckout(shop.idOf('cut'))
		Object.assign(deps, drawingUsed(used, 3))
		expect(await unlucky.book()).toEqual(refused('reference_conflict'))
		expect((await unlucky.visit())?.hold?.startsAt).toBe(ten)
		expect(await appointmentsOf(shop.id)).toHaveLength(2)
	})
})

describe('what a form must not smuggle in', () => {
	test('a service or a person of another shop, and one who does not offer the service', async () => {
		const here = await newShop({ staff: { Ada: {}, Bola: {} }, services: { cut: { staff: ['Ada'] } } })
		const there = await newShop()
		const guest = newCustomer(deps, clock)
		await guest.chooseService(here.idOf('cut'))
		for (const staff of [there.idOf('Ada'), here.idOf('Bola'), 'nobody', '', `${here.idOf('Ada')} `]) {
			expect(await guest.chooseStaff(staff)).toEqual(refused('staff_not_available'))
		}
		expect(await guest.chooseStaff('any', 1)).toEqual(refused('session_error'))
		expect(await guest.chooseService('nothing')).toEqual(refused('service_not_offered'))
		// Whoever edits the draft itself is stopped by the law.
		await change(
			`UPDATE draft_services SET staff_choice = 'named', staff_member_id = ? WHERE draft_id = ?`,
			there.idOf('Ada'),
			guest.draftId,
		)
		expect(await guest.hold(ten)).toEqual(refused('slot_outside_hours'))
	})

	test("add-ons of another shop are left out and cost nothing, like ones that don't exist", async () => {
		const here = await newShop()
		const there = await newShop()
		const guest = await atCheckout(here.idOf('cut'))
		const saved = await guest.save({ addOnIds: [there.idOf('wash'), 'nothing'] })
		expect(saved.ok && saved.value.quote.totalKobo).toBe(500_000)
		expect((await guest.book()).ok).toBe(true)
		expect(
			await rows(
				'SELECT 1 FROM appointment_add_ons JOIN appointments a ON a.id = appointment_id WHERE a.shop_id = ?',
				[here.id],
			),
		).toEqual([])
	})

	test('a transfer where the shop has no account, another time than the draft has, or no draft', async () => {
		const shop = await newShop()
		const guest = await atCheckout(shop.idOf('cut'))
		expect(await guest.book({}, { paymentChoice: 'transfer' })).toEqual(refused('invalid_selection'))
		expect(await guest.book({ startsAt: half10 }, { paymentChoice: 'cash' })).toEqual(
			refused('missing_date_time'),
		)
		expect(await newCustomer(deps, clock).book()).toEqual(refused('session_error'))
	})

	test('steps cannot be skipped: no person, or no time', async () => {
		const shop = await newShop()
		const guest = newCustomer(deps, clock)
		await guest.chooseService(shop.idOf('cut'))
		expect(await guest.book({ startsAt: ten })).toEqual(refused('session_error'))
		await guest.chooseStaff()
		expect(await guest.book({ startsAt: ten })).toEqual(refused('missing_date_time'))
	})

	test('a draft of yesterday is gone', async () => {
		const shop = await newShop()
		const guest = await atCheckout(shop.idOf('cut'))
		clock.now += 24 * HOUR_MS
		expect(await guest.book()).toEqual(refused('session_error'))
	})
})
