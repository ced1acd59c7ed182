import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { newContact, newGuest, refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { type BookingDeps, bookingDeps } from '#tests/support/flow-deps.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('meanwhile')
const half10 = lagos(tuesday, '10:30')

test('a stale page is refused and keeps what was typed', async () => {
	const shop = await desk.newShop()
	const contact = newContact()
	const guest = await desk.atCheckout(shop.idOf('cut'), 'any', contact)
	desk.clock.now += 11 * MINUTE_MS
	await (await desk.atCheckout(shop.idOf('cut'))).book()
	const answer = await guest.book(
		{},
		{ addOnIds: [shop.idOf('wash')], tip: { kind: 'custom', percent: 0, customKobo: 700 } },
	)
	expect(answer.ok).toBe(false)
	const draft = (await guest.readDraft())?.draft
	expect(draft).toMatchObject({ contact, tip: { customKobo: 700 }, paymentChoice: 'cash' })
	expect(draft?.addOns.map(({ addOnId }) => addOnId)).toEqual([shop.idOf('wash')])
})

describe('what changed since the page was shown', () => {
	test('a price that went up is shown and not charged; confirmed again, it is booked', async () => {
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		await desk.change('UPDATE services SET price_kobo = 600000 WHERE id = ?', shop.idOf('cut'))
		expect(await guest.book({ totalKobo: 500_000 })).toEqual(refused('price_changed'))
		expect((await guest.readDraft())?.hold?.startsAt).toBe(ten)
		expect(await desk.appointmentsOf(shop.id)).toEqual([])
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
				const shop = await desk.newShop({ promoCodes: { TENTH: { percent: 10 } } })
				const guest = await desk.atCheckout(shop.idOf('cut'))
				await guest.save({ addOnIds: [shop.idOf('wash')], promoCode })
				beforeWrite(desk.deps, () => desk.change(sql, shop.id))
				expect(await guest.book()).toEqual(refused(refusal))
				expect(await desk.appointmentsOf(shop.id)).toEqual([])
				expect(await desk.rows('SELECT 1 FROM checkouts WHERE shop_id = ?', shop.id)).toEqual([])
				expect(
					await desk.rows(
						'SELECT 1 FROM promo_uses JOIN promo_codes ON id = promo_code_id WHERE shop_id = ?',
						shop.id,
					),
				).toEqual([])
			})
		}
	}

	test('a service that is disabled is refused before anything is written', async () => {
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		await desk.change('UPDATE services SET is_enabled = 0 WHERE id = ?', shop.idOf('cut'))
		expect(await guest.book()).toEqual(refused('service_not_offered'))
	})

	test('somebody who left is refused, though their time was held', async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
		const guest = await desk.atCheckout(shop.idOf('cut'), shop.idOf('Ada'))
		await desk.change('UPDATE staff_members SET is_active = 0 WHERE id = ?', shop.idOf('Ada'))
		expect(await guest.book()).toEqual(refused('staff_not_available'))
		await guest.chooseStaff(shop.idOf('Bola'))
		await guest.hold(ten)
		expect((await guest.book()).ok).toBe(true)
	})

	test('a day off, or shorter hours, declared after the hold is refused in words', async () => {
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		await desk.change(
			'INSERT INTO staff_days_off (staff_member_id, date) VALUES (?, ?)',
			shop.idOf('Ada'),
			tuesday,
		)
		expect(await guest.book()).toEqual(refused('slot_outside_hours'))
	})
})

describe('a reference number', () => {
	/** Draws the same number for the first tries. */
	function drawingUsed(used: string, times: number): BookingDeps {
		let left = times
		const { appointments } = desk.deps.booking
		return {
			...desk.deps,
			booking: {
				...desk.deps.booking,
				appointments: {
					...appointments,
					insertAppointment: (booking) =>
						appointments.insertAppointment(left-- > 0 ? { ...booking, referenceNumber: used } : booking),
				},
			},
		}
	}

	test('that is in use is drawn again, up to three times in all', async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {}, Chi: {} } })
		await (await desk.atCheckout(shop.idOf('cut'))).book()
		const [first] = await desk.appointmentsOf(shop.id)
		const used = String(first?.reference_number)

		const lucky = await desk.atCheckout(shop.idOf('cut'))
		Object.assign(desk.deps, drawingUsed(used, 2))
		expect((await lucky.book()).ok).toBe(true)

		desk.deps = bookingDeps(desk.database().url)
		const unlucky = await desk.atCheckout(shop.idOf('cut'))
		Object.assign(desk.deps, drawingUsed(used, 3))
		expect(await unlucky.book()).toEqual(refused('reference_number_conflict'))
		expect((await unlucky.readDraft())?.hold?.startsAt).toBe(ten)
		expect(await desk.appointmentsOf(shop.id)).toHaveLength(2)
	})
})

describe('what a form must not smuggle in', () => {
	test('a service or a person of another shop, and one who does not offer the service', async () => {
		const here = await desk.newShop({ staff: { Ada: {}, Bola: {} }, services: { cut: { staff: ['Ada'] } } })
		const there = await desk.newShop()
		const guest = newGuest(desk.deps, desk.clock)
		await guest.chooseService(here.idOf('cut'))
		for (const staff of [there.idOf('Ada'), here.idOf('Bola'), 'nobody', '', `${here.idOf('Ada')} `]) {
			expect(await guest.chooseStaff(staff)).toEqual(refused('staff_not_available'))
		}
		expect(await guest.chooseStaff('any', 1)).toEqual(refused('session_error'))
		expect(await guest.chooseService('nothing')).toEqual(refused('service_not_offered'))
		// An edit of the draft itself is stopped by the constraint.
		await desk.change(
			`UPDATE draft_services SET staff_choice = 'named', staff_member_id = ? WHERE draft_id = ?`,
			there.idOf('Ada'),
			guest.draftId,
		)
		expect(await guest.hold(ten)).toEqual(refused('slot_outside_hours'))
	})

	test("add-ons of another shop are left out and cost nothing, like ones that don't exist", async () => {
		const here = await desk.newShop()
		const there = await desk.newShop()
		const guest = await desk.atCheckout(here.idOf('cut'))
		const saved = await guest.save({ addOnIds: [there.idOf('wash'), 'nothing'] })
		expect(saved.ok && saved.value.quote.totalKobo).toBe(500_000)
		expect((await guest.book()).ok).toBe(true)
		expect(
			await desk.rows(
				'SELECT 1 FROM appointment_add_ons JOIN appointments a ON a.id = appointment_id WHERE a.shop_id = ?',
				here.id,
			),
		).toEqual([])
	})

	test('a transfer where the shop has no account, another time than the draft has, or no draft', async () => {
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		expect(await guest.book({}, { paymentChoice: 'transfer' })).toEqual(refused('invalid_selection'))
		expect(await guest.book({ startsAt: half10 }, { paymentChoice: 'cash' })).toEqual(
			refused('missing_date_time'),
		)
		expect(await newGuest(desk.deps, desk.clock).book()).toEqual(refused('session_error'))
	})

	test('steps cannot be skipped: no person, or no time', async () => {
		const shop = await desk.newShop()
		const guest = newGuest(desk.deps, desk.clock)
		await guest.chooseService(shop.idOf('cut'))
		expect(await guest.book({ startsAt: ten })).toEqual(refused('session_error'))
		await guest.chooseStaff()
		expect(await guest.book({ startsAt: ten })).toEqual(refused('missing_date_time'))
	})

	test('a draft of yesterday is gone', async () => {
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		desk.clock.now += 24 * HOUR_MS
		expect(await guest.book()).toEqual(refused('session_error'))
	})
})

test('an add-on ticked at the last moment that does not fit is left out, and the held time stays', async () => {
	const shop = await desk.newShop()
	const guest = await desk.atCheckout(shop.idOf('cut'))
	const other = await desk.atCheckout(shop.idOf('cut'))
	expect((await other.hold(lagos(tuesday, '11:00'))).ok).toBe(true)
	const requested = { addOnIds: [shop.idOf('wash')] }
	const added = await guest.book({ totalKobo: 600_000 }, requested)
	expect(added).toEqual(refused('add_on_does_not_fit'))
	const appointment = await guest.readDraft()
	expect(appointment?.hold?.startsAt).toBe(ten)
	expect(appointment?.draft.addOns).toEqual([])
	expect((await guest.book({}, { addOnIds: [] })).ok).toBe(true)
})
