import { describe, expect, test } from 'vitest'
import { slotWaitState } from '#app/domain/booking/wait/slot-wait.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { joinSlotLine, readForJoining } from '#app/flows/booking/join-slot-line.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { slotOfferedMessage } from '#app/flows/messages/slot-wait-messages.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { addSignedInPerson, linkKey } from '#tests/support/accounts.ts'
import { afterCalendar, loseAnswer } from '#tests/support/around-a-write.ts'
import { newContact, newGuest, refused, withBookingDesk } from '#tests/support/booking-desk.ts'
import { bookingDeps, cashChoices, readAndBook } from '#tests/support/flow-deps.ts'
import { newWaiter, runLines } from '#tests/support/slot-line-desk.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('line')
const deps = () => desk.deps
const nine = lagos(tuesday, '09:00')

/** A shop that has time for two visits on Tuesday, both booked. */
async function fullShop(staff: Record<string, object> = { Ada: {} }) {
	const shop = await desk.newShop({ hours: [540, 660], staff })
	const cut = shop.idOf('cut')
	const booked: string[] = []
	for (const _ of Object.keys(staff))
		for (const start of [nine, nine + HOUR_MS]) {
			const guest = await desk.newGuest().begin(cut)
			await guest.hold(start)
			const appointment = await guest.book()
			if (appointment.ok) booked.push(appointment.value.appointmentId)
		}
	const cancel = async (place: number) =>
		expect(
			await cancelAppointment(deps(), {
				by: { kind: 'customer', appointmentId: booked[place] ?? '' },
				now: desk.clock.now,
			}),
		).toMatchObject({ ok: true })
	/** Some time later, as the next minutes' jobs see it. */
	const run = (minutes = 1) => {
		desk.clock.now += minutes * MINUTE_MS
		return runLines(deps(), desk.clock)
	}
	const waits = (isProven = true) => newWaiter(deps, desk.clock, { serviceId: cut, date: tuesday, isProven })
	return { shop, cut, booked, cancel, run, waits }
}

async function stateOf(waiter: Awaited<ReturnType<typeof newWaiter>>) {
	const wait = await waiter.place()
	return wait && slotWaitState(wait, desk.clock.now)
}

test('a customer whose answer is lost waits once, and gets one mail', async () => {
	const { cut } = await fullShop()
	const contact = newContact()
	const { draftId } = await newGuest(deps(), desk.clock, contact).begin(cut)
	const { now } = desk.clock
	const asked = { actor: null, draftId, date: tuesday, email: contact.email, now }
	const read = await readForJoining(deps(), asked)
	const joining = { read, date: tuesday, contact, caller: { networkKey: null }, isUnproven: true, now }
	expect(await joinSlotLine(loseAnswer({ ...deps() }), joining)).toEqual({ ok: true, value: null })
	const mails = await desk.rows('SELECT kind FROM outbox WHERE recipient_email = ?', contact.email)
	expect(mails).toEqual([{ kind: 'slot_wait_joined' }])
})
describe('Waiting for a time', () => {
	test('a freed time is held for the first in line, a quarter of an hour, then for the next, and nobody else has it', async () => {
		const { cancel, run, waits, cut } = await fullShop()
		const first = await waits()
		const second = await waits()
		await run()
		await cancel(0)
		await run()
		expect([await first.heldStart(), await second.heldStart()]).toEqual([nine, null])
		const stranger = await desk.newGuest().begin(cut)
		expect(await stranger.hold(nine)).toEqual(refused('slot_taken'))
		await run(14)
		expect(await first.heldStart()).toBe(nine)
		await run(1)
		expect([await first.heldStart(), await second.heldStart()]).toEqual([null, nine])
		expect(await stateOf(first)).toBe('missed')
	})

	test('who lets two times pass leaves the line, and the time is free for all', async () => {
		const { cancel, run, waits, cut } = await fullShop()
		const only = await waits()
		await cancel(0)
		await run()
		await run(15)
		expect(await only.heldStart()).toBe(nine)
		await run(15)
		expect(await stateOf(only)).toBe('spent')
		expect((await only.place())?.endedBy).toBe('spent')
		expect(await (await desk.newGuest().begin(cut)).hold(nine)).toMatchObject({ ok: true })
	})

	test('an address that nobody has proven is told of a time once, and nothing is held', async () => {
		const { cancel, run, waits, cut } = await fullShop()
		const unproven = await waits(false)
		await cancel(0)
		await run()
		expect(await unproven.heldStart()).toBeNull()
		expect(await stateOf(unproven)).toBe('told')
		const told = (await unproven.place())?.offerCount
		await run(20)
		expect((await unproven.place())?.offerCount).toBe(told)
		const stranger = await desk.newGuest().begin(cut)
		expect(await stranger.hold(nine)).toMatchObject({ ok: true })
		await cancel(1)
		await run()
		expect(await unproven.place()).toMatchObject({ offerCount: 2, offeredStartsAt: nine + HOUR_MS })
	})

	test.each([
		['in the night nobody is disturbed', '22:00'],
		['right before it no message is begun that would wait for its end', '20:58'],
	])('%s, and the time is held in the morning', async (_, evening) => {
		const { cancel, run, waits } = await fullShop()
		const waiter = await waits()
		await cancel(1)
		desk.clock.now = lagos('2026-11-23', evening)
		await run()
		expect(await waiter.heldStart()).toBeNull()
		desk.clock.now = lagos(tuesday, '06:59')
		await run()
		expect(await waiter.heldStart()).toBe(nine + HOUR_MS)
	})

	test('whoever has the time held books it in another browser, and waits no more', async () => {
		const { cancel, run, waits } = await fullShop()
		const waiter = await waits()
		await cancel(0)
		await run()
		const other = await desk.newShop()
		const browser = await desk.newGuest().begin(other.idOf('cut'))
		const opened = await waiter.bookFrom(browser.draftId)
		expect(opened).toMatchObject({ ok: true, value: { isHeld: true, shopChanged: true } })
		expect(await deps().booking.drafts.draft(browser.draftId)).toBeNull()
		const draftId = opened?.ok ? opened.value.draftId : ''
		const held = await deps().booking.drafts.draft(draftId)
		expect(held).toMatchObject({ startsAt: nine, contact: { email: waiter.guest.contact.email } })
		const booked = await readAndBook(deps(), {
			draftId,
			choices: { ...cashChoices, contact: waiter.guest.contact },
			contact: waiter.guest.contact,
			seen: { startsAt: nine, totalKobo: 500_000, cashbackKobo: 0 },
			now: desk.clock.now,
		})
		expect(booked).toMatchObject({ ok: true })
		expect(await stateOf(waiter)).toBe('booked')
		expect(await waiter.bookFrom()).toEqual(refused('wait_over'))
	})

	test('S33: a stranger who books with its address ends no proven place; an unproven one ends', async () => {
		for (const isProven of [true, false]) {
			const { cancel, waits, cut } = await fullShop()
			const waiter = await waits(isProven)
			await cancel(0)
			const stranger = await newGuest(deps(), desk.clock, waiter.guest.contact).begin(cut)
			await stranger.hold(nine)
			expect(await stranger.book()).toMatchObject({ ok: true })
			expect((await waiter.place())?.endedBy).toBe(isProven ? null : 'booked')
		}
	})

	test('S33: what a stranger typed with an address is replaced by the wish of its owner; a proven wish is not, but by an account with a confirmed address', async () => {
		const { cut, shop } = await fullShop({ Ada: {}, Bisi: {} })
		const account = await addSignedInPerson(desk.database(), { at: desk.clock.now })
		const contact = { ...newContact(), email: account.email }
		const wishes = async (staff?: string, actor?: Actor) => {
			const guest = await newGuest(deps(), desk.clock, contact).begin(cut, staff && shop.idOf(staff))
			const asked = {
				actor: null,
				draftId: guest.draftId,
				date: tuesday,
				email: contact.email,
				now: desk.clock.now,
			}
			const joined = await joinSlotLine(deps(), {
				read: await readForJoining(deps(), asked),
				date: tuesday,
				contact,
				caller: { networkKey: null, actor: actor ?? null },
				isUnproven: true,
				now: desk.clock.now,
			})
			expect(joined.ok).toBe(true)
			const [place] = await desk.rows(
				'SELECT id, staff_member_id AS staff FROM slot_waits WHERE email = ?',
				contact.email,
			)
			return place
		}
		await wishes('ada')
		const place = await wishes('bisi')
		expect(place?.staff).toBe(shop.idOf('bisi'))
		await deps().writeBatch([deps().booking.slotWaits.prove(String(place?.id), desk.clock.now)])
		expect((await wishes('ada'))?.staff).toBe(shop.idOf('bisi'))
		expect((await wishes('ada', account.actor))?.staff).toBe(shop.idOf('bisi'))
		await desk.change('UPDATE users SET email_verified_at = ? WHERE id = ?', desk.clock.now, account.userId)
		expect((await wishes('ada', account.actor))?.staff).toBe(shop.idOf('ada'))
	})

	test('S33: unproven places do not fill a line', async () => {
		const { waits, shop, cut } = await fullShop()
		const typed = Array.from(
			{ length: 150 },
			(_, i) => `('typed-${shop.id}-${i}', ?1, ?2, '${tuesday}', 'A', 'B', 'typed${i}@example.com', 1, 1)`,
		)
		await desk.change(
			`INSERT INTO slot_waits (id, shop_id, service_id, date, first_name, last_name, email, joined_at, looked_at)
				VALUES ${typed.join(',')}`,
			shop.id,
			cut,
		)
		expect((await waits()).joined.ok).toBe(true)
	})

	test('who moves a visit onto the day waits no more', async () => {
		const { shop, cut, cancel, waits } = await fullShop()
		const waiter = await waits()
		const { contact } = waiter.guest
		const guest = await newGuest(deps(), desk.clock, contact).begin(cut)
		await guest.chooseTime(nine + DAY_MS)
		const booked = await guest.book()
		if (!booked.ok) throw new Error(booked.refusal)
		await desk.change(
			`UPDATE slot_waits SET proven_at = NULL, ended_at = NULL, ended_by = NULL WHERE shop_id = ?`,
			shop.id,
		)
		await cancel(1)
		const { appointmentId } = booked.value
		expect(
			await moveAppointment(deps(), {
				by: { kind: 'customer', appointmentId },
				startsAt: nine + HOUR_MS,
				now: desk.clock.now,
			}),
		).toMatchObject({ ok: true })
		expect(await stateOf(waiter)).toBe('booked')
	})

	test('who leaves gives the time to the next at once', async () => {
		const { cancel, run, waits } = await fullShop()
		const first = await waits()
		const second = await waits()
		await cancel(0)
		await run()
		await first.leave()
		expect(await stateOf(first)).toBe('left')
		await run()
		expect(await second.heldStart()).toBe(nine)
	})

	test('nobody waits where a time is free, on a closed day, or for two services', async () => {
		const { cancel, waits, shop } = await fullShop()
		await cancel(0)
		expect((await waits()).joined).toEqual(refused('wait_not_needed'))
		const beyond = await newWaiter(deps, desk.clock, { serviceId: shop.idOf('cut'), date: '2028-01-03' })
		expect(beyond.joined).toEqual(refused('wait_day_closed'))
	})

	test('a sixth wait, and the twenty-first of a network within the hour, are refused', async () => {
		const { cut } = await fullShop()
		const guest = await desk.newGuest().begin(cut)
		const join = async (email: string, networkKey: string | null) =>
			joinSlotLine(deps(), {
				read: await readForJoining(deps(), {
					actor: null,
					draftId: guest.draftId,
					date: tuesday,
					email,
					now: desk.clock.now,
				}),
				date: tuesday,
				contact: { ...guest.contact, email },
				caller: { networkKey },
				isUnproven: false,
				now: desk.clock.now,
			})
		for (let i = 0; i < 20; i++) expect((await join(`waits${i}@example.com`, 'net')).ok).toBe(true)
		expect(await join('waits20@example.com', 'net')).toEqual(refused('too_many_slot_waits'))
		expect((await join('waits20@example.com', 'elsewhere')).ok).toBe(true)
		// Waiting twice is one place, and does not tell a stranger that the address waits.
		expect((await join('waits20@example.com', null)).ok).toBe(true)
		const places = await desk.rows('SELECT id FROM slot_waits WHERE email = ?', 'waits20@example.com')
		expect(places).toHaveLength(1)
	})

	test('an account whose address is not confirmed, and waits already, is mailed the link of that place', async () => {
		const { cut } = await fullShop()
		const person = await addSignedInPerson(desk.database(), { at: desk.clock.now, isVerified: false })
		const guest = await desk.newGuest().begin(cut)
		const contact = { firstName: 'Ada', lastName: 'Obi', email: person.email, phone: null }
		const asked = { draftId: guest.draftId, date: tuesday, now: desk.clock.now }
		const join = async (actor: typeof person.actor | null, email: string | null) =>
			joinSlotLine(deps(), {
				read: await readForJoining(deps(), { ...asked, actor, email }),
				date: tuesday,
				contact,
				caller: { ...(actor && { actor }), networkKey: null },
				isUnproven: true,
				now: desk.clock.now,
			})
		await join(null, person.email)
		await join(person.actor, null)
		const places = await desk.rows('SELECT id FROM slot_waits WHERE email = ?', person.email)
		const mailed = await desk.rows(
			`SELECT payload ->> 'waitId' AS id FROM outbox WHERE recipient_email = ?`,
			person.email,
		)
		expect(places).toHaveLength(1)
		expect(mailed).toEqual([...places, ...places])
	})

	test('an account has its time held once its address is confirmed; somebody else’s key opens nothing', async () => {
		const { cancel, run, cut } = await fullShop()
		const person = await addSignedInPerson(desk.database(), { at: desk.clock.now, isVerified: true })
		const other = await addSignedInPerson(desk.database(), { at: desk.clock.now, isVerified: true })
		const guest = await desk.newGuest().begin(cut)
		const contact = { firstName: 'Ada', lastName: 'Obi', email: person.email, phone: null }
		const asked = {
			actor: null,
			draftId: guest.draftId,
			date: tuesday,
			email: person.email,
			now: desk.clock.now,
		}
		const read = await readForJoining(deps(), asked)
		const joining = { read, date: tuesday, contact, now: desk.clock.now }
		// A stranger typed the address before: the account that has confirmed it takes the place.
		await joinSlotLine(deps(), { ...joining, caller: { networkKey: null }, isUnproven: true })
		await joinSlotLine(deps(), {
			...joining,
			caller: { actor: person.actor, networkKey: null },
			isUnproven: false,
		})
		await cancel(0)
		await run()
		const [wait] = await deps().booking.slotWaits.waitsOf({ ...person.actor, at: desk.clock.now })
		expect(wait).toMatchObject({ userId: person.userId, heldStartsAt: nine })
		expect(await deps().booking.slotWaits.waitOf(other.actor, wait?.id ?? '')).toBeNull()
		expect(await deps().booking.slotWaits.waitsOf(other.actor)).toEqual([])
		expect(await deps().booking.slotWaits.exportWaits(person.actor)).toHaveLength(1)
	})

	test('the first in line gets the next free time when a stranger is quicker at theirs', async () => {
		const { cut, cancel, waits } = await fullShop()
		const [first, second] = [await waits(), await waits()]
		await cancel(0)
		await cancel(1)
		const stranger = await desk.newGuest().begin(cut)
		const job = bookingDeps(desk.database().url)
		afterCalendar(job, () => stranger.hold(nine))
		desk.clock.now += MINUTE_MS
		await runLines(job, desk.clock)
		expect([await first.heldStart(), await second.heldStart()]).toEqual([nine + HOUR_MS, null])
	})

	test('two jobs at once offer a time once', async () => {
		const { cancel, waits } = await fullShop()
		const line = [await waits(), await waits(), await waits()]
		await cancel(0)
		desk.clock.now += MINUTE_MS
		const crowd = Array.from({ length: 4 }, () => bookingDeps(desk.database().url))
		await Promise.all(crowd.map((one) => runLines(one, desk.clock)))
		const held = await Promise.all(line.map((waiter) => waiter.heldStart()))
		expect(held).toEqual([nine, null, null])
	})

	test('the message is sent while the time is held, and not after', async () => {
		const { cancel, run, waits } = await fullShop()
		const waiter = await waits()
		await cancel(0)
		await run()
		const [row] = await desk.rows(
			`SELECT * FROM outbox WHERE kind = 'slot_offered' AND recipient_email = ?`,
			waiter.guest.contact.email,
		)
		const queued = {
			id: String(row?.id),
			kind: 'slot_offered',
			dedupeKey: '',
			recipientEmail: null,
			userId: null,
			chooser: null,
			unwantedTopics: [],
			payload: String(row?.payload),
			createdAt: desk.clock.now,
		}
		const sender = { name: 'Wakati', origin: 'https://wakati.example', supportContact: null }
		const messageDeps = { ...deps(), sender, cookieKeys: [linkKey] }
		const sent = await slotOfferedMessage.prepare(messageDeps, queued, desk.clock.now)
		expect(sent.ok && sent.value.letter.text).toMatch(/until 8:16 AM[\s\S]*9:00 AM[\s\S]*\/booking\/wait\/ey/)
		expect(sent.ok && sent.value.notice?.lockScreen).not.toMatch(/cut/)
		expect(await slotOfferedMessage.prepare(messageDeps, queued, desk.clock.now + 15 * MINUTE_MS)).toEqual(
			refused('offer_over'),
		)
	})
})
