import { describe, expect, test } from 'vitest'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('save')
const { database, clock, newShop, newGuest } = desk
const eleven = lagos(tuesday, '11:00')
const half11 = lagos(tuesday, '11:30')

const endOfTime = async (shopId: string) =>
	(await database().rows('SELECT max(ends_at) AS at FROM calendar_entries WHERE shop_id = ?', shopId))[0]?.at

describe('an add-on', () => {
	test('holds the longer visit until the same end, and without it the shorter one again', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'))
		const held = await guest.hold(ten)
		clock.now += MINUTE_MS
		const saved = await guest.save({ addOnIds: [shop.idOf('wash')] })
		expect(saved.ok && saved.value.quote).toMatchObject({ totalKobo: 600_000, durationMinutes: 90 })
		expect(await endOfTime(shop.id)).toBe(half11)
		expect(held.ok && (await guest.readDraft())?.hold?.expiresAt).toBe(held.ok && held.value.expiresAt)
		const other = await newGuest().begin(shop.idOf('cut'))
		expect(await other.hold(eleven)).toEqual(refused('slot_taken'))
		await guest.save({ addOnIds: [] })
		expect(await endOfTime(shop.id)).toBe(eleven)
		expect((await other.hold(eleven)).ok).toBe(true)
	})

	test('that meets somebody else is refused; the hold, and everything else that was typed, stay', async () => {
		const shop = await newShop({ promoCodes: { TENTH: { percent: 10 } } })
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.hold(ten)
		await (await newGuest().begin(shop.idOf('cut'))).hold(eleven)
		const tip = { kind: 'percent', percent: 15, customKobo: 0 } as const
		expect(await guest.save({ addOnIds: [shop.idOf('wash')], promoCode: 'TENTH', tip })).toEqual(
			refused('add_on_does_not_fit'),
		)
		const appointment = await guest.readDraft()
		expect(appointment?.hold?.startsAt).toBe(ten)
		expect(appointment?.draft).toMatchObject({ addOns: [], promoCode: 'TENTH', tip, contact: guest.contact })
		expect((await guest.book({}, { addOnIds: [] })).ok).toBe(true)
	})

	test('that would last past closing, or into the break, is refused', async () => {
		const shop = await newShop({ staff: { Ada: { breakMinutes: [780, 840] } } })
		for (const time of ['12:00', '17:00']) {
			const guest = await newGuest().begin(shop.idOf('cut'))
			await guest.hold(lagos(tuesday, time))
			expect(await guest.save({ addOnIds: [shop.idOf('wash')] })).toEqual(refused('add_on_does_not_fit'))
			expect((await guest.readDraft())?.hold?.startsAt).toBe(lagos(tuesday, time))
		}
	})

	test('that takes no time needs no other hold', async () => {
		const shop = await newShop({ addOns: { oil: { minutes: 0, priceKobo: 50_000 } } })
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.hold(ten)
		const before = (await guest.readDraft())?.hold?.id
		expect((await guest.save({ addOnIds: [shop.idOf('oil')] })).ok).toBe(true)
		expect((await guest.readDraft())?.hold?.id).toBe(before)
	})

	test('stays with the person who was promised, though somebody else would be free', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {} } })
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.hold(ten)
		const [promised] = (await guest.readDraft())?.hold?.staff ?? []
		const other = await newGuest().begin(shop.idOf('cut'), promised?.staffMemberId)
		await other.hold(eleven)
		expect(await guest.save({ addOnIds: [shop.idOf('wash')] })).toEqual(refused('add_on_does_not_fit'))
		expect((await guest.readDraft())?.hold?.staff).toEqual([promised])
	})

	test('does not make a renewed hold renewable again', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.hold(ten)
		clock.now += 8 * MINUTE_MS
		expect((await guest.renew()).ok).toBe(true)
		clock.now += 2 * MINUTE_MS
		await guest.save({ addOnIds: [shop.idOf('wash')] })
		expect(await guest.renew()).toEqual(refused('hold_not_renewable'))
	})

	test('and a renewal in one post give the longer visit and the ten minutes', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.hold(ten)
		clock.now += 7 * MINUTE_MS
		expect((await guest.save({ addOnIds: [shop.idOf('wash')] }, true)).ok).toBe(true)
		expect((await guest.readDraft())?.hold?.expiresAt).toBe(clock.now + 13 * MINUTE_MS)
		expect(await endOfTime(shop.id)).toBe(half11)
	})

	test('chosen after the hold ran out is saved, and decides when the visit is booked', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.hold(ten)
		clock.now += 10 * MINUTE_MS
		expect((await guest.save({ addOnIds: [shop.idOf('wash')] })).ok).toBe(true)
		await (await newGuest().begin(shop.idOf('cut'))).hold(eleven)
		expect(await guest.book()).toEqual(refused('slot_taken'))
		expect((await guest.book({}, { addOnIds: [] })).ok).toBe(false)
		expect(await guest.save({ addOnIds: [] })).toMatchObject({ ok: true })
		expect((await guest.book()).ok).toBe(true)
	})
})

describe('what was typed', () => {
	test('is kept half-filled and wrong, as it was', async () => {
		const shop = await newShop()
		const contact = { firstName: '', lastName: 'Ọ̀ṣun 💇🏾', email: 'no at sign', phone: '12' }
		const guest = await newGuest(contact).begin(shop.idOf('cut'))
		const bookingNotes = { visitorName: 'Tobi', customerNote: 'Allergic to latex' }
		expect((await guest.save({ bookingNotes })).ok).toBe(true)
		expect((await guest.readDraft())?.draft).toMatchObject({ contact, bookingNotes })
	})

	test('is gone with the draft after 24 hours without a save, and not a millisecond before', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.save()
		clock.now += 24 * 60 * MINUTE_MS - 1
		expect(await guest.readDraft()).not.toBeNull()
		clock.now += 1
		expect(await guest.readDraft()).toBeNull()
		expect(await guest.save()).toEqual(refused('session_error'))
	})

	test('cannot change what is booked', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.hold(ten)
		await guest.book()
		expect(await guest.save({ addOnIds: [shop.idOf('wash')] })).toEqual(refused('session_error'))
	})
})

describe('a database that', () => {
	/** Every write fails like this from now on. */
	function failing(kind: 'busy' | 'unknown') {
		desk.deps.writeBatch = async () => {
			throw new DatabaseError(kind, 'by the test')
		}
	}

	test('is busy, or gives no answer, is answered in words and not with an error, and what was kept stays kept', async () => {
		for (const [kind, refusal] of [
			['busy', 'busy'],
			['unknown', 'not_saved'],
		] as const) {
			desk.deps = bookingDeps(database().url)
			const shop = await newShop()
			const guest = await newGuest().begin(shop.idOf('cut'))
			await guest.hold(ten)
			failing(kind)
			expect(await guest.save()).toEqual(refused(refusal))
			expect(await guest.save({ addOnIds: [shop.idOf('wash')] })).toEqual(refused(refusal))
			expect(await guest.book({}, { addOnIds: [] })).toEqual(refused(refusal))
			expect(await guest.hold(eleven)).toEqual(refused(refusal))
			expect((await guest.readDraft())?.hold?.startsAt).toBe(ten)
		}
	})

	test('fails only after a refusal is not told as if what was typed were kept', async () => {
		const shop = await newShop()
		const guest = await newGuest().begin(shop.idOf('cut'))
		await guest.hold(ten)
		await (await newGuest().begin(shop.idOf('cut'))).hold(eleven)
		failing('unknown')
		expect(await guest.save({ addOnIds: [shop.idOf('wash')] })).toEqual(refused('not_saved'))
		expect((await guest.book({ totalKobo: 1 }, { addOnIds: [] })).ok).toBe(false)
		expect((await guest.readDraft())?.hold?.startsAt).toBe(ten)
	})
})
