import { describe, expect, test } from 'vitest'
import { blockTime, unblockTime } from '#app/flows/booking/block-time.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { handOverAppointment } from '#app/flows/booking/hand-over-appointment.server.ts'
import {
	confirmAppointment,
	markArrived,
	markTransferPaid,
} from '#app/flows/booking/mark-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import type { WalkInInput } from '#app/flows/booking/plan-walk-in.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { beforeWrite, loseAnswer } from '#tests/support/around-a-write.ts'
import { newGuest, refused, ten } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, type SmallShop, tuesday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('visits')
const caller = { secretHash: 'hash-of-kiosk', kind: 'kiosk' } as const
const rowOf = async (referenceNumber: string) =>
	(await desk.rows('SELECT * FROM appointments WHERE reference_number = ?', referenceNumber))[0]
const mailKindsOf = async (id: unknown) =>
	(
		await desk.rows(
			`SELECT kind FROM outbox WHERE kind <> 'visit_reminder' AND payload ->> 'appointmentId' = ? ORDER BY kind`,
			String(id),
		)
	).map(({ kind }) => kind)

async function bookedAt(
	shop: SmallShop,
	startsAt: Instant,
	{
		paymentChoice = 'cash',
		promoCode = '',
		staff = 'any',
	}: { paymentChoice?: 'cash' | 'transfer'; promoCode?: string; staff?: string } = {},
) {
	const guest = await newGuest(desk.deps, desk.clock).begin(
		shop.idOf('cut'),
		staff === 'any' ? staff : shop.idOf(staff),
	)
	await guest.chooseTime(startsAt)
	await guest.save({ promoCode, paymentChoice })
	const booked = await guest.book()
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	const [row] = await desk.rows('SELECT * FROM appointments WHERE id = ?', booked.value.appointmentId)
	return { referenceNumber: String(row?.reference_number), appointmentId: booked.value.appointmentId, guest }
}

async function giveKey(shop: SmallShop, id = `key-of-${shop.id}`) {
	const { now } = desk.clock
	await desk.change(`UPDATE access_keys SET secret_hash = id WHERE secret_hash = ?`, caller.secretHash)
	await desk.deps.writeBatch([
		desk.deps.shops.accessKeys.insertKey({
			id,
			shopId: shop.id,
			kind: 'kiosk',
			role: 'desk',
			name: 'Front desk',
			pinHash: 'pin',
			secretHash: caller.secretHash,
			now,
		}),
	])
	return id
}

type Asked = { shopId: string; referenceNumber: string; ownUserId?: string; now: Instant }
const cancel = (asked: Asked, reason: string) =>
	cancelAppointment(desk.deps, { by: { kind: 'shop', ...asked, reason }, now: asked.now })
const move = (asked: Asked, startsAt: Instant) =>
	moveAppointment(desk.deps, { by: { kind: 'shop', ...asked }, startsAt, now: asked.now })

describe('a visit at the shop', () => {
	test('is confirmed, arrived and completed once each; another shop, and whoever is signed in, may not', async () => {
		const shop = await desk.newShop()
		const other = await desk.newShop()
		const customer = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
		const referenceNumber = await customer.book(shop.idOf('cut'), ten)
		const asked = { shopId: shop.id, referenceNumber, now: ten }
		expect(await confirmAppointment(desk.deps, { ...asked, shopId: other.id })).toEqual(
			refused('visit_not_found'),
		)
		expect(await completeAppointment(desk.deps, { ...asked, shopId: other.id, isPaid: true })).toEqual(
			refused('visit_not_found'),
		)
		const own = { ...asked, ownUserId: customer.userId }
		for (const act of [confirmAppointment, markArrived, missAppointment, undoAppointment])
			expect(await act(desk.deps, own)).toEqual(refused('own_visit'))
		expect(await cancel(own, 'No power')).toEqual(refused('own_visit'))

		expect(await confirmAppointment(desk.deps, asked)).toEqual({ ok: true, value: null })
		expect(await confirmAppointment(desk.deps, asked)).toEqual(refused('visit_confirmed'))
		expect(await markArrived(desk.deps, asked)).toEqual({ ok: true, value: null })
		expect(await markArrived(desk.deps, asked)).toEqual(refused('visit_arrived'))
		expect(await markArrived(desk.deps, { ...asked, isArrived: false })).toEqual({ ok: true, value: null })
		expect(await rowOf(referenceNumber)).toMatchObject({ status: 'CONFIRMED', arrived_at: null })
		expect((await completeAppointment(desk.deps, { ...asked, isPaid: true })).ok).toBe(true)
		for (const act of [confirmAppointment, markArrived, missAppointment])
			expect(await act(desk.deps, asked)).toEqual(refused('visit_completed'))
	})

	test('D52: a mistake is undone within ten minutes; later only the operator does', async () => {
		const shop = await desk.newShop()
		const { referenceNumber } = await bookedAt(shop, ten)
		const now = ten + 15 * MINUTE_MS
		const asked = { shopId: shop.id, referenceNumber }
		const withinMs = 10 * MINUTE_MS
		expect((await missAppointment(desk.deps, { ...asked, now })).ok).toBe(true)
		expect(await rowOf(referenceNumber)).toMatchObject({ status: 'NO_SHOW', missed_at: now })
		expect(await undoAppointment(desk.deps, { ...asked, withinMs, now: now + withinMs + 1 })).toEqual(
			refused('undo_too_late'),
		)
		expect((await undoAppointment(desk.deps, { ...asked, withinMs, now: now + withinMs })).ok).toBe(true)
		expect(await rowOf(referenceNumber)).toMatchObject({ status: 'SCHEDULED', missed_at: null })
		await completeAppointment(desk.deps, { ...asked, isPaid: false, now })
		expect((await undoAppointment(desk.deps, { referenceNumber, now: now + DAY_MS })).ok).toBe(true)
	})

	test('D26: a transfer is marked as paid once, and stays so whatever becomes of the visit', async () => {
		const shop = await desk.newShop({ bankAccount: true })
		const { referenceNumber, appointmentId } = await bookedAt(shop, ten, { paymentChoice: 'transfer' })
		const cash = await bookedAt(shop, ten + HOUR_MS)
		const asked = { shopId: shop.id, referenceNumber, now: ten }
		expect(await markTransferPaid(desk.deps, { ...asked, referenceNumber: cash.referenceNumber })).toEqual(
			refused('transfer_not_due'),
		)
		expect(await markTransferPaid(desk.deps, asked)).toEqual({ ok: true, value: { paidKobo: 500_000 } })
		expect(await markTransferPaid(desk.deps, asked)).toEqual(refused('transfer_not_due'))
		const paid = { paid_at_shop_kobo: 500_000, payment_status: 'completed', transfer_paid_at: ten }
		expect(await rowOf(referenceNumber)).toMatchObject({ status: 'SCHEDULED', ...paid })
		// What the shop says then of the rest is of no matter: it came.
		await completeAppointment(desk.deps, { ...asked, isPaid: false })
		expect(await rowOf(referenceNumber)).toMatchObject({ status: 'COMPLETED', ...paid })
		await undoAppointment(desk.deps, asked)
		expect(await rowOf(referenceNumber)).toMatchObject({ status: 'CONFIRMED', ...paid })
		expect(await cancel(asked, 'Burst pipe')).toEqual({
			ok: true,
			value: { refundedKobo: 0, byShopKobo: 500_000, cashbackKobo: 0, hadReward: false, money: 'refunded' },
		})
		const mail = (await mailTo(desk, appointmentId, 'cancelled')).text
		expect(mail).toContain('The shop cancelled this booking.')
		expect(mail).toContain('will refund your ₦5,000.')
	})
})

describe('D52: the shop cancels', () => {
	test('after the start too: what was paid online goes back, however late, with the reason', async () => {
		const shop = await desk.newShop()
		const { payer, paymentReference } = await desk.atPaid(shop)
		await desk.settle(paymentReference)
		const [row] = await desk.appointmentsOf(shop)
		const asked = { shopId: shop.id, referenceNumber: String(row?.reference_number), now: ten + HOUR_MS }
		expect(await cancel(asked, ' x ')).toEqual(refused('reason_missing'))
		const cancelled = await cancel(asked, ' No light today ')
		expect(cancelled).toMatchObject({ ok: true, value: { refundedKobo: 500_000, byShopKobo: 0 } })
		expect(await cancel(asked, 'Again')).toEqual(refused('visit_cancelled'))
		expect(await desk.deps.payments.attempts.payment(paymentReference)).toMatchObject({
			received: { outcome: 'refund' },
			refund: { reason: 'cancelled', amountKobo: 500_000 },
		})
		expect(await rowOf(asked.referenceNumber)).toMatchObject({ cancellation_reason: 'No light today' })
		expect(await desk.traces(payer.draftId)).toMatchObject({ refunds: 1, messages: 'booked, cancelled' })
	})

	test('S19: a disputed payment waits for the bank, and goes back once the bank leaves it here', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaid(shop)
		await desk.settle(paymentReference)
		const [row] = await desk.appointmentsOf(shop)
		const dispute = (event: string, more = {}) =>
			desk.deliver({
				event: `charge.dispute.${event}`,
				data: { id: `of-${paymentReference}`, transaction: { reference: paymentReference }, ...more },
			})
		await dispute('create')
		const asked = { shopId: shop.id, referenceNumber: String(row?.reference_number), now: ten + HOUR_MS }
		expect(await cancel(asked, 'No light')).toMatchObject({
			ok: true,
			value: { refundedKobo: 0, money: 'disputed' },
		})
		await dispute('resolve', { resolution: 'declined' })
		expect(await desk.deps.payments.attempts.payment(paymentReference)).toMatchObject({
			refund: { reason: 'cancelled', status: 'requested' },
		})
	})

	test('D14: the use of a promo code can be had by others again, however late', async () => {
		const shop = await desk.newShop({ promoCodes: { TEN: { percent: 10, maxUses: 1 } } })
		const { referenceNumber } = await bookedAt(shop, ten, { promoCode: 'TEN' })
		expect(await desk.usesOf(shop, 'TEN')).toBe(1)
		const asked = { shopId: shop.id, referenceNumber, now: ten + HOUR_MS }
		expect((await cancel(asked, 'Ill')).ok).toBe(true)
		expect(await desk.usesOf(shop, 'TEN')).toBe(0)
	})
})

describe('the shop moves and hands over', () => {
	test('to any minute, past the cut-off and the ceiling of moves; free cancellation ends when it ended', async () => {
		const shop = await desk.newShop()
		await desk.setShop(shop, 'max_moves = 0')
		const { referenceNumber, appointmentId } = await bookedAt(shop, ten)
		const before = await rowOf(referenceNumber)
		const asked = { shopId: shop.id, referenceNumber, now: ten + 5 * MINUTE_MS }
		const later = ten + 23 * MINUTE_MS
		await bookedAt(shop, ten + 2 * HOUR_MS)
		await markArrived(desk.deps, asked)
		expect(await move(asked, ten + 4 * MINUTE_MS)).toEqual(refused('slot_past'))
		expect(await move(asked, ten + 90 * MINUTE_MS)).toEqual(refused('slot_taken'))
		expect(await move(asked, lagos(tuesday, '17:30'))).toEqual(refused('slot_outside_hours'))
		expect(await move(asked, later + 999)).toEqual({ ok: true, value: { isChanged: true } })
		expect(await rowOf(referenceNumber)).toMatchObject({
			starts_at: later,
			scheduled_time: '10:23',
			move_count: 0,
			arrived_at: null,
			refundable_until_at: before?.refundable_until_at,
		})
		expect(await mailKindsOf(appointmentId)).toEqual(['booked', 'moved'])
		expect(await move(asked, later)).toEqual({ ok: true, value: { isChanged: false } })
	})

	test('to somebody who does the services and is free', async () => {
		const shop = await desk.newShop({
			staff: { Ada: {}, Bola: {}, Chi: {} },
			services: { cut: { staff: ['Ada', 'Bola'] } },
		})
		const { referenceNumber } = await bookedAt(shop, ten, { staff: 'Ada' })
		await bookedAt(shop, ten + HOUR_MS, { staff: 'Bola' })
		const asked = { shopId: shop.id, referenceNumber, now: ten }
		const to = (name: string) => handOverAppointment(desk.deps, { ...asked, staffMemberId: shop.idOf(name) })
		expect(await to('Ada')).toEqual(refused('staff_does_it_already'))
		expect(await to('Chi')).toEqual(refused('staff_not_available'))
		expect(await to('Bola')).toEqual({ ok: true, value: { staffName: 'Bola' } })
		expect(await rowOf(referenceNumber)).toMatchObject({ staff_member_id: shop.idOf('Bola') })
		// Ada has ten o'clock again, and Bola has not.
		const again = await bookedAt(shop, ten, { staff: 'Ada' })
		expect(
			await handOverAppointment(desk.deps, {
				...asked,
				referenceNumber: again.referenceNumber,
				staffMemberId: shop.idOf('Bola'),
			}),
		).toEqual(refused('slot_taken'))
	})

	test('to a person whose time was taken since it was read is refused, and nothing changes', async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
		const { referenceNumber } = await bookedAt(shop, ten, { staff: 'Ada' })
		const before = await rowOf(referenceNumber)
		const handed = await handOverAppointment(
			beforeWrite({ ...desk.deps }, () => bookedAt(shop, ten, { staff: 'Bola' })),
			{ shopId: shop.id, referenceNumber, now: ten, staffMemberId: shop.idOf('Bola') },
		)
		expect(handed).toEqual(refused('slot_taken'))
		expect(await rowOf(referenceNumber)).toEqual(before)
	})

	test('whose answer is lost is done all the same', async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
		const { referenceNumber } = await bookedAt(shop, ten, { staff: 'Ada' })
		const handed = await handOverAppointment(loseAnswer({ ...desk.deps }), {
			...{ shopId: shop.id, referenceNumber, now: ten },
			staffMemberId: shop.idOf('Bola'),
		})
		expect(handed).toEqual({ ok: true, value: { staffName: 'Bola' } })
	})
})

describe('a walk-in', () => {
	const nobody = { firstName: '', lastName: '', email: null, phone: null, userId: null }
	const walkIn = (shop: SmallShop, change: Partial<WalkInInput> = {}) =>
		bookWalkIn(desk.deps, {
			shopId: shop.id,
			serviceIds: [shop.idOf('cut')],
			staffMemberId: null,
			startsAt: ten + 7 * MINUTE_MS,
			customer: nobody,
			draftId: `walk-in-${shop.id}-${Math.random()}`,
			now: ten + 7 * MINUTE_MS,
			...change,
		})

	test('is booked for this very minute, and is there; sent again it is the first; it needs no contact', async () => {
		const shop = await desk.newShop({ noticeMinutes: 240, staff: { Ada: {}, Bola: {} } })
		const draftId = `again-${shop.id}`
		const booked = await walkIn(shop, { draftId })
		expect(booked).toMatchObject({ ok: true, value: { startsAt: ten + 7 * MINUTE_MS, staffName: 'Ada' } })
		expect(await walkIn(shop, { draftId })).toEqual(booked)
		expect(await walkIn(await desk.newShop(), { draftId })).toMatchObject({ refusal: 'visit_not_found' })
		const second = await walkIn(shop)
		expect(second).toMatchObject({ ok: true, value: { staffName: 'Bola' } })
		const rows = await desk.appointmentsOf(shop)
		expect(rows).toHaveLength(2)
		expect(rows[0]).toMatchObject({
			status: 'CONFIRMED',
			is_walk_in: 1,
			arrived_at: ten + 7 * MINUTE_MS,
			scheduled_time: '10:07',
		})
		expect(rows[0]?.client_id).not.toBe(rows[1]?.client_id)
	})

	test('where nobody is free, who else and when is said; another shop’s service is not offered', async () => {
		const shop = await desk.newShop({ staff: { Ada: { breakMinutes: [780, 840] }, Bola: {} } })
		const other = await desk.newShop()
		await bookedAt(shop, ten, { staff: 'Ada' })
		expect(await walkIn(shop, { staffMemberId: shop.idOf('Ada') })).toEqual({
			...refused('slot_taken'),
			offer: {
				freeStaff: [{ staffMemberId: shop.idOf('Bola'), name: 'Bola' }],
				nextStartsAt: ten + HOUR_MS,
				times: [],
			},
		})
		expect(
			await walkIn(shop, { staffMemberId: shop.idOf('Ada'), startsAt: lagos(tuesday, '12:30') }),
		).toMatchObject({ ...refused('slot_outside_hours'), offer: { nextStartsAt: lagos(tuesday, '14:00') } })
		expect(await walkIn(shop, { serviceIds: [other.idOf('cut')] })).toMatchObject(
			refused('service_not_offered'),
		)
		expect(await walkIn(shop, { staffMemberId: other.idOf('Ada') })).toMatchObject(
			refused('staff_not_available'),
		)
		expect(await walkIn(shop, { startsAt: ten - DAY_MS })).toMatchObject(refused('slot_past'))
	})

	test('D50: of a scanned account counts for it once it is completed', async () => {
		const shop = await desk.newShop()
		const customer = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
		const programId = await addProgram(desk.database(), { shopId: shop.id, card: { visitsRequired: 5 } })
		await customer.join(programId)
		const booked = await walkIn(shop, { customer: { ...nobody, userId: customer.userId } })
		const referenceNumber = booked.ok ? booked.value.referenceNumber : ''
		const now = ten + 30 * MINUTE_MS
		expect(
			await completeAppointment(desk.deps, {
				shopId: shop.id,
				referenceNumber,
				ownUserId: customer.userId,
				isPaid: true,
				now,
			}),
		).toEqual(refused('own_visit'))
		expect(
			await completeAppointment(desk.deps, {
				shopId: shop.id,
				referenceNumber,
				isPaid: true,
				now,
			}),
		).toMatchObject({
			ok: true,
			value: { stamps: 1 },
		})
		expect(await customer.standing(programId)).toMatchObject({ visits_count: 1 })
	})
})

describe('time that the shop keeps', () => {
	test('is offered to nobody until it is given back, and never takes a booking away', async () => {
		const shop = await desk.newShop()
		const block = {
			blockId: `block-${shop.id}`,
			shopId: shop.id,
			staffMemberId: shop.idOf('Ada'),
			startsAt: ten,
			endsAt: ten + HOUR_MS,
			reason: 'Lunch',
			now: desk.clock.now,
		}
		expect(await blockTime(desk.deps, { ...block, endsAt: ten })).toEqual(refused('block_not_possible'))
		expect(await blockTime(desk.deps, { ...block, shopId: 'other' })).toEqual(refused('staff_not_available'))
		expect(await blockTime(desk.deps, block)).toEqual({ ok: true, value: null })
		expect(await blockTime(desk.deps, block)).toEqual({ ok: true, value: null })
		const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		expect(await guest.seesAt(ten)).toBe('taken')
		expect(await guest.seesAt(ten + HOUR_MS)).toBe('free')
		expect(await guest.hold(ten)).toEqual(refused('slot_taken'))
		expect(await unblockTime(desk.deps, { ...block, shopId: 'other' })).toEqual(refused('block_not_found'))
		expect(await unblockTime(desk.deps, block)).toEqual({ ok: true, value: null })
		expect((await guest.hold(ten)).ok).toBe(true)
		expect(await blockTime(desk.deps, { ...block, blockId: 'second' })).toEqual(refused('time_not_free'))
	})

	test('a closed day is offered to nobody', async () => {
		const shop = await desk.newShop()
		await desk.change(`INSERT INTO shop_closed_days VALUES (?, ?, 'Public holiday')`, shop.id, tuesday)
		const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		expect(await guest.seesAt(ten)).toBe('not listed')
		expect(await guest.hold(ten)).toEqual(refused('slot_outside_hours'))
		await giveKey(shop)
		const day = await desk.deps.booking.appointmentViews.dayOfShop(caller, {
			date: tuesday,
			now: ten,
			after: null,
			limit: 40,
		})
		expect(day).toMatchObject({
			shop: { isClosed: true, closedReason: 'Public holiday' },
			staff: [{ name: 'Ada Obi', hours: null }],
		})
	})
})

describe('the day of a shop', () => {
	test('lists its visits, page by page, and nothing of another shop; an ended key reads nothing', async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
		const keyId = await giveKey(shop)
		const appointments = []
		for (const startsAt of [ten, ten + HOUR_MS, ten + 2 * HOUR_MS])
			appointments.push(await bookedAt(shop, startsAt))
		await bookedAt(await desk.newShop(), ten)
		await bookedAt(shop, ten + DAY_MS)
		const [first, second, third] = appointments.map(({ referenceNumber }) => referenceNumber)
		const now = ten
		await markArrived(desk.deps, { shopId: shop.id, referenceNumber: first ?? '', now })
		const read = (
			after: { startsAt: Instant; appointmentId: string } | null,
			limit: number,
			date: string | null = null,
		) => desk.deps.booking.appointmentViews.dayOfShop(caller, { date, now, after, limit })
		const page = await read(null, 2)
		expect(page.shop).toMatchObject({ id: shop.id, date: tuesday, isClosed: false })
		expect(page.appointments.map(({ referenceNumber }) => referenceNumber)).toEqual([first, second])
		expect(page.upcoming?.referenceNumber).toBe(second)
		expect(page.appointments[1]).toMatchObject({
			status: 'SCHEDULED',
			services: [{ serviceId: shop.idOf('cut'), name: 'cut' }],
			customer: { firstName: 'Guest' },
			dueKobo: 500_000,
			isNew: false,
			isWalkIn: false,
			isOfSignedIn: false,
		})
		expect(page.staff).toEqual([
			{ staffMemberId: shop.idOf('Ada'), name: 'Ada Obi', hours: { startMinute: 540, endMinute: 1080 } },
			{ staffMemberId: shop.idOf('Bola'), name: 'Bola Obi', hours: { startMinute: 540, endMinute: 1080 } },
		])
		const rest = await read(page.next, 2)
		expect(rest.appointments.map(({ referenceNumber }) => referenceNumber)).toEqual([third])
		expect(rest.next).toBeNull()
		expect((await read(null, 40, '2026-11-25')).appointments).toHaveLength(1)

		const appointment = (referenceNumber: string, at: Instant) =>
			desk.deps.booking.appointmentViews.appointmentOfShop(caller, referenceNumber, at)
		expect(await appointment(second ?? '', desk.clock.now)).toMatchObject({
			isNew: true,
			addOns: [],
			timeZone: 'Africa/Lagos',
		})
		const asked = { shopId: shop.id, referenceNumber: second ?? '', now }
		const act = desk.deps.shops.shopActs.insertAct({
			id: `act-${shop.id}`,
			requestId: 'request',
			shopId: shop.id,
			keyId,
			kind: 'visit_confirmed',
			subjectId: appointments[1]?.appointmentId ?? '',
			summary: `${second}, cut`,
			now,
		})
		expect((await confirmAppointment(desk.deps, { ...asked, alongside: act })).ok).toBe(true)
		expect(await appointment(second ?? '', desk.clock.now)).toMatchObject({
			isNew: false,
			status: 'CONFIRMED',
		})

		await desk.deps.writeBatch([desk.deps.shops.accessKeys.endKey(keyId, 'revoked', now)])
		expect(await read(null, 40)).toMatchObject({ shop: null, appointments: [], staff: [] })
		expect(await appointment(second ?? '', now)).toBeNull()
		const lateAct = desk.deps.shops.shopActs.insertAct({
			id: `late-${shop.id}`,
			requestId: 'late',
			shopId: shop.id,
			keyId,
			kind: 'visit_arrived',
			subjectId: 'any',
			summary: '',
			now,
		})
		const late = markArrived(desk.deps, { ...asked, alongside: lateAct })
		expect(await late.catch((error: unknown) => isViolation(error, 'key_ended'))).toBe(true)
		expect(await rowOf(second ?? '')).toMatchObject({ arrived_at: null })
	})

	test('each booking, move and cancellation of a customer is mailed to a shop that has an address', async () => {
		const shop = await desk.newShop()
		await desk.setShop(shop, `email = 'desk@shop.example'`)
		const { appointmentId, referenceNumber } = await bookedAt(shop, ten)
		expect(await mailKindsOf(appointmentId)).toEqual(['booked', 'shop_booked'])
		const mail = (await mailTo(desk, appointmentId, 'shop_booked')).text
		for (const word of ['New booking', referenceNumber, 'cut with Ada Obi', 'Guest No', '₦5,000 to pay'])
			expect(mail).toContain(word)
		await moveAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId },
			startsAt: ten + HOUR_MS,
			now: desk.clock.now,
		})
		await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: desk.clock.now })
		expect(await mailKindsOf(appointmentId)).toEqual([
			'booked',
			'cancelled',
			'moved',
			'shop_booked',
			'shop_cancelled',
			'shop_moved',
		])
		expect((await mailTo(desk, appointmentId, 'shop_cancelled')).text).toContain(
			'Booking cancelled by the customer',
		)
		expect((await mailTo(desk, appointmentId, 'shop_cancelled')).text).not.toContain('To refund')
	})

	test('a shop reads what it gives back itself when a visit that was paid by transfer is cancelled in time', async () => {
		const shop = await desk.newShop({ bankAccount: true })
		await desk.setShop(shop, `email = 'desk@shop.example'`)
		const { appointmentId, referenceNumber } = await bookedAt(shop, ten, { paymentChoice: 'transfer' })
		await markTransferPaid(desk.deps, { shopId: shop.id, referenceNumber, now: desk.clock.now })
		await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: desk.clock.now })
		expect((await mailTo(desk, appointmentId, 'shop_cancelled')).text).toContain(
			'₦5,000, paid to your account',
		)
	})
})
