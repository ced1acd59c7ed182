import { describe, expect, test } from 'vitest'
import { holdSlot } from '#app/flows/booking/hold-slot.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { newContact, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { lagos, monday, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('hold')
const { database, clock, newShop, newGuest } = desk
const half10 = lagos(tuesday, '10:30')
const eleven = lagos(tuesday, '11:00')

test('a draft that another tab books meanwhile takes no other time', async () => {
	const shop = await newShop()
	const guest = await desk.atCheckout(shop.idOf('cut'))
	const held = await holdSlot(
		beforeWrite({ ...desk.deps }, () => guest.book()),
		{ draftId: guest.draftId, startsAt: eleven, caller: { networkKey: null }, now: clock.now },
	)
	expect(held).toEqual({ ok: false, refusal: 'session_error' })
	expect(await database().count('SELECT count(*) FROM holds WHERE draft_id = ?', guest.draftId)).toBe(0)
	expect((await desk.appointmentsOf(shop.id)).map(({ starts_at }) => starts_at)).toEqual([ten])
})

describe('a chosen time', () => {
	test('is kept for ten minutes and is taken for everybody else', async () => {
		const shop = await newShop()
		const ada = await newGuest().begin(shop.idOf('cut'))
		const other = await newGuest().begin(shop.idOf('cut'))
		expect(await ada.hold(ten)).toEqual({ ok: true, value: { expiresAt: clock.now + 10 * MINUTE_MS } })
		expect(await other.seesAt(ten)).toBe('taken')
		expect(await other.hold(ten)).toEqual({ ok: false, refusal: 'slot_taken' })
	})

	test('blocks every start that would overlap it and no other (half-open)', async () => {
		const shop = await newShop()
		await (await newGuest().begin(shop.idOf('cut'))).hold(ten)
		const other = await newGuest().begin(shop.idOf('cut'))
		for (const time of ['09:30', '10:00', '10:30']) {
			expect([time, await other.hold(lagos(tuesday, time))]).toEqual([
				time,
				{ ok: false, refusal: 'slot_taken' },
			])
		}
		expect((await other.hold(lagos(tuesday, '09:00'))).ok).toBe(true)
		expect((await other.hold(eleven)).ok).toBe(true)
	})

	test('asked for again keeps its end: asking does not extend it', async () => {
		const shop = await newShop()
		const ada = await newGuest().begin(shop.idOf('cut'))
		const first = await ada.hold(ten)
		clock.now += 4 * MINUTE_MS
		expect(await ada.hold(ten)).toEqual(first)
	})

	test('moves when the customer chooses another, even one that overlaps the first', async () => {
		const shop = await newShop()
		const ada = await newGuest().begin(shop.idOf('cut'))
		await ada.hold(ten)
		expect((await ada.hold(half10)).ok).toBe(true)
		const other = await newGuest().begin(shop.idOf('cut'))
		expect(await other.seesAt(ten)).toBe('taken')
		expect(await other.seesAt(lagos(tuesday, '09:30'))).toBe('free')
		expect(await database().count('SELECT count(*) n FROM holds WHERE draft_id = ?', ada.draftId)).toBe(1)
	})

	test('stays when the one wished instead cannot be had', async () => {
		const shop = await newShop()
		const ada = await newGuest().begin(shop.idOf('cut'))
		const other = await newGuest().begin(shop.idOf('cut'))
		const kept = await ada.hold(ten)
		await other.hold(eleven)
		expect(await ada.hold(eleven)).toEqual({ ok: false, refusal: 'slot_taken' })
		const appointment = await ada.readDraft()
		expect(appointment?.hold?.startsAt).toBe(ten)
		expect(kept.ok && appointment?.hold?.expiresAt === kept.value.expiresAt).toBe(true)
	})

	test('is let go with the service or the person that it was chosen for', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {} }, services: { cut: {}, braids: {} } })
		const guest = await newGuest().begin(shop.idOf('cut'), shop.idOf('Ada'))
		await guest.hold(ten)
		await guest.chooseStaff(shop.idOf('Ada'))
		expect((await guest.readDraft())?.hold?.startsAt).toBe(ten)
		await guest.chooseStaff(shop.idOf('Bola'))
		expect((await guest.readDraft())?.hold).toBeNull()
		expect((await guest.readDraft())?.draft.startsAt).toBeNull()
		await guest.hold(ten)
		await guest.chooseService(shop.idOf('braids'))
		expect((await guest.readDraft())?.hold).toBeNull()
		expect(await database().count('SELECT count(*) n FROM calendar_entries WHERE shop_id = ?', shop.id)).toBe(
			0,
		)
	})

	test('is let go with its draft when a service of another shop is chosen', async () => {
		const [shop, elsewhere] = [await newShop(), await newShop()]
		const guest = await newGuest().begin(shop.idOf('cut'))
		const { draftId } = guest
		await guest.hold(ten)
		expect(await guest.chooseService(elsewhere.idOf('cut'))).toMatchObject({ value: { shopChanged: true } })
		expect(await database().count('SELECT count(*) FROM drafts WHERE id = ?', draftId)).toBe(0)
		const other = await newGuest().begin(shop.idOf('cut'))
		expect(await other.hold(ten)).toMatchObject({ ok: true })
	})
})

test('R8: a hold is renewed once by hand, while it is alive', async () => {
	const shop = await newShop()
	const ada = await newGuest().begin(shop.idOf('cut'))
	await ada.hold(ten)
	clock.now += 9 * MINUTE_MS
	expect((await ada.renew()).ok).toBe(true)
	expect((await ada.readDraft())?.hold?.expiresAt).toBe(clock.now + 11 * MINUTE_MS)
	clock.now += 10 * MINUTE_MS
	expect(await ada.renew()).toEqual({ ok: false, refusal: 'hold_not_renewable' })
	expect((await ada.readDraft())?.hold?.expiresAt).toBe(clock.now + MINUTE_MS)
	clock.now += MINUTE_MS
	expect(await ada.renew()).toEqual({ ok: false, refusal: 'hold_not_renewable' })
	expect((await ada.readDraft())?.hold).toBeNull()
})

test('R8: a hold that ran out by another clock, and whose time was taken since, is not renewed', async () => {
	const shop = await newShop()
	const ada = await newGuest().begin(shop.idOf('cut'))
	await ada.hold(ten)
	clock.now += 10 * MINUTE_MS
	const bola = await newGuest().begin(shop.idOf('cut'))
	expect((await bola.hold(ten)).ok).toBe(true)
	clock.now -= 1_000
	expect(await ada.renew()).toEqual({ ok: false, refusal: 'slot_taken' })
	clock.now += 1_000
	expect((await bola.book()).ok).toBe(true)
})

test('R9: the holder sees the held time as free, comes back by the back button, and may take it again', async () => {
	const shop = await newShop()
	const ada = await newGuest().begin(shop.idOf('cut'))
	await ada.hold(ten)
	expect(await ada.seesAt(ten)).toBe('free')
	expect(await ada.seesAt(half10)).toBe('free')
	expect((await ada.hold(ten)).ok).toBe(true)
	expect((await ada.hold(half10)).ok).toBe(true)
	expect((await ada.hold(ten)).ok).toBe(true)
})

test('one slot is not held by several people, whatever their starts and lengths', async () => {
	const shop = await newShop({ services: { cut: { minutes: 60 }, braids: { minutes: 150 } } })
	await (await newGuest().begin(shop.idOf('braids'))).hold(ten)
	const other = await newGuest().begin(shop.idOf('cut'))
	for (const time of ['09:30', '10:00', '11:30', '12:00']) {
		expect(await other.hold(lagos(tuesday, time))).toEqual({ ok: false, refusal: 'slot_taken' })
	}
	const longer = await newGuest().begin(shop.idOf('braids'))
	expect(await longer.hold(lagos(tuesday, '09:00'))).toEqual({ ok: false, refusal: 'slot_taken' })
	expect((await longer.hold(lagos(tuesday, '12:30'))).ok).toBe(true)
})

test('R12: a hold ends by comparison with now, though no job has run', async () => {
	const shop = await newShop()
	const ada = await newGuest().begin(shop.idOf('cut'))
	const other = await newGuest().begin(shop.idOf('cut'))
	await ada.hold(ten)
	clock.now += 10 * MINUTE_MS - 1
	expect(await other.seesAt(ten)).toBe('taken')
	expect(await other.hold(ten)).toEqual({ ok: false, refusal: 'slot_taken' })
	clock.now += 1
	expect(await other.seesAt(ten)).toBe('free')
	expect((await other.hold(ten)).ok).toBe(true)
	expect(await ada.hold(ten)).toEqual({ ok: false, refusal: 'slot_taken' })
	expect(await database().count('SELECT count(*) n FROM holds WHERE shop_id = ?', shop.id)).toBe(2)
})

describe('hoarding', () => {
	test('an e-mail address holds three times at most, in whatever browsers and shops', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {}, Chi: {}, Dayo: {}, Efe: {} } })
		const contact = newContact()
		const results = []
		for (let i = 0; i < 5; i++) {
			const guest = await newGuest({ ...contact, phone: newContact().phone }).begin(shop.idOf('cut'))
			await guest.save()
			results.push(await guest.hold(ten))
		}
		expect(results.map((result) => result.ok || result.refusal)).toEqual([
			true,
			true,
			true,
			'too_many_holds',
			'too_many_holds',
		])
	})

	test('a phone number too, in whatever spelling; and a hold that ran out does not count', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {}, Chi: {}, Dayo: {} } })
		const spellings = ['0803 555 4444', '+234 (0)803-555-4444', '2348035554444', '803 5554444']
		const guests = []
		for (const phone of spellings) {
			const guest = await newGuest({ ...newContact(), phone }).begin(shop.idOf('cut'))
			await guest.save()
			guests.push(guest)
		}
		const [first, second, third, fourth] = guests
		for (const guest of [first, second, third]) expect((await guest?.hold(ten))?.ok).toBe(true)
		expect(await fourth?.hold(ten)).toEqual({ ok: false, refusal: 'too_many_holds' })
		clock.now += 10 * MINUTE_MS
		expect((await fourth?.hold(ten))?.ok).toBe(true)
	})

	test('who names a contact only at checkout is counted then, and keeps the hold', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {}, Chi: {}, Dayo: {} } })
		const contact = newContact()
		for (let i = 0; i < 3; i++) {
			const guest = await newGuest(contact).begin(shop.idOf('cut'))
			await guest.save()
			await guest.hold(ten)
		}
		const late = await newGuest(contact).begin(shop.idOf('cut'))
		expect((await late.hold(ten)).ok).toBe(true)
		expect(await late.save()).toEqual({ ok: false, refusal: 'too_many_holds' })
		expect((await late.readDraft())?.hold?.startsAt).toBe(ten)
		expect((await late.readDraft())?.draft.contact.email).toBe(contact.email)
	})

	test('moving a hold is no further hold', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {}, Chi: {} } })
		const contact = newContact()
		const guests = []
		for (let i = 0; i < 3; i++) {
			const guest = await newGuest(contact).begin(shop.idOf('cut'))
			await guest.save()
			await guest.hold(ten)
			guests.push(guest)
		}
		for (const guest of guests) expect((await guest.hold(eleven)).ok).toBe(true)
	})

	test('a network address holds sixty at most; adding an add-on does not hide whose address it is', async () => {
		const staff = Object.fromEntries(Array.from({ length: 61 }, (_, i) => [`S${i}`, {}]))
		const shop = await newShop({ staff })
		const results = []
		for (let i = 0; i < 61; i++) {
			const guest = await newGuest().begin(shop.idOf('cut'))
			results.push(await guest.hold(ten, 'one-address'))
			if (i === 0) expect((await guest.save({ addOnIds: [shop.idOf('wash')] })).ok).toBe(true)
		}
		expect(results.filter((result) => result.ok)).toHaveLength(60)
		expect(results[60]).toEqual({ ok: false, refusal: 'too_many_network_holds' })
		const elsewhere = await newGuest().begin(shop.idOf('cut'))
		expect((await elsewhere.hold(ten, 'other-address')).ok).toBe(true)
	})
})

describe('a time that cannot be had is refused with its reason', () => {
	const outside = { ok: false, refusal: 'slot_outside_hours' }

	test('past, inside the notice, and beyond the horizon', async () => {
		const shop = await newShop({ noticeMinutes: 120, horizonDays: 3 })
		const guest = await newGuest().begin(shop.idOf('cut'))
		expect(await guest.hold(lagos('2026-11-22', '10:00'))).toEqual({ ok: false, refusal: 'slot_past' })
		expect(await guest.hold(lagos(monday, '09:30'))).toEqual({ ok: false, refusal: 'slot_past' })
		expect((await guest.hold(lagos(monday, '10:00'))).ok).toBe(true)
		expect((await guest.hold(lagos('2026-11-25', '17:00'))).ok).toBe(true)
		expect(await guest.hold(lagos('2026-11-26', '09:00'))).toEqual(outside)
	})

	test('outside the hours, in the break, on a day off, and between two slots', async () => {
		const shop = await newShop({ staff: { Ada: { breakMinutes: [780, 840], daysOff: ['2026-11-25'] } } })
		const guest = await newGuest().begin(shop.idOf('cut'))
		expect(await guest.hold(lagos(tuesday, '08:30'))).toEqual(outside)
		expect(await guest.hold(lagos(tuesday, '17:30'))).toEqual(outside)
		expect((await guest.hold(lagos(tuesday, '17:00'))).ok).toBe(true)
		expect(await guest.hold(lagos(tuesday, '12:30'))).toEqual(outside)
		expect(await guest.hold(lagos(tuesday, '13:30'))).toEqual(outside)
		expect((await guest.hold(lagos(tuesday, '14:00'))).ok).toBe(true)
		expect(await guest.hold(lagos('2026-11-25', '10:00'))).toEqual(outside)
		expect(await guest.hold(lagos(tuesday, '10:10'))).toEqual(outside)
		expect(await guest.hold(lagos(tuesday, '10:00') + 1)).toEqual(outside)
	})

	test('without a draft, before a person is chosen, and after booking', async () => {
		const shop = await newShop()
		const invalid = { ok: false, refusal: 'session_error' }
		const guest = newGuest()
		expect(await guest.hold(ten)).toEqual(invalid)
		await guest.chooseService(shop.idOf('cut'))
		expect(await guest.hold(ten)).toEqual(invalid)
		await guest.chooseStaff()
		await guest.hold(ten)
		expect((await guest.book()).ok).toBe(true)
		expect(await guest.hold(eleven)).toEqual(invalid)
	})

	test('and the nearest free times are offered, with who else is free then', async () => {
		const shop = await newShop({ staff: { Ada: {}, Bola: {} } })
		await (await newGuest().begin(shop.idOf('cut'), shop.idOf('Ada'))).hold(ten)
		const guest = await newGuest().begin(shop.idOf('cut'), shop.idOf('Ada'))
		await guest.hold(ten)
		const offer = await guest.offer()
		expect(offer?.requested.label).toBe('10:00 AM')
		expect(offer?.times.map((time) => time.label)).toEqual([
			'9:00 AM',
			'11:00 AM',
			'11:30 AM',
			'12:00 PM',
			'12:30 PM',
			'1:00 PM',
		])
		expect(offer?.otherStaff.map((member) => member.name)).toEqual(['Bola'])
	})
})
