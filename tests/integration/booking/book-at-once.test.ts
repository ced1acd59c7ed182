import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { loseAnswer } from '#tests/support/around-a-write.ts'
import { newGuest, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { cashChoices, readAndBook } from '#tests/support/flow-deps.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('at-once')

describe('the same post again', () => {
	test('gives the same appointment, one after the other', async () => {
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		const first = await guest.book()
		expect(first.ok).toBe(true)
		expect(await guest.book()).toEqual(first)
		desk.clock.now += 20 * MINUTE_MS
		expect(await guest.book({ totalKobo: 1 })).toEqual(first)
		expect(await desk.appointmentsOf(shop.id)).toHaveLength(1)
	})

	test('fifty at once give one booking and fifty equal answers', async () => {
		const shop = await desk.newShop({ promoCodes: { ONCE: { percent: 10, maxUses: 1 } } })
		const guest = await desk.atCheckout(shop.idOf('cut'))
		await guest.save({ promoCode: 'ONCE' })
		const answers = await Promise.all(Array.from({ length: 50 }, () => guest.book()))
		expect(answers[0]?.ok).toBe(true)
		expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
		expect(await desk.appointmentsOf(shop.id)).toHaveLength(1)
		expect(await desk.rows('SELECT current_uses FROM promo_codes WHERE shop_id = ?', shop.id)).toEqual([
			{ current_uses: 1 },
		])
	})

	test('whose first answer was lost books once', async () => {
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		const shown = (await guest.readDraft())?.quote.totalKobo ?? 0
		const booked = await readAndBook(loseAnswer({ ...desk.deps }), {
			draftId: guest.draftId,
			choices: { ...cashChoices, contact: guest.contact },
			contact: guest.contact,
			seen: { startsAt: ten, totalKobo: shown, cashbackKobo: 0 },
			now: desk.clock.now,
		})
		expect(booked.ok).toBe(true)
		const [appointment, ...others] = await desk.appointmentsOf(shop.id)
		expect(others).toEqual([])
		expect(booked).toEqual({ ok: true, value: { appointmentId: appointment?.id } })
	})
})

test('fifty guests at once for one slot give one booking and forty-nine clear refusals with other times', async () => {
	const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
	const guests = []
	for (let i = 0; i < 50; i++) {
		const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'), shop.idOf('Ada'))
		// All saw the time free and none holds it: the draft keeps the chosen start.
		await guest.chooseTime(ten)
		guests.push(guest)
	}
	const answers = await Promise.all(guests.map((guest) => guest.book()))
	expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
	expect(answers.filter((answer) => !answer.ok && answer.refusal === 'slot_taken')).toHaveLength(49)
	expect(await desk.appointmentsOf(shop.id)).toHaveLength(1)
	const loser = guests[answers.findIndex((answer) => !answer.ok)]
	const offer = await loser?.offer()
	expect(offer?.times).toHaveLength(6)
	expect(offer?.otherStaff.map(({ name }) => name)).toEqual(['Bola'])
})

test('guests at once for overlapping, unequal starts give one booking', async () => {
	const shop = await desk.newShop({ services: { cut: { minutes: 90 } } })
	const starts = [lagos(tuesday, '09:00'), lagos(tuesday, '09:30'), ten]
	const guests = []
	for (let i = 0; i < 30; i++) {
		const startsAt = starts[i % 3] ?? ten
		const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		await guest.chooseTime(startsAt)
		guests.push(guest)
	}
	const answers = await Promise.all(guests.map((guest) => guest.book()))
	expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
	expect(answers.filter((answer) => !answer.ok && answer.refusal === 'slot_taken')).toHaveLength(29)
})

describe('any available', () => {
	test('R5: three people at work take three bookings at once, the fourth is refused', async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {}, Chi: {} } })
		const guests = []
		for (let i = 0; i < 12; i++) {
			const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
			await guest.chooseTime(ten)
			guests.push(guest)
		}
		const answers = await Promise.all(guests.map((guest) => guest.book()))
		expect(answers.filter((answer) => answer.ok)).toHaveLength(3)
		expect(answers.filter((answer) => !answer.ok && answer.refusal === 'slot_taken')).toHaveLength(9)
		const staff = (await desk.appointmentsOf(shop.id)).map((appointment) => appointment.staff_member_id)
		expect(staff.sort()).toEqual([shop.idOf('Ada'), shop.idOf('Bola'), shop.idOf('Chi')])
	})

	test('gives the visit to the one with the least work that day', async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
		const busy = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'), shop.idOf('Ada'))
		await busy.hold(lagos(tuesday, '15:00'))
		await busy.book()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		await guest.book()
		const [appointment] = await desk.rows(
			'SELECT staff_member_id FROM appointments WHERE shop_id = ? AND starts_at = ?',
			shop.id,
			ten,
		)
		expect(appointment?.staff_member_id).toBe(shop.idOf('Bola'))
	})
})
