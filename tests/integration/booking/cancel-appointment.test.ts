import { describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { mondayMorningAt, type SmallShopPlan } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('cancel')
const { database, clock, newShop, newGuest } = desk

const cancel = (appointmentId: string) =>
	cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: clock.now })
const markPaid = (id: string) =>
	database().rows(`UPDATE appointments SET payment_status = 'completed' WHERE id = ?`, id)
const statusOf = async (id: string) =>
	(await database().rows('SELECT status FROM appointments WHERE id = ?', id))[0]?.status
const messagesOf = (id: string) =>
	database().rows(
		`SELECT kind, recipient_email FROM outbox WHERE kind <> 'visit_reminder' AND payload ->> 'appointmentId' = ? ORDER BY created_at, kind`,
		id,
	)

/** A customer with a visit on Tuesday at ten. */
async function appointmentAtTen(plan: SmallShopPlan = {}, promoCode = '') {
	const shop = await newShop(plan)
	const guest = await newGuest().begin(shop.idOf('cut'))
	await guest.hold(ten)
	await guest.save({ promoCode })
	const booked = await guest.book()
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	return { shop, guest, appointmentId: booked.value.appointmentId }
}

describe('a link that the shop handed over (decision 144)', () => {
	const cancelByHandedLink = (appointmentId: string) =>
		cancelAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId, isHanded: true },
			now: clock.now,
		})

	test('cancels a guest’s visit for which nothing is paid', async () => {
		const { appointmentId } = await appointmentAtTen()
		expect(await cancelByHandedLink(appointmentId)).toMatchObject({ ok: true })
		expect(await statusOf(appointmentId)).toBe('CANCELLED')
	})

	test('leaves the visit of an account as it is', async () => {
		const { userId } = await addSignedInPerson(database(), { at: clock.now })
		const guest = await newGuest().begin((await newShop()).idOf('cut'))
		await guest.hold(ten)
		const booked = await guest.book({}, {}, { userId })
		if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
		const { appointmentId } = booked.value
		expect(await cancelByHandedLink(appointmentId)).toEqual(refused('visit_not_found'))
		expect(await statusOf(appointmentId)).not.toBe('CANCELLED')
	})
})

describe('cancelling a visit', () => {
	test('frees its time for others at once and tells the customer once', async () => {
		const { shop, guest, appointmentId } = await appointmentAtTen()
		const other = await newGuest().begin(shop.idOf('cut'))
		expect(await other.seesAt(ten)).toBe('taken')
		expect(await cancel(appointmentId)).toMatchObject({ ok: true, value: { money: 'nothing_paid' } })
		expect(await other.seesAt(ten)).toBe('free')
		expect((await other.hold(ten)).ok).toBe(true)
		expect((await other.book()).ok).toBe(true)
		expect((await messagesOf(appointmentId)).map(({ kind }) => kind)).toEqual(['booked', 'cancelled'])
		expect((await messagesOf(appointmentId))[1]?.recipient_email).toBe(guest.contact.email)
	})

	test('twice, and from two tabs at once, gives the same answer and changes nothing more', async () => {
		const { appointmentId } = await appointmentAtTen()
		const answers = await Promise.all([cancel(appointmentId), cancel(appointmentId)])
		const [cancelled] = await database().rows(
			'SELECT cancelled_at FROM appointments WHERE id = ?',
			appointmentId,
		)
		clock.now += HOUR_MS
		answers.push(await cancel(appointmentId))
		expect(answers).toMatchObject(Array(3).fill({ ok: true, value: { money: 'nothing_paid' } }))
		expect(
			(await database().rows('SELECT cancelled_at FROM appointments WHERE id = ?', appointmentId))[0],
		).toEqual(cancelled)
		expect((await messagesOf(appointmentId)).filter(({ kind }) => kind === 'cancelled')).toHaveLength(1)
	})

	test('is possible until the visit begins, not at that instant', async () => {
		const first = await appointmentAtTen()
		clock.now = ten
		expect(await cancel(first.appointmentId)).toEqual({ ok: false, refusal: 'appointment_not_ahead' })
		expect(await statusOf(first.appointmentId)).toBe('SCHEDULED')
		clock.now = ten - 1
		expect((await cancel(first.appointmentId)).ok).toBe(true)
	})

	test('does not undo a visit that is over, or that was missed', async () => {
		for (const status of ['COMPLETED', 'NO_SHOW']) {
			const { appointmentId } = await appointmentAtTen()
			await database().rows(
				`UPDATE appointments SET status = ?1, completed_at = CASE ?1 WHEN 'COMPLETED' THEN starts_at END WHERE id = ?2`,
				status,
				appointmentId,
			)
			expect(await cancel(appointmentId)).toEqual({ ok: false, refusal: 'appointment_not_ahead' })
			expect(await statusOf(appointmentId)).toBe(status)
		}
	})

	test('is judged by the database too, when the shop completed the visit between the read and the write', async () => {
		const { appointmentId } = await appointmentAtTen(
			{ promoCodes: { ONCE: { percent: 10, maxUses: 1 } } },
			'ONCE',
		)
		const stale = {
			...desk.deps,
			booking: {
				...desk.deps.booking,
				appointments: {
					...desk.deps.booking.appointments,
					appointment: async (id: string) => {
						const appointment = await desk.deps.booking.appointments.appointment(id)
						await database().rows(
							`UPDATE appointments SET status = 'COMPLETED', completed_at = 1 WHERE id = ?`,
							id,
						)
						return appointment
					},
				},
			},
		}
		const answer = await cancelAppointment(stale, { by: { kind: 'customer', appointmentId }, now: clock.now })
		expect(answer).toEqual({ ok: false, refusal: 'appointment_not_ahead' })
		expect(await statusOf(appointmentId)).toBe('COMPLETED')
		expect((await messagesOf(appointmentId)).map(({ kind }) => kind)).toEqual(['booked'])
	})

	test('gives the use of a promo code back, once', async () => {
		const plan = { promoCodes: { LAST: { percent: 10, maxUses: 1 } } }
		const { shop, appointmentId } = await appointmentAtTen(plan, 'LAST')
		const uses = async () =>
			(await database().rows('SELECT current_uses FROM promo_codes WHERE id = ?', shop.idOf('LAST')))[0]
				?.current_uses
		expect(await uses()).toBe(1)
		await Promise.all([cancel(appointmentId), cancel(appointmentId)])
		expect(await uses()).toBe(0)
		const other = await newGuest().begin(shop.idOf('cut'))
		await other.hold(ten)
		expect((await other.save({ promoCode: 'LAST' })).ok).toBe(true)
		expect((await other.book()).ok).toBe(true)
	})

	test('gives prepaid money back up to exactly 24 hours before, and keeps it a millisecond later', async () => {
		const onTime = await appointmentAtTen()
		await markPaid(onTime.appointmentId)
		clock.now = ten - 24 * HOUR_MS
		expect(await cancel(onTime.appointmentId)).toMatchObject({ ok: true, value: { money: 'refunded' } })
		clock.now = mondayMorningAt
		const late = await appointmentAtTen()
		await markPaid(late.appointmentId)
		clock.now = ten - 24 * HOUR_MS + 1
		expect(await cancel(late.appointmentId)).toMatchObject({ ok: true, value: { money: 'kept' } })
		// Asked again when it is far too late, the answer is still that of the moment when it was cancelled.
		clock.now = ten + HOUR_MS
		expect(await cancel(onTime.appointmentId)).toMatchObject({ ok: true, value: { money: 'refunded' } })
	})

	test('while others book the freed time leaves one of them with it', async () => {
		const { shop, appointmentId } = await appointmentAtTen()
		const others = await Promise.all([1, 2, 3].map(() => newGuest().begin(shop.idOf('cut'))))
		for (const other of others) await other.hold(ten)
		const [cancelled, ...held] = await Promise.all([
			cancel(appointmentId),
			...others.map((other) => other.hold(ten)),
		])
		expect(cancelled.ok).toBe(true)
		expect(held.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
		const last = await newGuest().begin(shop.idOf('cut'))
		const isHeld = held.some(({ ok }) => ok)
		expect(await last.seesAt(ten)).toBe(isHeld ? 'taken' : 'free')
	})

	test('of something that does not exist is refused', async () => {
		expect(await cancel('nobody')).toEqual({ ok: false, refusal: 'visit_not_found' })
	})
})
