import { beforeEach, describe, expect, test } from 'vitest'
import { readBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import type { OutgoingMail } from '#app/domain/messaging/mail-provider.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { completeAppointment, undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { writeReview } from '#app/flows/booking/reviews.server.ts'
import { channels } from '#app/flows/lists/channels.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import { deliverMessages } from '#app/flows/messages/deliver-messages.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { accountDeps, addSignedInPerson, linkKey, type Person } from '#tests/support/accounts.ts'
import { newContact, withBookingDesk } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { noPace } from '#tests/support/no-pace.ts'
import { lagos, mondayMorningAt, type SmallShop, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('told')
const { clock } = desk
const three = lagos(tuesday, '15:00')
const wednesday = '2026-11-25'

let sent: OutgoingMail[]
beforeEach(async () => {
	clock.now = mondayMorningAt
	sent = []
	await desk.rows('UPDATE outbox SET next_attempt_at = 253402214400000 WHERE sent_at IS NULL')
})

/** Delivers what is due at an instant, and gives the subjects of the mails. */
async function deliverAt(at: number): Promise<string[]> {
	clock.now = at
	const before = sent.length
	await deliverMessages(
		{
			...desk.deps,
			...accountDeps(desk.database().url),
			messages,
			channels,
			provider: {
				name: 'http',
				send: async (mail) => {
					sent.push(mail)
					return { outcome: 'sent' }
				},
			},
			pace: noPace,
			push: null,
			sender: { name: 'Wakati', origin: 'https://wakati.example', supportContact: null },
			cookieKeys: [linkKey],
			now: () => clock.now,
			log: () => {},
		},
		10,
	)
	return sent.slice(before).map(({ subject }) => subject)
}

/** A visit on Tuesday at three; its own mail is out. */
async function appointmentAtThree(
	person: Person | null = null,
	plan: Parameters<typeof desk.newShop>[0] = {},
) {
	const shop = await desk.newShop(plan)
	const contact = { ...newContact(), ...(person && { email: person.email }) }
	const guest = await desk.newGuest(contact).begin(shop.idOf('cut'))
	await guest.hold(three)
	const booked = await guest.book({}, {}, { userId: person?.userId ?? null })
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	const { appointmentId } = booked.value
	expect(await deliverAt(clock.now)).toEqual([expect.stringMatching(/^Booking Confirmed!/)])
	return { shop, appointmentId, contact, referenceNumber: await referenceOf(appointmentId) }
}

async function referenceOf(appointmentId: string) {
	const [row] = await desk.rows('SELECT reference_number FROM appointments WHERE id = ?', appointmentId)
	return String(row?.reference_number)
}

const asked = (shop: SmallShop, referenceNumber: string) => ({
	shopId: shop.id,
	referenceNumber,
	now: clock.now,
})
const reminder = expect.stringMatching(/^Reminder: /)

describe('a reminder', () => {
	test('comes a day and two hours before a visit, by mail and at the bell, and says when it is', async () => {
		const person = await addSignedInPerson(desk.database(), { at: clock.now, isVerified: true })
		await appointmentAtThree(person)
		expect(await deliverAt(three - DAY_MS - 1)).toEqual([])
		expect(await deliverAt(three - DAY_MS)).toEqual([reminder])
		expect(sent.at(-1)?.text).toContain('Your visit is tomorrow at 3:00 PM')
		expect(await deliverAt(three - 2 * HOUR_MS)).toEqual([reminder])
		expect(sent.at(-1)?.text).toContain('Your visit is today at 3:00 PM')
		const actor = { ...person.actor, at: clock.now }
		const told = await desk.deps.messaging.notifications.list(actor, { after: null, limit: 9 })
		expect(told.map(({ title }) => title)).toEqual([
			'Your visit is today at 3:00 PM',
			'Your visit is tomorrow at 3:00 PM',
			'Booking confirmed',
		])
		expect(told.some(({ path }) => path.includes('visit='))).toBe(false)
		expect(await desk.deps.messaging.notifications.bell(actor)).toMatchObject({ unseen: 3, seenAt: 0 })
	})

	test('R42: does not come for a visit that was cancelled, nor at the old time of one that was moved', async () => {
		const cancelled = await appointmentAtThree()
		const moved = await appointmentAtThree()
		await cancelAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId: cancelled.appointmentId },
			now: clock.now,
		})
		const startsAt = lagos(wednesday, '10:00')
		await moveAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId: moved.appointmentId },
			startsAt,
			now: clock.now,
		})
		await deliverAt(clock.now)
		expect(await deliverAt(three - DAY_MS)).toEqual([])
		expect(await deliverAt(three - 2 * HOUR_MS)).toEqual([reminder])
		expect(sent.at(-1)?.text).toContain('Your visit is tomorrow at 10:00 AM')
		expect(await deliverAt(startsAt - 2 * HOUR_MS)).toEqual([reminder])
	})

	test('that could not be sent until the next one is due is not sent any more', async () => {
		await appointmentAtThree()
		expect(await deliverAt(three - 2 * HOUR_MS)).toEqual([reminder])
		expect(await deliverAt(three)).toEqual([])
	})

	test('is not sent to who does not want any; news of a booking are', async () => {
		const person = await addSignedInPerson(desk.database(), { at: clock.now, isVerified: true })
		const { contact: guest } = await appointmentAtThree()
		await appointmentAtThree(person)
		await desk.deps.writeBatch([
			...desk.deps.messaging.optOuts.chooseUnwanted({ ...person.actor, at: clock.now }, [
				'reminders',
				'plans',
			]),
			desk.deps.messaging.optOuts.optOut({ subject: guest.email, topic: 'reminders' }, clock.now),
		])
		expect(await deliverAt(three - DAY_MS)).toEqual([])
		expect(await desk.deps.messaging.optOuts.unwantedTopics(person.actor)).toEqual(['plans', 'reminders'])
	})

	test('who wants reminders again gets those alone, and of no other person', async () => {
		const { optOuts } = desk.deps.messaging
		const [one, other] = [newContact().email, newContact().email]
		await desk.deps.writeBatch([
			optOuts.optOut({ subject: one, topic: 'reminders' }, clock.now),
			optOuts.optOut({ subject: one, topic: 'rewards' }, clock.now),
			optOuts.optOut({ subject: other, topic: 'reminders' }, clock.now),
		])
		await desk.deps.writeBatch([optOuts.optIn({ subject: one, topic: 'reminders' })])
		const left = await desk.rows(
			'SELECT subject, topic FROM message_opt_outs WHERE subject IN (?, ?) ORDER BY topic',
			...[one, other],
		)
		expect(left).toEqual([
			{ subject: other, topic: 'reminders' },
			{ subject: one, topic: 'rewards' },
		])
	})

	test('D33: takes no mail away from another booking; nobody gets more than five a day at an unproven address', async () => {
		const contact = newContact()
		for (let i = 0; i < 4; i++) {
			const shop = await desk.newShop()
			const guest = await desk.newGuest(contact).begin(shop.idOf('cut'))
			await guest.hold(lagos(tuesday, `${10 + i}:00`))
			expect((await guest.book()).ok).toBe(true)
		}
		expect(await deliverAt(clock.now)).toHaveLength(4)
		expect(await deliverAt(lagos('2026-11-23', '20:00'))).toEqual([reminder])
		expect(await deliverAt(lagos(tuesday, '09:30'))).toEqual([reminder, reminder])
	})
})

describe('quiet hours', () => {
	test.each([
		['20:59', 1],
		['21:00', 0],
		['23:59', 0],
	])('what the shop does at %s is told then (%i), or at seven', async (time, count) => {
		const { shop, referenceNumber } = await appointmentAtThree()
		clock.now = lagos('2026-11-23', time)
		await cancelAppointment(
			{ ...desk.deps, log: () => {} },
			{ by: { kind: 'shop', ...asked(shop, referenceNumber), reason: 'Power cut' }, now: clock.now },
		)
		expect(await deliverAt(clock.now)).toHaveLength(count)
		expect(await deliverAt(lagos(tuesday, '06:59'))).toEqual([])
		expect(await deliverAt(lagos(tuesday, '07:00'))).toHaveLength(1 - count)
	})

	test('keep no one from reading at the bell what the shop just did, and it stands there once', async () => {
		const customer = await addSignedInPerson(desk.database(), { at: clock.now })
		const { shop, referenceNumber } = await appointmentAtThree(customer)
		clock.now = lagos('2026-11-23', '22:00')
		await cancelAppointment(
			{ ...desk.deps, log: () => {} },
			{ by: { kind: 'shop', ...asked(shop, referenceNumber), reason: 'Power cut' }, now: clock.now },
		)
		const atBell = (at: number) =>
			desk.deps.messaging.notifications.list({ ...customer.actor, at }, { after: null, limit: 1 })
		expect(await deliverAt(clock.now)).toEqual([])
		const told = [expect.objectContaining({ title: 'The shop cancelled your booking', toldAt: clock.now })]
		expect(await atBell(clock.now)).toEqual(told)
		expect(await deliverAt(lagos(tuesday, '07:00'))).toHaveLength(1)
		expect(await atBell(clock.now)).toEqual(told)
	})

	test('do not keep back what the customer just did, nor news of a visit that begins before they end', async () => {
		const own = await appointmentAtThree()
		const early = await appointmentAtThree(null, {
			hours: [300, 1_080],
			staff: { Ada: { hours: [300, 1_080] } },
		})
		await moveAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId: early.appointmentId },
			startsAt: lagos(wednesday, '06:30'),
			now: clock.now,
		})
		await deliverAt(clock.now)
		clock.now = lagos(tuesday, '06:00')
		await cancelAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId: own.appointmentId },
			now: clock.now,
		})
		expect(await deliverAt(clock.now)).toEqual([expect.stringMatching(/^Booking Cancelled/)])
		clock.now = lagos(wednesday, '04:00')
		await moveAppointment(desk.deps, {
			by: { kind: 'shop', ...asked(early.shop, early.referenceNumber) },
			startsAt: lagos(wednesday, '05:30'),
			now: clock.now,
		})
		expect(await deliverAt(clock.now)).toEqual([expect.stringMatching(/^Booking Moved/)])
	})
})

describe('B9: a reward', () => {
	const earned = async () => {
		const customer = await newLoyalCustomer(desk.database(), desk.deps, clock)
		const appointment = await appointmentAtThree(customer)
		const card = { visitsRequired: 5, milestones: [{ at: 1 }] }
		await customer.join(await addProgram(desk.database(), { shopId: appointment.shop.id, card }))
		clock.now = three + HOUR_MS
		const done = await completeAppointment(desk.deps, {
			...asked(appointment.shop, appointment.referenceNumber),
			isPaid: true,
		})
		expect(done).toMatchObject({ ok: true, value: { rewards: ['Reward at 1'] } })
		return { ...appointment, customer }
	}

	test('is told the moment it is earned, by mail and at the bell, with the way to My Rewards', async () => {
		const { shop, customer } = await earned()
		expect(await deliverAt(clock.now)).toEqual([
			expect.stringMatching(new RegExp(`^You earned Reward at 1 at .*${shop.id}$`)),
		])
		expect(sent.at(-1)?.text).toContain('https://wakati.example/rewards')
		const told = await desk.deps.messaging.notifications.list(
			{ ...customer.actor, at: clock.now },
			{ after: null, limit: 1 },
		)
		expect(told).toEqual([
			expect.objectContaining({ title: 'You earned Reward at 1', path: '/rewards', toldAt: clock.now }),
		])
	})

	test('is not told of when its visit was not completed after all, nor to a customer who does not want it', async () => {
		const undone = await earned()
		expect((await undoAppointment(desk.deps, asked(undone.shop, undone.referenceNumber))).ok).toBe(true)
		expect(await deliverAt(clock.now)).toEqual([])
		clock.now = mondayMorningAt
		const { customer } = await earned()
		await desk.deps.writeBatch(
			desk.deps.messaging.optOuts.chooseUnwanted({ ...customer.actor, at: clock.now }, ['rewards']),
		)
		expect(await deliverAt(clock.now)).toEqual([])
	})

	test('is told again when its visit is completed again', async () => {
		const { shop, referenceNumber } = await earned()
		await undoAppointment(desk.deps, asked(shop, referenceNumber))
		await deliverAt(clock.now)
		clock.now += MINUTE_MS
		await completeAppointment(desk.deps, { ...asked(shop, referenceNumber), isPaid: true })
		expect(await deliverAt(clock.now)).toEqual([expect.stringMatching(/^You earned /)])
	})
})

describe('How was it?', () => {
	const complete = async (shop: SmallShop, referenceNumber: string, at: number) => {
		clock.now = at
		return completeAppointment(desk.deps, { ...asked(shop, referenceNumber), isPaid: true })
	}
	const question = expect.stringMatching(/^How was /)

	test('is asked a day after the visit, with stars that open the review of that visit alone', async () => {
		const { shop, referenceNumber, appointmentId } = await appointmentAtThree()
		const doneAt = three + HOUR_MS
		await complete(shop, referenceNumber, doneAt)
		expect(await deliverAt(doneAt + DAY_MS - MINUTE_MS)).toEqual([])
		expect(await deliverAt(doneAt + DAY_MS)).toEqual([question])
		const { text, headers } = sent.at(-1) ?? {}
		const links = [...(text ?? '').matchAll(/review\?visit=(\S+)&rating=(\d)/g)]
		expect(links.map(([, , stars]) => stars)).toEqual(['5', '4', '3', '2', '1'])
		expect(await readBookingLink([linkKey], links[0]?.[1] ?? '')).toBe(appointmentId)
		expect(headers).toEqual({
			'List-Unsubscribe': expect.stringMatching(/^<https:\/\/wakati\.example\/messages\/[\w.-]+>$/),
			'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
		})
	})

	test('falls before the night, and not on a visit that is reviewed or was not completed after all', async () => {
		const late = await appointmentAtThree()
		const reviewed = await appointmentAtThree()
		const undone = await appointmentAtThree()
		const night = lagos(tuesday, '22:30')
		for (const { shop, referenceNumber } of [late, reviewed, undone])
			await complete(shop, referenceNumber, night)
		const review = { appointmentId: reviewed.appointmentId, rating: 5, comment: '' }
		expect((await writeReview(desk.deps, null, review, clock.now)).ok).toBe(true)
		await undoAppointment(desk.deps, asked(undone.shop, undone.referenceNumber))
		expect(await deliverAt(lagos(wednesday, '20:30'))).toEqual([question])
		expect(sent.at(-1)?.to).toBe(late.contact.email)
	})
})

test('nobody sees, or marks as seen, what another account was told', async () => {
	const [owner, stranger] = [
		await addSignedInPerson(desk.database(), { at: clock.now, isVerified: true }),
		await addSignedInPerson(desk.database(), { at: clock.now, isVerified: true }),
	]
	await appointmentAtThree(owner)
	const { notifications } = desk.deps.messaging
	const { writeBatch } = desk.deps
	const at = clock.now + 1
	expect(await notifications.list({ ...stranger.actor, at }, { after: null, limit: 9 })).toEqual([])
	await writeBatch([notifications.markSeen({ ...stranger.actor, at }, at)])
	expect(await notifications.bell({ ...owner.actor, at })).toMatchObject({ unseen: 1 })
	await writeBatch([notifications.markSeen({ ...owner.actor, at }, at)])
	expect(await notifications.bell({ ...owner.actor, at })).toMatchObject({ unseen: 0 })
	// A page opened earlier does not undo what was seen since.
	await writeBatch([notifications.markSeen({ ...owner.actor, at }, 1)])
	expect(await notifications.bell({ ...owner.actor, at })).toMatchObject({ unseen: 0, seenAt: at })
	expect(await notifications.bell({ sessionHash: 'nobody', at })).toBeNull()
})
