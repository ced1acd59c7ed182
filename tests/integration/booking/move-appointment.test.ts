import { describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { offerOtherTimesToMove } from '#app/flows/booking/offer-other-times.server.ts'
import { readMoveTimes } from '#app/flows/booking/read-times.server.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { afterCalendar } from '#tests/support/around-a-write.ts'
import { ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { lagos, type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('move')
const { database, clock, newShop, newGuest } = desk
const wednesday = '2026-11-25'
const half10 = lagos(tuesday, '10:30')
const noon = lagos(tuesday, '12:00')

const rowOf = async (id: string) => (await database().rows('SELECT * FROM appointments WHERE id = ?', id))[0]
const move = (appointmentId: string, startsAt: Instant) =>
	moveAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, startsAt, now: clock.now })
const seesAt = async (appointmentId: string, requested: Instant) => {
	const times = await readMoveTimes(desk.deps, {
		appointmentId,
		requestedFrom: null,
		requestedDate: null,
		now: clock.now,
	})
	const slot = times?.days.flatMap((day) => day.slots).find((one) => one.startsAt === requested)
	return slot === undefined ? 'not listed' : slot.free ? 'free' : 'taken'
}

async function appointmentAt(
	startsAt: Instant,
	plan: SmallShopPlan = {},
	staff = 'any',
	addOns: string[] = [],
) {
	const shop = await newShop(plan)
	const appointmentId = await bookAt(shop, startsAt, staff, addOns)
	return { shop, appointmentId }
}

async function bookAt(
	shop: Awaited<ReturnType<typeof newShop>>,
	startsAt: Instant,
	staff = 'any',
	addOns: string[] = [],
) {
	const named = staff === 'any' ? staff : shop.idOf(staff)
	const guest = await newGuest().begin(shop.idOf('cut'), named)
	await guest.hold(startsAt)
	await guest.save({ addOnIds: addOns.map(shop.idOf) })
	const booked = await guest.book()
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	return booked.value.appointmentId
}

describe('moving a visit', () => {
	test('gives the old time back and takes the new one, in one write; price, payment and refund instant stay', async () => {
		const { shop, appointmentId } = await appointmentAt(ten)
		const before = await rowOf(appointmentId)
		expect(await move(appointmentId, lagos(wednesday, '15:00'))).toEqual({
			ok: true,
			value: { isChanged: true },
		})
		expect(await rowOf(appointmentId)).toEqual({
			...before,
			move_count: 1,
			calendar_sequence: 1,
			starts_at: lagos(wednesday, '15:00'),
			ends_at: lagos(wednesday, '16:00'),
			scheduled_date: wednesday,
			scheduled_time: '15:00',
		})
		const other = await newGuest().begin(shop.idOf('cut'))
		expect(await other.seesAt(ten)).toBe('free')
		expect(await other.seesAt(lagos(wednesday, '15:00'))).toBe('taken')
		const messages = await database().rows(
			`SELECT kind FROM outbox WHERE kind <> 'visit_reminder' AND payload ->> 'appointmentId' = ?`,
			appointmentId,
		)
		expect(messages.map(({ kind }) => kind).sort()).toEqual(['booked', 'moved'])
	})

	test('D31: never makes the refundable instant later, and moves it nearer with the visit', async () => {
		const { appointmentId } = await appointmentAt(lagos(wednesday, '15:00'))
		const untilAt = async () => (await rowOf(appointmentId))?.refundable_until_at
		expect(await untilAt()).toBe(lagos(tuesday, '15:00'))
		await move(appointmentId, lagos(wednesday, '16:00'))
		expect(await untilAt()).toBe(lagos(tuesday, '15:00'))
		await move(appointmentId, ten)
		expect(await untilAt()).toBe(ten - 24 * HOUR_MS)
		await move(appointmentId, lagos(wednesday, '15:00'))
		expect(await untilAt()).toBe(ten - 24 * HOUR_MS)
	})

	test('R21: can go to a time that overlaps its own, which counts as free', async () => {
		const { shop, appointmentId } = await appointmentAt(ten)
		expect(await seesAt(appointmentId, ten)).toBe('free')
		expect(await seesAt(appointmentId, half10)).toBe('free')
		expect((await move(appointmentId, half10)).ok).toBe(true)
		const other = await newGuest().begin(shop.idOf('cut'))
		expect(await other.seesAt(lagos(tuesday, '09:30'))).toBe('free')
		expect(await other.seesAt(ten)).toBe('taken')
	})

	test('to where it is already changes nothing', async () => {
		const { appointmentId } = await appointmentAt(ten)
		const before = await rowOf(appointmentId)
		expect(await move(appointmentId, ten)).toEqual({ ok: true, value: { isChanged: false } })
		expect(await rowOf(appointmentId)).toEqual(before)
	})

	test('keeps the length, the add-ons and the buffer that were booked, whatever the shop changed since', async () => {
		const plan = { services: { cut: { bufferMinutes: 30 } } }
		const { shop, appointmentId } = await appointmentAt(ten, plan, 'any', ['wash'])
		await database().rows(
			'UPDATE services SET duration_minutes = 180, buffer_minutes = 0, price_kobo = 1 WHERE id = ?',
			shop.idOf('cut'),
		)
		expect((await move(appointmentId, noon)).ok).toBe(true)
		const [entry] = await database().rows(
			'SELECT * FROM calendar_entries WHERE appointment_id = ?',
			appointmentId,
		)
		expect(entry?.ends_at).toBe(noon + 90 * MINUTE_MS)
		expect(entry?.blocked_until_at).toBe(noon + 120 * MINUTE_MS)
		expect((await rowOf(appointmentId))?.total_kobo).toBe(600_000)
	})

	test('stays with the same person, though a colleague is free', async () => {
		const { shop, appointmentId } = await appointmentAt(ten, { staff: { Ada: {}, Bola: {} } }, 'Ada')
		const busy = await bookAt(shop, noon, 'Ada')
		expect(await seesAt(appointmentId, noon)).toBe('taken')
		expect(await move(appointmentId, noon)).toEqual({ ok: false, refusal: 'slot_taken' })
		expect(
			(await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId: busy }, now: clock.now }))
				.ok,
		).toBe(true)
		expect((await move(appointmentId, noon)).ok).toBe(true)
		expect((await rowOf(appointmentId))?.staff_member_id).toBe(shop.idOf('Ada'))
	})

	describe('with another person', () => {
		const two: SmallShopPlan = { staff: { Ada: {}, Bola: {} } }
		const moveWith = (appointmentId: string, startsAt: Instant, staff: string) =>
			moveAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, startsAt, staff, now: clock.now })

		test('who was chosen by name, and whoever is free for anyone', async () => {
			const { shop, appointmentId } = await appointmentAt(ten, two, 'Ada')
			await bookAt(shop, noon, 'Ada')
			expect((await moveWith(appointmentId, noon, 'any')).ok).toBe(true)
			expect(await rowOf(appointmentId)).toMatchObject({ staff_member_id: shop.idOf('Bola'), move_count: 1 })
			expect((await moveWith(appointmentId, half10, shop.idOf('Ada'))).ok).toBe(true)
			expect(await rowOf(appointmentId)).toMatchObject({ staff_member_id: shop.idOf('Ada'), move_count: 2 })
			expect(await moveWith(appointmentId, noon, shop.idOf('Ada'))).toEqual({
				ok: false,
				refusal: 'slot_taken',
			})
		})

		test('at its own start it is a move as well, and once is enough', async () => {
			const { shop, appointmentId } = await appointmentAt(ten, two, 'Ada')
			const changed = { ok: true, value: { isChanged: true } }
			expect(await moveWith(appointmentId, ten, shop.idOf('Bola'))).toEqual(changed)
			expect(await moveWith(appointmentId, ten, shop.idOf('Bola'))).toEqual({
				ok: true,
				value: { isChanged: false },
			})
			expect(await moveWith(appointmentId, ten, 'any')).toEqual({ ok: true, value: { isChanged: false } })
			expect(await rowOf(appointmentId)).toMatchObject({
				staff_member_id: shop.idOf('Bola'),
				move_count: 1,
				calendar_sequence: 1,
				starts_at: ten,
			})
		})

		test('who does not do it is no choice', async () => {
			const { shop, appointmentId } = await appointmentAt(
				ten,
				{ ...two, services: { cut: { staff: ['Ada'] } } },
				'Ada',
			)
			expect((await moveWith(appointmentId, noon, shop.idOf('Bola'))).ok).toBe(false)
			expect(await rowOf(appointmentId)).toMatchObject({ staff_member_id: shop.idOf('Ada'), starts_at: ten })
		})
	})

	test('to a taken time is refused with the nearest free ones, and the visit stays where it was', async () => {
		const { shop, appointmentId } = await appointmentAt(ten)
		await bookAt(shop, noon)
		const before = await rowOf(appointmentId)
		expect(await move(appointmentId, noon)).toEqual({ ok: false, refusal: 'slot_taken' })
		expect(await rowOf(appointmentId)).toEqual(before)
		const offer = await offerOtherTimesToMove(desk.deps, {
			appointmentId,
			requestedStartAt: noon,
			now: clock.now,
		})
		expect(offer?.times.slice(0, 2).map(({ label }) => label)).toEqual(['11:00 AM', '1:00 PM'])
		expect(offer?.times.map(({ startsAt }) => startsAt)).not.toContain(ten)
	})

	test('two visits that want the same free time: one has it, the other stays', async () => {
		const { shop, appointmentId } = await appointmentAt(ten)
		const second = await bookAt(shop, lagos(tuesday, '11:00'))
		const answers = await Promise.all([move(appointmentId, noon), move(second, noon)])
		expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
		expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, refusal: 'slot_taken' })
	})

	test('is possible up to exactly 2 hours before, and not a millisecond later', async () => {
		const { appointmentId } = await appointmentAt(ten)
		clock.now = ten - 2 * HOUR_MS + 1
		expect(await move(appointmentId, noon)).toEqual({ ok: false, refusal: 'too_late_to_move' })
		clock.now = ten - 2 * HOUR_MS
		expect((await move(appointmentId, noon)).ok).toBe(true)
	})

	test('F15: at the last instant is judged by where it is, when another tab moved it close meanwhile', async () => {
		const { appointmentId } = await appointmentAt(noon)
		clock.now = ten - HOUR_MS
		const stale = bookingDeps(database().url)
		afterCalendar(stale, () => move(appointmentId, ten))
		// By then it begins in one hour.
		const answer = await moveAppointment(stale, {
			by: { kind: 'customer', appointmentId },
			startsAt: lagos(tuesday, '16:00'),
			now: clock.now,
		})
		expect(answer).toEqual({ ok: false, refusal: 'too_late_to_move' })
		expect((await rowOf(appointmentId))?.starts_at).toBe(ten)
	})

	test('of a cancelled visit takes no time, even when it was cancelled between the read and the write', async () => {
		const { shop, appointmentId } = await appointmentAt(ten)
		const stale = bookingDeps(database().url)
		const by = { kind: 'customer', appointmentId } as const
		afterCalendar(stale, () => cancelAppointment(desk.deps, { by, now: clock.now }))
		expect(await moveAppointment(stale, { by, startsAt: noon, now: clock.now })).toEqual({
			ok: false,
			refusal: 'appointment_not_ahead',
		})
		const other = await newGuest().begin(shop.idOf('cut'))
		expect(await other.seesAt(noon)).toBe('free')
		expect(await move(appointmentId, noon)).toEqual({ ok: false, refusal: 'appointment_not_ahead' })
	})

	test('into the break, past closing, into the past and beyond the horizon is refused like any booking', async () => {
		const plan = { staff: { Ada: { breakMinutes: [780, 840] as [number, number] } }, horizonDays: 7 }
		const { appointmentId } = await appointmentAt(ten, plan)
		for (const [startsAt, refusal] of [
			[lagos(tuesday, '13:00'), 'slot_outside_hours'],
			[lagos(tuesday, '17:30'), 'slot_outside_hours'],
			[lagos('2026-11-22', '10:00'), 'slot_past'],
			[lagos('2026-12-20', '10:00'), 'slot_outside_hours'],
		] as const) {
			expect(await move(appointmentId, startsAt)).toEqual({ ok: false, refusal })
		}
	})

	test('leaves nothing to choose when the person has left or the service is no longer offered', async () => {
		const { shop, appointmentId } = await appointmentAt(ten)
		await database().rows('UPDATE services SET is_enabled = 0 WHERE id = ?', shop.idOf('cut'))
		expect(await seesAt(appointmentId, noon)).toBe('not listed')
		await database().rows('UPDATE services SET is_enabled = 1 WHERE id = ?', shop.idOf('cut'))
		expect(await seesAt(appointmentId, noon)).toBe('free')
		await database().rows('UPDATE staff_members SET is_active = 0 WHERE id = ?', shop.idOf('Ada'))
		expect(await seesAt(appointmentId, noon)).toBe('not listed')
	})

	test('around midnight of Lagos lands on the date of Lagos, not of UTC', async () => {
		const plan = {
			hours: [0, 1_440] as [number, number],
			staff: { Ada: { hours: [0, 1_440] as [number, number] } },
		}
		const { appointmentId } = await appointmentAt(ten, plan)
		expect((await move(appointmentId, lagos(wednesday, '00:00'))).ok).toBe(true)
		expect(await rowOf(appointmentId)).toMatchObject({ scheduled_date: wednesday, scheduled_time: '00:00' })
		expect((await move(appointmentId, lagos(tuesday, '23:00'))).ok).toBe(true)
		expect(await rowOf(appointmentId)).toMatchObject({ scheduled_date: tuesday, scheduled_time: '23:00' })
	})

	test('a visit of two services moves as a whole, each with its person', async () => {
		const plan = {
			staff: { Ada: {}, Bola: {} },
			services: { cut: { staff: ['Ada'] }, nails: { minutes: 30, staff: ['Bola'] } },
		}
		const shop = await newShop(plan)
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.addService(shop.idOf('nails'))
		await guest.chooseStaff('any', 1)
		await guest.hold(ten)
		const booked = await guest.book()
		if (!booked.ok) throw new Error(booked.refusal)
		expect((await move(booked.value.appointmentId, noon)).ok).toBe(true)
		const entries = await database().rows(
			'SELECT staff_member_id, starts_at FROM calendar_entries WHERE appointment_id = ? ORDER BY position',
			booked.value.appointmentId,
		)
		expect(entries).toEqual([
			{ staff_member_id: shop.idOf('Ada'), starts_at: noon },
			{ staff_member_id: shop.idOf('Bola'), starts_at: noon + HOUR_MS },
		])
	})
})
