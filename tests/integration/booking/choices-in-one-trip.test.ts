import { beforeEach, describe, expect, test } from 'vitest'
import { chooseStaff } from '#app/flows/booking/choose-staff.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { loseAnswer } from '#tests/support/around-a-write.ts'
import { refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'

const desk = withBookingDesk('onetrip')
const { clock, database } = desk

let trips = 0
beforeEach(() => {
	const counted = openDatabase({ url: database().url, onTrip: () => trips++ })
	desk.deps = { ...desk.deps, ...createRepositories(counted) }
	trips = 0
})
const tripsOf = async <Value>(work: () => Promise<Value>) => {
	trips = 0
	return { value: await work(), trips }
}

const draftsAt = (shopId: string) => database().rows('SELECT id FROM drafts WHERE shop_id = ?', shopId)
const servicesOf = (draftId: string) =>
	database().rows(
		'SELECT position, service_id, staff_choice, staff_member_id FROM draft_services WHERE draft_id = ?',
		draftId,
	)

describe('the first service of a browser without a draft', () => {
	test('makes a draft at its shop in one trip, and counts it (D33)', async () => {
		const shop = await desk.newShop()
		const guest = desk.newGuest()
		const begun = await tripsOf(() => guest.chooseService(shop.idOf('cut')))
		expect(begun).toEqual({
			trips: 1,
			value: { ok: true, value: { draftId: guest.draftId, shopChanged: false } },
		})
		expect(await draftsAt(shop.id)).toEqual([{ id: guest.draftId }])
		const acts = 'SELECT kind, shop_id FROM counted_acts WHERE subject_id = ?'
		expect(await database().rows(acts, guest.draftId)).toEqual([{ kind: 'draft', shop_id: shop.id }])
	})

	test('is refused where it is unknown, disabled or of a shop that takes no bookings, and makes nothing', async () => {
		const shop = await desk.newShop({ services: { cut: {}, gone: { isEnabled: false } } })
		const closed = await desk.newShop()
		await database().rows('UPDATE shops SET is_listed = 0 WHERE id = ?', closed.id)
		for (const serviceId of ['unknown', shop.idOf('gone'), closed.idOf('cut')])
			expect(await desk.newGuest().chooseService(serviceId)).toEqual(refused('service_not_offered'))
		expect([...(await draftsAt(shop.id)), ...(await draftsAt(closed.id))]).toEqual([])
	})

	test('makes one draft, though the answer of its write was lost', async () => {
		const shop = await desk.newShop()
		const guest = desk.newGuest()
		loseAnswer(desk.deps)
		expect((await guest.chooseService(shop.idOf('cut'))).ok).toBe(true)
		expect(await draftsAt(shop.id)).toEqual([{ id: guest.draftId }])
	})
})

describe.each([
	{ isFirst: true, says: 'a page that showed no choice yet', firstTrips: 1 },
	{ isFirst: false, says: 'any other page', firstTrips: 2 },
])('a choice of staff from $says', ({ isFirst, firstTrips }) => {
	const choose = (draftId: string, staff: string) =>
		chooseStaff(desk.deps, { draftId, position: 0, staff, isFirst, now: clock.now })
	const chosen = { ok: true, value: { isStaffed: true, startsAt: null } }
	async function begun() {
		const shop = await desk.newShop({
			staff: { Ada: {}, Bola: {}, Chi: { isActive: false } },
			services: { cut: { staff: ['Ada', 'Chi'] }, wash: { staff: ['Bola'] } },
		})
		const guest = desk.newGuest()
		await guest.chooseService(shop.idOf('cut'))
		return { shop, guest, draftId: guest.draftId }
	}

	test('saves a named person, and anyone', async () => {
		const { shop, draftId } = await begun()
		const row = { position: 0, service_id: shop.idOf('cut') }
		const ada = { staff_choice: 'named', staff_member_id: shop.idOf('Ada') }
		expect(await tripsOf(() => choose(draftId, shop.idOf('Ada')))).toEqual({
			trips: firstTrips,
			value: chosen,
		})
		expect(await servicesOf(draftId)).toEqual([{ ...row, ...ada }])
		const other = await begun()
		expect(await choose(other.draftId, 'any')).toEqual(chosen)
		expect(await servicesOf(other.draftId)).toMatchObject([{ staff_choice: 'any', staff_member_id: null }])
	})

	test('refuses a person who does not do it, is not there any more, or of another shop', async () => {
		const { shop, draftId } = await begun()
		const elsewhere = await desk.newShop()
		for (const staff of [shop.idOf('Bola'), shop.idOf('Chi'), elsewhere.idOf('Ada'), 'unknown'])
			expect(await choose(draftId, staff)).toEqual(refused('staff_not_available'))
		expect(await servicesOf(draftId)).toMatchObject([{ staff_choice: null }])
	})

	test('refuses anyone where no one does it', async () => {
		const { shop, draftId } = await begun()
		await database().rows('UPDATE staff_members SET is_active = 0 WHERE shop_id = ?', shop.id)
		expect(await choose(draftId, 'any')).toEqual(refused('staff_not_available'))
	})

	test('has no draft where it was deleted, has ended (D1) or was booked', async () => {
		expect(await choose('no-such-draft', 'any')).toEqual(refused('session_error'))
		const booking = await desk.atCheckout((await desk.newShop()).idOf('cut'))
		expect((await booking.book()).ok).toBe(true)
		expect(await choose(booking.draftId, 'any')).toEqual(refused('session_error'))
		const { draftId } = await begun()
		clock.now += DAY_MS
		expect(await choose(draftId, 'any')).toEqual(refused('session_error'))
	})

	test('that is another one releases the hold and forgets its start; the same one keeps both', async () => {
		const { shop, guest, draftId } = await begun()
		await choose(draftId, 'any')
		expect((await guest.hold(ten)).ok).toBe(true)
		expect(await choose(draftId, 'any')).toEqual({ ok: true, value: { isStaffed: true, startsAt: ten } })
		expect((await guest.readDraft())?.hold?.startsAt).toBe(ten)
		expect(await choose(draftId, shop.idOf('Ada'))).toEqual(chosen)
		expect(await guest.readDraft()).toMatchObject({ hold: null, draft: { startsAt: null } })
	})

	test('for one of two services asks for the other', async () => {
		const { shop, guest, draftId } = await begun()
		await guest.addService(shop.idOf('wash'))
		expect(await choose(draftId, 'any')).toMatchObject({ ok: true, value: { isStaffed: false } })
	})

	test('is saved once, though the answer of its write was lost', async () => {
		const { draftId } = await begun()
		loseAnswer(desk.deps)
		expect(await choose(draftId, 'any')).toEqual(chosen)
		expect(await servicesOf(draftId)).toMatchObject([{ staff_choice: 'any' }])
	})
})
