import { describe, expect, test } from 'vitest'
import { reachedStep } from '#app/domain/booking/draft/draft.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('several')
const { database, clock, newGuest } = desk
const fiveServices: SmallShopPlan = {
	staff: { Ada: {}, Bola: {} },
	services: {
		cut: {},
		nails: { minutes: 30, priceKobo: 200_000, staff: ['Bola'] },
		facial: { minutes: 45, priceKobo: 300_000 },
		massage: { priceKobo: 400_000 },
		tint: { minutes: 15, priceKobo: 50_000 },
		paused: { isEnabled: false },
	},
}

const newShop = (plan = fiveServices) => desk.newShop(plan)

describe('a visit of several services', () => {
	test('is one booking: back to back, one total, a row for each service, further ones in the notes', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'), shop.idOf('Ada'))
		expect(await guest.addService(shop.idOf('nails'))).toEqual({ ok: true, value: null })
		await guest.chooseStaff('any', 1)
		await guest.hold(ten)
		const appointment = await guest.readDraft()
		expect(appointment?.quote).toMatchObject({ totalKobo: 700_000, durationMinutes: 90 })
		const booked = await guest.book()
		if (!booked.ok) throw new Error(booked.refusal)
		const { appointmentId } = booked.value
		expect(
			(await database().rows('SELECT * FROM appointments WHERE id = ?', appointmentId))[0],
		).toMatchObject({
			service_id: shop.idOf('cut'),
			segment_count: 2,
			total_kobo: 700_000,
			starts_at: ten,
			ends_at: ten + 90 * MINUTE_MS,
			notes: 'Additional services: nails',
		})
		expect(
			await database().rows(
				'SELECT service_id, staff_member_id, price_kobo FROM appointment_services WHERE appointment_id = ? ORDER BY position',
				appointmentId,
			),
		).toEqual([
			{ service_id: shop.idOf('cut'), staff_member_id: shop.idOf('Ada'), price_kobo: 500_000 },
			{ service_id: shop.idOf('nails'), staff_member_id: shop.idOf('Bola'), price_kobo: 200_000 },
		])
	})

	test('an added service lets the hold go, keeps the wished start, and asks only for its own person', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'), shop.idOf('Ada'))
		await guest.hold(ten)
		await guest.addService(shop.idOf('nails'))
		const added = await guest.readDraft()
		expect(added?.hold).toBeNull()
		expect(added?.draft.startsAt).toBe(ten)
		expect(added?.draft.services.map(({ staff }) => staff?.kind ?? null)).toEqual(['named', null])
		expect(reachedStep(added?.draft ?? null)).toBe('staff-selection')
		expect(await guest.chooseStaff('any', 1)).toEqual({ ok: true, value: { isStaffed: true, startsAt: ten } })
		expect((await guest.times())?.chosen?.date).toBe(tuesday)
		expect(await guest.seesAt(ten)).toBe('free')
	})

	test('the same service twice, as from a double tap, is one; a fifth is refused', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.addService(shop.idOf('nails'))
		await guest.addService(shop.idOf('nails'))
		await guest.addService(shop.idOf('facial'))
		await guest.addService(shop.idOf('massage'))
		expect(await guest.addService(shop.idOf('tint'))).toEqual({ ok: false, refusal: 'too_many_services' })
		expect((await guest.readDraft())?.draft.services.map(({ name }) => name)).toEqual([
			'cut',
			'nails',
			'facial',
			'massage',
		])
	})

	test('takes no service of another shop, none that is paused, and none without a visit to add it to', async () => {
		const shop = await newShop()
		const elsewhere = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'))
		const refusal = { ok: false, refusal: 'service_not_offered' }
		expect(await guest.addService(elsewhere.idOf('cut'))).toEqual(refusal)
		expect(await guest.addService(shop.idOf('paused'))).toEqual(refusal)
		expect(await guest.addService('nothing')).toEqual(refusal)
		const nobody = newGuest()
		expect(await nobody.addService(shop.idOf('cut'))).toEqual({ ok: false, refusal: 'session_error' })
	})

	test('without one of them is shorter: the hold shrinks with it and keeps its start, end and people', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'), shop.idOf('Ada'))
		await guest.addService(shop.idOf('nails'))
		await guest.chooseStaff('any', 1)
		await guest.hold(ten)
		const before = (await guest.readDraft())?.hold
		clock.now += MINUTE_MS
		expect(await guest.removeService(shop.idOf('cut'))).toEqual({ ok: true, value: { keepsTime: true } })
		const after = await guest.readDraft()
		expect(after?.draft.services.map(({ name }) => name)).toEqual(['nails'])
		expect(after?.hold).toMatchObject({ startsAt: ten, expiresAt: before?.expiresAt })
		expect(after?.hold?.staff).toEqual([{ position: 0, staffMemberId: shop.idOf('Bola'), name: 'Bola' }])
		const other = await newGuest().begin(shop.idOf('nails'))
		expect(await other.seesAt(ten + 30 * MINUTE_MS)).toBe('free')
		expect((await guest.book()).ok).toBe(true)
	})

	test('keeps what was typed at checkout when a service is removed there, with its hold or without', async () => {
		const shop = await newShop()
		for (const isHeld of [true, false]) {
			const guest = await newGuest().begin(shop.idOf('cut'))
			await guest.addService(shop.idOf('nails'))
			await guest.chooseStaff('any', 1)
			if (isHeld) await guest.hold(ten)
			const typed = { contact: { ...guest.contact, firstName: 'Ngozi' }, paymentChoice: 'pos' } as const
			const removed = await guest.removeService(shop.idOf('nails'), typed)
			expect(removed).toEqual({ ok: true, value: { keepsTime: isHeld } })
			const { contact, paymentChoice } = (await guest.readDraft())?.draft ?? {}
			expect({ contact, paymentChoice }).toMatchObject(typed)
		}
	})

	test('the only service cannot be removed, and one that is gone already is gone', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'))
		expect(await guest.removeService(shop.idOf('cut'))).toEqual({ ok: false, refusal: 'invalid_selection' })
		expect(await guest.removeService(shop.idOf('nails'))).toEqual({ ok: true, value: { keepsTime: false } })
	})

	test('what remains asks for a time again when it cannot begin where the whole did', async () => {
		const plan: SmallShopPlan = {
			staff: { Ada: {}, Bola: { hours: [660, 1_080] } },
			services: { cut: { staff: ['Ada'] }, nails: { staff: ['Bola'] } },
		}
		const shop = await newShop(plan)
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.addService(shop.idOf('nails'))
		await guest.chooseStaff('any', 1)
		expect((await guest.hold(ten)).ok).toBe(true)
		// Bola begins at eleven: nails alone cannot be at ten.
		expect(await guest.removeService(shop.idOf('cut'))).toEqual({ ok: true, value: { keepsTime: false } })
		const after = await guest.readDraft()
		expect(after?.hold).toBeNull()
		expect(after?.draft.startsAt).toBe(ten)
		expect(await guest.seesAt(ten + HOUR_MS)).toBe('free')
	})
})
