import { describe, expect, test } from 'vitest'
import { bookAgain } from '#app/flows/booking/book-again.server.ts'
import { loseAnswer } from '#tests/support/around-a-write.ts'
import { refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'

const desk = withBookingDesk('again')
const { clock, newShop, newGuest, atCheckout } = desk

const plan = { staff: { Ada: {}, Bisi: {} }, services: { cut: {}, nails: {} } }

/** A visit for a cut with Bisi, in a shop of its own. */
async function appointmentWithBisi() {
	const shop = await newShop(plan)
	const booked = await (await atCheckout(shop.idOf('cut'), shop.idOf('Bisi'))).book()
	if (!booked.ok) throw new Error(booked.refusal)
	return { shop, appointmentId: booked.value.appointmentId }
}

const again = (appointmentId: string, draftId: string | null = null) =>
	bookAgain(desk.deps, { appointmentId, draftId, caller: { networkKey: null }, now: clock.now })

/** The draft that was made, as the page of times gets it. */
async function draftAgain(appointmentId: string, draftId: string | null = null) {
	const made = await again(appointmentId, draftId)
	if (!made.ok || made.value.kind !== 'draft') throw new Error('no draft was made')
	return { ...made.value, draft: await desk.deps.booking.drafts.draft(made.value.draftId) }
}

describe('L31: booking a visit again', () => {
	test('keeps its service and the person who did it', async () => {
		const { shop, appointmentId } = await appointmentWithBisi()
		const { draft, missingStaff } = await draftAgain(appointmentId)
		expect(missingStaff).toEqual([])
		expect(draft).toMatchObject({
			shopId: shop.id,
			startsAt: null,
			services: [{ serviceId: shop.idOf('cut'), staff: { kind: 'named', staffMemberId: shop.idOf('Bisi') } }],
		})
	})

	test('makes one draft though the answer of the database is lost', async () => {
		const { shop, appointmentId } = await appointmentWithBisi()
		const input = { appointmentId, draftId: null, caller: { networkKey: null }, now: clock.now }
		expect(await bookAgain(loseAnswer({ ...desk.deps }), input)).toMatchObject({ ok: true })
		expect(
			await desk.rows('SELECT id FROM drafts WHERE shop_id = ? AND starts_at IS NULL', shop.id),
		).toHaveLength(1)
	})

	test('leaves open who does it when that person has left, and says whom', async () => {
		const { shop, appointmentId } = await appointmentWithBisi()
		const { client } = desk.database()
		await client.execute({
			sql: 'UPDATE staff_members SET is_active = 0 WHERE id = ?',
			args: [shop.idOf('Bisi')],
		})
		const { draft, missingStaff } = await draftAgain(appointmentId)
		expect(missingStaff).toEqual(['Bisi'])
		expect(draft?.services).toMatchObject([{ serviceId: shop.idOf('cut'), staff: null }])
	})

	test('makes nothing when the service is gone, and says which', async () => {
		const { shop, appointmentId } = await appointmentWithBisi()
		const { client } = desk.database()
		await client.execute({ sql: 'UPDATE services SET is_enabled = 0 WHERE id = ?', args: [shop.idOf('cut')] })
		expect(await again(appointmentId)).toMatchObject({
			ok: true,
			value: { kind: 'not_offered', shopId: shop.id, missingServices: [expect.stringMatching(/cut/i)] },
		})
	})

	test('keeps what was typed into a draft of the same shop, and wipes one of another', async () => {
		const { shop, appointmentId } = await appointmentWithBisi()
		const here = await newGuest().begin(shop.idOf('nails'))
		await here.save({ bookingNotes: { visitorName: 'Tobi', customerNote: '' } })
		const kept = await draftAgain(appointmentId, here.draftId)
		expect(kept.draftId).toBe(here.draftId)
		expect(kept.draft).toMatchObject({
			bookingNotes: { visitorName: 'Tobi' },
			services: [{ serviceId: shop.idOf('cut') }],
		})

		const other = await newShop(plan)
		const there = await newGuest().begin(other.idOf('cut'))
		await there.hold(ten)
		const made = await draftAgain(appointmentId, there.draftId)
		expect(made.draft?.shopId).toBe(shop.id)
		expect(await desk.deps.booking.drafts.draft(there.draftId)).toBeNull()
	})

	test('is refused for a visit that is not there', async () => {
		expect(await again('nothing')).toEqual(refused('session_error'))
	})
})
