import { expect, test } from 'vitest'
import {
	eraseGuest,
	readErasureLink,
	sendErasureLink,
	signErasureLink,
} from '#app/flows/account/erase-customer.server.ts'
import { purgeExpired } from '#app/flows/jobs/purge-expired.server.ts'
import { purges } from '#app/flows/lists/purges.server.ts'
import { forEachNote } from '#app/kernel/booking-notes.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { newContact, newGuest, refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'

const desk = withBookingDesk('erase')
const key = 'a key that signs links in these tests only'
const YEAR_MS = 365 * DAY_MS

async function bookedGuest(contact = newContact()) {
	const shop = await desk.newShop()
	const guest = await newGuest(desk.deps, desk.clock, contact).begin(shop.idOf('cut'))
	await guest.hold(ten)
	// Texts of theirs that name them too.
	const bookingNotes = forEachNote((name) => `${name} of ${contact.email ?? contact.phone}`)
	const booked = await guest.book({}, { bookingNotes })
	if (!booked.ok) throw new Error('not booked')
	return { contact, shop, appointmentId: booked.value.appointmentId }
}

/** Every row of any table that still names this e-mail or phone. */
async function traces({ email, phone }: { email: string | null; phone: string | null }) {
	const tables = await desk.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
	const found: string[] = []
	for (const { name } of tables) {
		if (/^(sqlite_|libsql_|__|program_|shop_search|customer_search)/.test(String(name))) continue
		const rows = await desk.rows(`SELECT * FROM "${name}"`)
		const named = rows.filter((row) => {
			const text = JSON.stringify(row)
			return (email && text.includes(email)) || (phone && text.includes(phone))
		})
		if (named.length > 0) found.push(String(name))
	}
	return found
}

test('S32: a guest is erased everywhere once the visit is over, and other guests are not', async () => {
	const { contact, appointmentId } = await bookedGuest()
	const other = await bookedGuest()
	const now = ten - HOUR_MS
	expect(await eraseGuest(desk.deps, { contact: { email: contact.email ?? '' }, now })).toEqual(
		refused('has_appointments_ahead'),
	)
	expect(await traces(contact)).toEqual(
		expect.arrayContaining(['appointments', 'checkouts', 'clients', 'outbox']),
	)
	await desk.deps.writeBatch([
		desk.deps.messaging.optOuts.optOut({ subject: contact.email, topic: 'reminders' }, now),
	])
	// A customer of a shop without a booking of their own.
	const withoutBooking = newContact()
	await desk.change(
		`INSERT INTO clients (id, shop_id, first_name, last_name, email, created_at)
			SELECT 'without-booking', shop_id, first_name, last_name, ?, created_at FROM clients WHERE email = ?`,
		withoutBooking.email,
		other.contact.email,
	)
	const later = ten + DAY_MS
	expect(await eraseGuest(desk.deps, { contact: { email: contact.email ?? '' }, now: later })).toEqual({
		ok: true,
		value: { bookings: 1 },
	})
	expect(await traces(contact)).toEqual([])
	expect(await traces({ ...withoutBooking, phone: null })).toEqual(['clients'])
	expect(await traces(other.contact)).not.toEqual([])
	expect(
		await desk.rows('SELECT status, total_kobo > 0 AS costs FROM appointments WHERE id = ?', appointmentId),
	).toEqual([{ status: 'SCHEDULED', costs: 1 }])
	expect(await eraseGuest(desk.deps, { contact: { email: contact.email ?? '' }, now: later })).toMatchObject({
		value: { bookings: 0 },
	})
})

test('S32: what an account made with the same address stays the account’s', async () => {
	const person = await addSignedInPerson(desk.database(), { at: desk.clock.now, isVerified: true })
	const { contact } = await bookedGuest({ ...newContact(), email: person.email })
	await desk.change('UPDATE clients SET user_id = ? WHERE email = ?', person.userId, person.email)
	expect(
		await eraseGuest(desk.deps, { contact: { email: contact.email ?? '' }, now: ten + DAY_MS }),
	).toMatchObject({
		value: { bookings: 0 },
	})
	expect(await traces(contact)).toEqual(expect.arrayContaining(['users', 'checkouts']))
})

test('S32: it waits while a refund or a dispute is open', async () => {
	const { contact } = await bookedGuest()
	await desk.change(
		`INSERT INTO payment_attempts (payment_reference, checkout_id, amount_kobo, currency, mode, status, created_at, expires_at, next_check_at)
			SELECT 'open-' || id, id, 100, 'NGN', 'test', 'open', ?1, ?1 + 999999999, ?1 FROM checkouts WHERE email = ?2`,
		ten,
		contact.email,
	)
	expect(await eraseGuest(desk.deps, { contact: { email: contact.email ?? '' }, now: ten + DAY_MS })).toEqual(
		refused('has_money_under_way'),
	)
	await desk.change("DELETE FROM payment_attempts WHERE payment_reference LIKE 'open-%'")
})

test('S32: the link is mailed to an address that has bookings, works three days, and cannot be made', async () => {
	const { contact } = await bookedGuest()
	const ask = (email: string) =>
		sendErasureLink(desk.deps, { email, addressSubject: email, networkKey: null, now: desk.clock.now })
	expect(await ask(contact.email)).toEqual(await ask('nobody@example.com'))
	expect(await desk.rows("SELECT recipient_email AS email FROM outbox WHERE kind = 'erasure_link'")).toEqual([
		{ email: contact.email },
	])
	const token = await signErasureLink([key], contact.email, ten)
	expect(await readErasureLink([key], token, ten + 3 * DAY_MS - 1)).toBe(contact.email)
	expect(await readErasureLink([key], token, ten + 3 * DAY_MS)).toBeNull()
	expect(await readErasureLink(['another key'], token, ten)).toBeNull()
})

test('S32: a guest’s contact is cut two years after the visit, and later where a problem is open', async () => {
	const old = await bookedGuest()
	const disputed = await bookedGuest()
	await desk.change(
		`INSERT INTO visit_problems (id, appointment_id, kind, words, reported_at)
			SELECT 'problem', ?, kind, 'It hurt', 1 FROM (SELECT 'other' AS kind)`,
		disputed.appointmentId,
	)
	await desk.deps.writeBatch([
		desk.deps.messaging.optOuts.optOut({ subject: old.contact.email, topic: 'reviews' }, ten),
	])
	const run = (now: number) => purgeExpired(desk.deps, { guestContacts: purges.guestContacts }, now)
	await run(ten + 2 * YEAR_MS - 7 * DAY_MS)
	expect(await traces(old.contact)).toContain('checkouts')
	await run(ten + 2 * YEAR_MS + DAY_MS)
	const left = await traces(old.contact)
	for (const table of ['checkouts', 'clients', 'message_opt_outs']) expect(left).not.toContain(table)
	expect(await traces(disputed.contact)).toContain('checkouts')
	await desk.change('UPDATE visit_problems SET resolved_at = 1')
	await run(ten + 2 * YEAR_MS + 2 * DAY_MS)
	expect(await traces(disputed.contact)).toContain('checkouts')
	await run(ten + 2 * YEAR_MS + 40 * DAY_MS)
	expect(await traces(disputed.contact)).not.toContain('checkouts')
})
