import { describe, expect, test } from 'vitest'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { newContact, newGuest, refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { lagos, monday, type SmallShop, type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('ceiling')
const manyPeople = (count: number): SmallShopPlan['staff'] =>
	Object.fromEntries(Array.from({ length: count }, (_, i) => [`S${i}`, {}]))

type AppointmentInState = {
	at: Instant
	networkKey?: string | null
	contact?: ReturnType<typeof newContact>
	userId?: string | null
}

/** Books for cash without a hold, as a script does: the outcome's refusal, or 'booked'. */
async function book(
	shop: SmallShop,
	{ at, networkKey = null, contact = newContact(), userId = null }: AppointmentInState,
) {
	const guest = await newGuest(desk.deps, desk.clock, contact).begin(shop.idOf('cut'))
	await guest.chooseTime(at)
	const booked = await guest.book({}, {}, { userId, networkKey })
	return booked.ok ? 'booked' : booked.refusal
}

const inTurn = async <Value>(count: number, act: (i: number) => Promise<Value>) => {
	const answers: Value[] = []
	for (let i = 0; i < count; i++) answers.push(await act(i))
	return answers
}
const hours = (count: number) =>
	Array.from({ length: count }, (_, i) => ten + Math.floor(i / 8) * DAY_MS + (i % 8) * HOUR_MS)

describe('a contact has five visits ahead at a shop', () => {
	test('by its e-mail or its phone; a sixth waits for one to be over or cancelled, and other shops do not count', async () => {
		const shop = await desk.newShop()
		const elsewhere = await desk.newShop()
		const contact = newContact()
		const times = hours(6)
		const answers = await inTurn(6, (i) =>
			book(shop, {
				at: times[i] ?? 0,
				contact: i % 2 === 0 ? { ...contact, email: newContact().email } : contact,
			}),
		)
		expect(answers).toEqual([...Array(5).fill('booked'), 'too_many_appointments_ahead'])
		expect(await book(elsewhere, { at: ten, contact })).toBe('booked')
		desk.clock.now = ten + HOUR_MS
		expect(await book(shop, { at: times[5] ?? 0, contact })).toBe('booked')
	})

	test('fifteen with a proven e-mail, five without; and nobody fills an account by typing its address', async () => {
		const { database, clock } = desk
		const shop = await desk.newShop()
		const proven = await addSignedInPerson(database(), { at: clock.now, isVerified: true })
		const unproven = await addSignedInPerson(database(), { at: clock.now })
		const times = hours(40)
		let next = 0
		const bookAs = (who: { userId: string; email: string }, userId: string | null) =>
			book(shop, { at: times[next++] ?? 0, contact: { ...newContact(), email: who.email }, userId })
		expect(await inTurn(5, () => bookAs(proven, null))).toEqual(Array(5).fill('booked'))
		expect(await bookAs(proven, null)).toBe('too_many_appointments_ahead')
		expect(await inTurn(16, () => bookAs(proven, proven.userId))).toEqual([
			...Array(15).fill('booked'),
			'too_many_appointments_ahead',
		])
		expect(await inTurn(6, () => bookAs(unproven, unproven.userId))).toEqual([
			...Array(5).fill('booked'),
			'too_many_appointments_ahead',
		])
	})
})

test('S29: spellings of one mailbox are one contact: five visits ahead, and five mails a day', async () => {
	const shop = await desk.newShop()
	const name = newContact().email.split('@')[0] ?? ''
	const spellings = [
		`${name}@gmail.com`,
		`${name}+1@gmail.com`,
		`${name.split('').join('.')}@gmail.com`,
		`${name}@googlemail.com`,
		`${name}@gmail.com.`,
		`${name}+2@googlemail.com`,
		`${name}+3@gmail.com`,
	]
	const times = hours(7)
	const answers = await inTurn(6, (i) =>
		book(shop, { at: times[i] ?? 0, contact: { ...newContact(), email: spellings[i] ?? '' } }),
	)
	expect(answers).toEqual([...Array(5).fill('booked'), 'too_many_appointments_ahead'])
	const sixth = { at: times[6] ?? 0, contact: { ...newContact(), email: spellings[6] ?? '' } }
	expect(await book(await desk.newShop(), sixth)).toBe('booked')
	expect(
		await desk.rows(
			`SELECT count(*) AS mails, count(withheld_at) AS withheld FROM outbox WHERE kind = 'booked' AND mailbox = ?`,
			`${name.replaceAll('.', '')}@gmail.com`,
		),
	).toEqual([{ mails: 6, withheld: 1 }])
})

describe('a network books', () => {
	test('S30: a hundred guest visits of an hour at a shop from a /48, however many networks are in it; IPv4 does not meet it', async () => {
		const { database, clock } = desk
		const shop = await desk.newShop({ staff: manyPeople(30) })
		const others = Array.from({ length: 100 }, (_, i) => `('booking', 'wide-${i}', ?1, 'wide.n${i}', 1, ?2)`)
		await database().change(
			`INSERT INTO counted_acts (kind, subject_id, shop_id, network_key, staff_minutes, acted_at) VALUES ${others.join(',')}`,
			shop.id,
			clock.now - 1,
		)
		expect(await book(shop, { at: ten, networkKey: 'wide.new' })).toBe('too_many_guest_bookings')
		expect(await book(shop, { at: ten, networkKey: 'wider.new' })).toBe('booked')
		expect(await book(shop, { at: ten, networkKey: 'wide' })).toBe('booked')
	})

	test('W11: twenty guest visits at a shop within an hour; other networks, other shops and proven e-mails go on', async () => {
		const { database, clock } = desk
		const shop = await desk.newShop({ staff: manyPeople(12) })
		const elsewhere = await desk.newShop()
		const times = hours(30)
		const answers = await inTurn(22, (i) => book(shop, { at: times[i] ?? 0, networkKey: 'shared' }))
		expect(answers).toEqual([...Array(20).fill('booked'), ...Array(2).fill('too_many_guest_bookings')])
		expect(await book(shop, { at: times[25] ?? 0, networkKey: 'other' })).toBe('booked')
		expect(await book(elsewhere, { at: ten, networkKey: 'shared' })).toBe('booked')
		const proven = await addSignedInPerson(database(), { at: clock.now, isVerified: true })
		const appointment = { at: times[26] ?? 0, networkKey: 'shared', userId: proven.userId }
		expect(await book(shop, { ...appointment, contact: { ...newContact(), email: proven.email } })).toBe(
			'booked',
		)
		clock.now += HOUR_MS
		expect(await book(shop, { at: times[27] ?? 0, networkKey: 'shared' })).toBe('booked')
	})

	test('at once: forty at the same moment are twenty', async () => {
		const shop = await desk.newShop({ staff: manyPeople(12) })
		const times = hours(40)
		const answers = await Promise.all(times.map((at) => book(shop, { at, networkKey: 'burst' })))
		expect(answers.filter((answer) => answer === 'booked')).toHaveLength(20)
		expect(answers.filter((answer) => answer === 'too_many_guest_bookings')).toHaveLength(20)
	})
})

test('W11: a visit is moved six times; its present start is no move', async () => {
	const { deps, clock } = desk
	const shop = await desk.newShop()
	const guest = await desk.atCheckout(shop.idOf('cut'))
	const booked = await guest.book()
	if (!booked.ok) throw new Error(booked.refusal)
	const { appointmentId } = booked.value
	const move = (startsAt: Instant) =>
		moveAppointment(deps, { by: { kind: 'customer', appointmentId }, startsAt, now: clock.now })
	for (let i = 1; i <= 6; i++) {
		expect((await move(ten + i * HOUR_MS)).ok).toBe(true)
		expect(await move(ten + i * HOUR_MS)).toMatchObject({ value: { isChanged: false } })
	}
	expect(await move(ten)).toEqual(refused('too_many_moves'))
	expect(await desk.appointmentsOf(shop.id)).toMatchObject([{ starts_at: ten + 6 * HOUR_MS, move_count: 6 }])
})

test('W11: a network begins two hundred drafts within an hour; whoever has a proven e-mail goes on', async () => {
	const { database, clock, deps } = desk
	const shop = await desk.newShop()
	await database().change(
		`INSERT INTO counted_acts (kind, subject_id, shop_id, network_key, acted_at)
			WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 199)
			SELECT 'draft', 'planted-' || n, ?, 'drafty', ? FROM numbers`,
		shop.id,
		String(clock.now - HOUR_MS + 1),
	)
	const begin = (caller: Parameters<typeof newGuest>[3]) =>
		newGuest(deps, clock, newContact(), caller).chooseService(shop.idOf('cut'))
	expect((await begin({ networkKey: 'drafty' })).ok).toBe(true)
	expect(await begin({ networkKey: 'drafty' })).toEqual(refused('too_many_drafts'))
	const proven = await addSignedInPerson(database(), { at: clock.now, isVerified: true })
	expect((await begin({ networkKey: 'drafty', actor: proven.actor })).ok).toBe(true)
	const unproven = await addSignedInPerson(database(), { at: clock.now })
	expect(await begin({ networkKey: 'drafty', actor: unproven.actor })).toEqual(refused('too_many_drafts'))
	clock.now += MINUTE_MS
	expect((await begin({ networkKey: 'drafty' })).ok).toBe(true)
})

describe('F7: holds', () => {
	test('of a network are counted for each shop, with words of their own, and not for a proven e-mail', async () => {
		const { database, clock, deps } = desk
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
		const elsewhere = await desk.newShop()
		// A tenth of the week of two people, nine hours a day, is twelve hours.
		const times = hours(14)
		const hold = async (at: Instant, caller: Parameters<typeof newGuest>[3], where = shop) =>
			(await newGuest(deps, clock, newContact(), caller).begin(where.idOf('cut'))).hold(at)
		const answers = await inTurn(13, (i) => hold(times[i] ?? 0, { networkKey: 'crowd' }))
		expect(answers.map((answer) => answer.ok || answer.refusal)).toEqual([
			...Array(12).fill(true),
			'too_many_network_holds',
		])
		expect((await hold(ten, { networkKey: 'crowd' }, elsewhere)).ok).toBe(true)
		expect((await hold(times[13] ?? 0, { networkKey: 'elsewhere' })).ok).toBe(true)
		const proven = await addSignedInPerson(database(), { at: clock.now, isVerified: true })
		expect((await hold(times[12] ?? 0, { networkKey: 'crowd', actor: proven.actor })).ok).toBe(true)
	})

	test('O5: of a person who follows the shop are counted by its hours', async () => {
		const { clock, deps } = desk
		const shop = await desk.newShop({ staff: { Ada: { hours: [0, 1440] }, Bola: { hours: [0, 1440] } } })
		const answers = await inTurn(13, async (i) =>
			(await newGuest(deps, clock, newContact(), { networkKey: 'follows' }).begin(shop.idOf('cut'))).hold(
				hours(14)[i] ?? 0,
			),
		)
		expect(answers.map((answer) => answer.ok)).toEqual([...Array(12).fill(true), false])
	})

	test('of a draft last thirty minutes in all, whatever the times: then it is booked without one', async () => {
		const { clock } = desk
		const shop = await desk.newShop()
		const guest = await desk.newGuest().begin(shop.idOf('cut'))
		const heldFor: (number | null)[] = []
		for (let i = 0; i < 10; i++) {
			const held = await guest.hold(ten + (i % 2) * HOUR_MS)
			if (!held.ok) throw new Error(held.refusal)
			heldFor.push(held.value.expiresAt === null ? null : (held.value.expiresAt - clock.now) / MINUTE_MS)
			clock.now += 7 * MINUTE_MS
		}
		expect(heldFor).toEqual([10, 10, 10, 9, 2, null, null, null, null, null])
		expect((await guest.readDraft())?.hold).toBeNull()
		expect((await (await desk.newGuest().begin(shop.idOf('cut'))).hold(ten)).ok).toBe(true)
		expect((await guest.book()).ok).toBe(true)
	})
})

test('S16: a held time that has begun is not booked', async () => {
	const shop = await desk.newShop({ noticeMinutes: 0 })
	desk.clock.now = ten - 5 * MINUTE_MS
	const guest = await desk.atCheckout(shop.idOf('cut'))
	desk.clock.now = ten
	expect((await guest.readDraft())?.hold).not.toBeNull()
	expect(await guest.book()).toEqual(refused('slot_past'))
	expect(await desk.appointmentsOf(shop.id)).toEqual([])
})

test('S26: a shop that was taken off meanwhile is not booked, nor held; the database refuses it too', async () => {
	const shop = await desk.newShop()
	const guest = await desk.atCheckout(shop.idOf('cut'))
	await desk.change('UPDATE shops SET is_listed = 0 WHERE id = ?', shop.id)
	expect(await guest.book()).toEqual(refused('service_not_offered'))
	expect(await guest.hold(ten + HOUR_MS)).toEqual(refused('service_not_offered'))
	const insertAct = desk.deps.booking.holds.countAct({
		kind: 'booking',
		subjectId: 'any',
		shopId: shop.id,
		caller: { networkKey: null },
		now: desk.clock.now,
	})
	await expect(desk.deps.writeBatch(insertAct)).rejects.toMatchObject({ rule: 'shop_not_listed' })
})

test('one address, one hour, any requests: a tenth of the week, and others on it book at once', async () => {
	const { database, clock } = desk
	const people = 3
	const shop = await desk.newShop({
		staff: { Ada: {}, Bola: {}, Chi: {} },
		services: { cut: {}, braids: { minutes: 240 } },
	})
	const weekMinutes = people * 7 * 9 * 60
	const takenMinutes = () =>
		database().count(
			`SELECT coalesce(sum(blocked_until_at - starts_at), 0) / 60000 FROM calendar_entries
				WHERE shop_id = ? AND (held_until_at IS NULL OR held_until_at > ?)`,
			shop.id,
			String(clock.now),
		)
	const shared = { networkKey: 'one address' }
	const slots = Array.from(
		{ length: 60 },
		(_, i) => lagos(tuesday, '09:00') + Math.floor(i / 9) * DAY_MS + (i % 9) * HOUR_MS,
	)
	// Invented contacts, the longest service as well, holds, bookings, unproven accounts, an hour long.
	for (const [i, at] of slots.entries()) {
		const unproven = i % 10 === 0 ? await addSignedInPerson(database(), { at: clock.now }) : null
		const stranger = newGuest(bookingDeps(database().url), clock, newContact(), {
			...shared,
			actor: unproven?.actor ?? null,
		})
		await stranger.begin(shop.idOf(i % 3 === 0 ? 'braids' : 'cut'))
		await stranger.hold(at)
		if (i % 4 !== 0) await book(shop, { at, ...shared, userId: unproven?.userId ?? null })
		clock.now += MINUTE_MS
		expect(await takenMinutes()).toBeLessThanOrEqual(weekMinutes / 10)
	}
	const free = lagos(tuesday, '09:00') + 6 * DAY_MS + 8 * HOUR_MS
	expect(await book(shop, { at: free, networkKey: 'another address' })).toBe('booked')
	const neighbour = await addSignedInPerson(database(), { at: clock.now, isVerified: true })
	const appointment = {
		contact: { ...newContact(), email: neighbour.email },
		userId: neighbour.userId,
		...shared,
	}
	expect(await book(shop, { at: free - HOUR_MS, ...appointment })).toBe('booked')
	expect(monday).not.toBe(tuesday)
})

test('W11: five mails a day to an address that nobody has proved; the page of a later booking says so', async () => {
	const { database, clock, deps } = desk
	const contact = newContact()
	const bookSomewhere = async (userId: string | null = null, booker = contact) =>
		book(await desk.newShop(), { at: ten, contact: booker, userId })
	const mails = () =>
		database().rows(
			`SELECT withheld_at IS NULL AS is_sent, payload ->> 'appointmentId' AS id FROM outbox WHERE kind <> 'visit_reminder' AND recipient_email = ? ORDER BY rowid`,
			contact.email,
		)
	await inTurn(7, () => bookSomewhere())
	expect((await mails()).map(({ is_sent }) => is_sent)).toEqual([1, 1, 1, 1, 1, 0, 0])
	const isSaid = async (i: number) =>
		(await deps.booking.appointments.appointment(String((await mails())[i]?.id)))?.isMailWithheld
	expect([await isSaid(4), await isSaid(5)]).toEqual([false, true])
	expect(
		await database().count(
			'SELECT count(*) n FROM outbox WHERE withheld_at IS NOT NULL AND next_attempt_at <= ?',
			String(clock.now + 400 * DAY_MS),
		),
	).toBe(0)

	const proven = await addSignedInPerson(database(), { at: clock.now, isVerified: true })
	const own = { ...newContact(), email: proven.email }
	await inTurn(7, () => bookSomewhere(proven.userId, own))
	expect(
		await database().count(
			'SELECT count(*) n FROM outbox WHERE recipient_email = ? AND withheld_at IS NOT NULL',
			own.email,
		),
	).toBe(0)
})

test('W11: a reminder to pay that was not needed any more, and never went out, is none of the five', async () => {
	const { database, clock } = desk
	const contact = newContact()
	const kinds = ['slot_wait_joined', 'slot_offered', 'slot_offered', 'slot_offered', 'payment_unfinished']
	for (const [i, kind] of kinds.entries())
		await database().change(
			`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at, sent_at)
				VALUES (?1, ?2, ?1, ?3, '{}', ?4, ?4, iif(?2 = 'payment_unfinished', NULL, ?4))`,
			`${contact.email} ${i}`,
			kind,
			contact.email,
			clock.now - 1,
		)
	await desk.deps.writeBatch([desk.deps.messaging.outbox.markNeverToBeSent(`${contact.email} 4`)])
	expect(await book(await desk.newShop(), { at: ten, contact })).toBe('booked')
	expect(
		await database().rows(
			`SELECT withheld_at FROM outbox WHERE kind = 'booked' AND recipient_email = ?`,
			contact.email,
		),
	).toEqual([{ withheld_at: null }])
})

test('S36: a cancellation by the shop is mailed, however many mails the address had', async () => {
	const { database, clock, deps } = desk
	const contact = newContact()
	expect(await book(await desk.newShop(), { at: ten, contact })).toBe('booked')
	const used = Array.from({ length: 9 }, (_, i) => `('used-${i}', 'test', 'used-${i}', ?1, '{}', ?2, ?2, ?2)`)
	await database().change(
		`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at, sent_at) VALUES ${used.join(',')}`,
		contact.email,
		clock.now - 1,
	)
	const [appointment] = await database().rows(
		'SELECT id FROM appointments WHERE checkout_id = (SELECT id FROM checkouts WHERE email = ?)',
		contact.email,
	)
	const withheld = async (isByShop: boolean) => {
		await database().change(
			"UPDATE appointments SET status = 'CANCELLED', cancelled_at = ?, cancellation_reason = ? WHERE id = ?",
			clock.now,
			isByShop ? 'Ada is ill' : null,
			String(appointment?.id),
		)
		const id = `cancelled-${isByShop}`
		await deps.writeBatch(
			deps.messaging.outbox.insertChangeMessage({
				id,
				kind: 'cancelled',
				dedupeKey: id,
				appointmentId: String(appointment?.id),
				now: clock.now,
			}),
		)
		const [row] = await database().rows('SELECT withheld_at AS at FROM outbox WHERE id = ?', id)
		await database().change('DELETE FROM outbox WHERE id = ?', id)
		return row?.at !== null
	}
	expect(await withheld(false)).toBe(true)
	expect(await withheld(true)).toBe(false)
})
