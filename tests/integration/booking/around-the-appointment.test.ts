import { describe, expect, test } from 'vitest'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import { sendBookingLinks } from '#app/flows/account/mail-to-guest.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { askToClaim, claimByLink } from '#app/flows/booking/claim-appointment.server.ts'
import { tellLate } from '#app/flows/booking/mark-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { answerProblem, reportProblem } from '#app/flows/booking/problem-reports.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import { shownNotes } from '#app/kernel/booking-notes.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { newContact, refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('around')
const { database, clock, newShop, newGuest } = desk
const eleven = lagos(tuesday, '11:00')
const sender = { name: 'Wakati', origin: 'https://wakati.example', supportContact: null }

/** A customer with a visit on Tuesday, at a shop with an address. */
async function anAppointment({ at = ten, contact = newContact(), shop = newShop(), said = {} } = {}) {
	const booked = await shop
	await database().change(`UPDATE shops SET email = 'shop@example.com' WHERE id = ?`, booked.id)
	const guest = await newGuest(contact).begin(booked.idOf('cut'))
	await guest.hold(at)
	const done = await guest.book({}, said)
	if (!done.ok) throw new Error(done.refusal)
	const { appointmentId } = done.value
	const [row] = await database().rows('SELECT * FROM appointments WHERE id = ?', appointmentId)
	return { shop: booked, contact, appointmentId, reference: String(row?.reference_number) }
}

const rowOf = async (id: string) =>
	(await database().rows('SELECT * FROM appointments WHERE id = ?', id))[0] ?? {}
const kindsTo = async (email: string, kind: string) =>
	(await database().rows('SELECT id FROM outbox WHERE recipient_email = ? AND kind = ?', email, kind)).length
const openOf = (id: string) =>
	database().rows('SELECT id FROM visit_problems WHERE appointment_id = ? AND resolved_at IS NULL', id)

/** What a queued message would send now, or why nothing. */
async function composed(kind: string, email: string) {
	const [row] = await database().rows(
		'SELECT id, payload, created_at FROM outbox WHERE kind = ? AND recipient_email = ? ORDER BY rowid DESC LIMIT 1',
		kind,
		email,
	)
	const message = { id: row?.id, payload: row?.payload, createdAt: row?.created_at, chooser: null }
	const found = messages.find((one) => one.kind === kind)
	if (!row || !found) throw new Error(`no ${kind}`)
	const deps = { ...desk.deps, sender, cookieKeys: ['k'.repeat(32)] }
	return found.prepare(deps, message as unknown as ClaimedMessage, clock.now)
}

test('the note, and who comes, go with the booking to its shop', async () => {
	const said = { bookingNotes: { visitorName: 'Tobi', customerNote: 'Allergic to latex' } }
	const { appointmentId } = await anAppointment({ said })
	expect(await rowOf(appointmentId)).toMatchObject({
		visitor_name: 'Tobi',
		customer_note: 'Allergic to latex',
	})
	const toShop = async () => {
		const mail = await composed('shop_booked', 'shop@example.com')
		if (!mail.ok) throw new Error(mail.refusal)
		return mail.value.letter.text
	}
	expect(await toShop()).toContain('added a note')
	expect(await toShop()).not.toContain('latex')
	const seen = await desk.deps.booking.appointmentViews.appointmentToMail(appointmentId, clock.now)
	if (!seen) throw new Error('no visit')
	expect(shownNotes(seen.bookingNotes, 'desk')).toEqual([
		{ label: 'Customer’s note', text: 'Allergic to latex' },
	])
	expect(shownNotes(seen.bookingNotes, 'customer')).toEqual([
		{ label: 'Your note', text: 'Allergic to latex' },
	])

	const visited = await anAppointment({ said: { bookingNotes: { ...said.bookingNotes, customerNote: '' } } })
	expect(await rowOf(visited.appointmentId)).toMatchObject({ visitor_name: 'Tobi', customer_note: null })
	expect(await toShop()).toContain('added a note')
	const quiet = await rowOf((await anAppointment()).appointmentId)
	expect([quiet.visitor_name, quiet.customer_note]).toEqual([null, null])
	expect(await toShop()).not.toContain('added a note')
})

test('a calendar follows each move and the end of a visit: its sequence grows', async () => {
	const { appointmentId } = await anAppointment()
	const sequence = async () => (await rowOf(appointmentId)).calendar_sequence
	expect(await sequence()).toBe(0)
	await moveAppointment(desk.deps, {
		by: { kind: 'customer', appointmentId },
		startsAt: eleven,
		now: clock.now,
	})
	expect(await sequence()).toBe(1)
	await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: clock.now })
	await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: clock.now })
	expect(await sequence()).toBe(2)
})

describe('running late', () => {
	test('is told once, in the hours around the start', async () => {
		const { appointmentId } = await anAppointment()
		const late = (minutes: number) => tellLate(desk.deps, { appointmentId, minutes, now: clock.now })
		clock.now = ten - 3 * HOUR_MS - 1
		expect(await late(10)).toEqual(refused('not_late_now'))
		clock.now = ten - HOUR_MS
		expect(await late(10)).toEqual({ ok: true, value: null })
		clock.now += MINUTE_MS
		// A repeat tells the shop nothing; another delay has to wait.
		expect(await late(10)).toEqual({ ok: true, value: null })
		expect(await late(30)).toEqual(refused('late_told_just_now'))
		expect(await kindsTo('shop@example.com', 'running_late')).toBe(1)
		const mail = await composed('running_late', 'shop@example.com')
		expect(mail.ok && mail.value.letter.text).toContain('about 10 minutes late')
		clock.now += 5 * MINUTE_MS
		expect((await late(30)).ok).toBe(true)
		expect((await rowOf(appointmentId)).late_minutes).toBe(30)
		// Five minutes after the last notice it hides the end of the hours no longer.
		clock.now = ten + 25 * MINUTE_MS + 1
		expect((await late(20)).ok).toBe(true)
		clock.now += 5 * MINUTE_MS
		expect(await late(20)).toEqual(refused('not_late_now'))
	})

	test('is no news of a visit that was cancelled, moved, or whose customer is there', async () => {
		const { appointmentId } = await anAppointment()
		clock.now = ten - HOUR_MS
		await database().change(
			'UPDATE appointments SET arrived_at = ? WHERE id = ?',
			String(clock.now),
			appointmentId,
		)
		expect(await tellLate(desk.deps, { appointmentId, minutes: 10, now: clock.now })).toEqual(
			refused('not_late_now'),
		)
		await database().change('UPDATE appointments SET arrived_at = NULL WHERE id = ?', appointmentId)
		await tellLate(desk.deps, { appointmentId, minutes: 10, now: clock.now })
		await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: clock.now })
		expect(await composed('running_late', 'shop@example.com')).toEqual(refused('appointment_changed'))
	})
})

describe('something is wrong', () => {
	const report = (appointmentId: string, words = 'Charged twice') =>
		reportProblem(desk.deps, { appointmentId, kind: 'money', words, now: clock.now })

	test('is told of a visit that has begun, one thing at a time, and ends with the shop’s answer', async () => {
		const { appointmentId, shop, reference, contact } = await anAppointment()
		expect(await report(appointmentId)).toEqual(refused('visit_not_past'))
		clock.now = ten
		// F26: the same words again are a post whose answer was lost.
		const both = await Promise.all([report(appointmentId), report(appointmentId)])
		expect(both.filter(({ ok }) => ok)).toHaveLength(2)
		expect(await report(appointmentId, 'It hurt too')).toEqual(refused('problem_open_already'))
		clock.now = ten + 11 * MINUTE_MS
		expect(await report(appointmentId)).toEqual(refused('problem_open_already'))
		expect(await openOf(appointmentId)).toHaveLength(1)
		const told = await composed('visit_problem_reported', 'shop@example.com')
		expect(told.ok && told.value.letter.text).not.toContain('Charged twice')

		const answer = (shopId: string, words = 'Refunded today') =>
			answerProblem(desk.deps, { shopId, referenceNumber: reference, answer: words, now: clock.now })
		expect(await answer((await newShop()).id)).toEqual(refused('visit_not_found'))
		expect((await answer(shop.id)).ok).toBe(true)
		expect(await answer(shop.id)).toEqual(refused('problem_not_open'))
		expect(await openOf(appointmentId)).toHaveLength(0)
		expect(await composed('visit_problem_reported', 'shop@example.com')).toEqual(
			refused('appointment_changed'),
		)
		const news = await composed('problem_answered', contact.email)
		expect(news.ok && news.value.letter.text).not.toContain('Refunded today')
		const firstAnsweredAt = clock.now
		clock.now += HOUR_MS
		expect((await report(appointmentId)).ok).toBe(true)
		expect((await answer(shop.id, 'Nothing was')).ok).toBe(true)
		const answers = await database().rows(
			'SELECT answer, resolved_at FROM visit_problems WHERE appointment_id = ? ORDER BY resolved_at',
			appointmentId,
		)
		expect(answers).toEqual([
			{ answer: 'Refunded today', resolved_at: firstAnsweredAt },
			{ answer: 'Nothing was', resolved_at: clock.now },
		])
	})

	test('waits for answers where three are open, and is nothing of a cancelled visit', async () => {
		const contact = newContact()
		const appointments: Awaited<ReturnType<typeof anAppointment>>[] = []
		for (let count = 0; count < 4; count++) appointments.push(await anAppointment({ contact }))
		const cancelled = await anAppointment()
		await cancelAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId: cancelled.appointmentId },
			now: clock.now,
		})
		clock.now = ten
		const answers = []
		for (const { appointmentId } of appointments) answers.push(await report(appointmentId))
		expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false])
		expect(answers[3]).toEqual(refused('too_many_problems'))
		expect(await report(cancelled.appointmentId)).toEqual(refused('visit_not_past'))
		const open = await desk.deps.booking.problems.listOpen(clock.now, 10)
		expect(
			open.filter(({ referenceNumber: reference }) =>
				appointments.some((one) => one.reference === reference),
			),
		).toHaveLength(3)
	})
})

describe('the links of a guest’s bookings', () => {
	const ask = (email: string) =>
		sendBookingLinks(desk.deps, { email, addressSubject: email, networkKey: null, now: clock.now })

	test('go to whoever booked twice with one e-mail, a link for each; to nobody else', async () => {
		const contact = newContact()
		const first = await anAppointment({ contact })
		const second = await anAppointment({ contact, at: eleven })
		const answers = [await ask(contact.email), await ask('nobody@example.com')]
		expect(answers).toEqual([
			{ ok: true, value: null },
			{ ok: true, value: null },
		])
		expect(await kindsTo('nobody@example.com', 'booking_links')).toBe(0)
		const mail = await composed('booking_links', contact.email)
		if (!mail.ok) throw new Error(mail.refusal)
		const links = new Set(mail.value.letter.text.match(/https:\S+visit=\S+/g))
		expect(links.size).toBe(2)
		await cancelAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId: first.appointmentId },
			now: clock.now,
		})
		await cancelAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId: second.appointmentId },
			now: clock.now,
		})
		expect(await composed('booking_links', contact.email)).toEqual(refused('nothing_ahead'))
	})

	test('are mailed three times an hour, whatever is asked; then the answer is the same', async () => {
		const { contact } = await anAppointment()
		for (let count = 0; count < 5; count++) expect((await ask(contact.email)).ok).toBe(true)
		expect(await kindsTo(contact.email, 'booking_links')).toBe(3)
	})

	test('R44: an account’s booking is told of at its own e-mail alone', async () => {
		const person = await addSignedInPerson(database(), { at: clock.now, isVerified: true })
		const { contact, appointmentId } = await anAppointment()
		await claimByLink(desk.deps, { actor: { ...person.actor, at: clock.now }, appointmentId })
		await ask(contact.email)
		expect(await kindsTo(contact.email, 'booking_links')).toBe(0)
	})
})

describe('claiming a booking', () => {
	const clientsOf = (email: string) => database().rows('SELECT user_id FROM clients WHERE email = ?', email)
	const ownerOf = async (appointmentId: string) =>
		(
			await database().rows(
				'SELECT clients.user_id FROM appointments JOIN clients ON clients.id = client_id WHERE appointments.id = ?',
				appointmentId,
			)
		)[0]?.user_id

	test('R44: an account with that very e-mail confirmed gets that booking and no other', async () => {
		const person = await addSignedInPerson(database(), { at: clock.now, isVerified: true })
		const asked = { actor: { ...person.actor, at: clock.now }, userId: person.userId }
		const contact = { ...newContact(), email: person.email }
		const shop = newShop()
		const first = await anAppointment({ contact, shop })
		const second = await anAppointment({ contact, shop, at: eleven })
		expect(await askToClaim(desk.deps, { ...asked, appointmentId: first.appointmentId })).toEqual({
			ok: true,
			value: { isOwn: true },
		})
		expect(await ownerOf(first.appointmentId)).toBe(person.userId)
		expect(await ownerOf(second.appointmentId)).toBeNull()
		expect(await kindsTo(contact.email, 'claim_link')).toBe(0)
		await askToClaim(desk.deps, { ...asked, appointmentId: second.appointmentId })
		// A guest's row that nothing names is deleted.
		expect(await clientsOf(contact.email)).toEqual([{ user_id: person.userId }])
		await askToClaim(desk.deps, { ...asked, appointmentId: second.appointmentId })
		expect(await askToClaim(desk.deps, { ...asked, appointmentId: second.appointmentId })).toEqual(
			refused('too_many_claims'),
		)
	})

	test('any other account is sent a link to the address that booked; of two that open it, one has it', async () => {
		const [one, other] = await Promise.all([
			addSignedInPerson(database(), { at: clock.now, isVerified: true }),
			addSignedInPerson(database(), { at: clock.now }),
		])
		const { appointmentId, contact } = await anAppointment()
		const asked = { actor: { ...one.actor, at: clock.now }, userId: one.userId, appointmentId }
		expect(await askToClaim(desk.deps, asked)).toEqual({ ok: true, value: { isOwn: false } })
		expect(await ownerOf(appointmentId)).toBeNull()
		const mail = await composed('claim_link', contact.email)
		expect(mail.ok && mail.value.letter.text).toContain('/booking/claim?link=')

		const claims = await Promise.all(
			[one, other].map(({ actor }) =>
				claimByLink(desk.deps, { actor: { ...actor, at: clock.now }, appointmentId }),
			),
		)
		expect(claims.map(({ ok }) => ok).toSorted()).toEqual([false, true])
		expect([one.userId, other.userId]).toContain(await ownerOf(appointmentId))
		expect(await composed('claim_link', contact.email)).toEqual(refused('appointment_of_account'))
		clock.now += HOUR_MS
		expect(await composed('claim_link', contact.email)).toEqual(refused('too_old'))
	})
})
