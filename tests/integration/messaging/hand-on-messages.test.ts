import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createHttpMailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { channels } from '#app/flows/lists/channels.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import {
	type DeliverMessagesDeps,
	deliverAllDue,
	deliverHandedOn,
} from '#app/flows/messages/deliver-messages.server.ts'
import { writeAndClaim } from '#app/flows/messages/hand-on-messages.server.ts'
import { messageKind } from '#app/flows/messages/message-kind.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { type Sandbox, startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { linkKey } from '#tests/support/accounts.ts'
import { loseAnswer } from '#tests/support/around-a-write.ts'
import { refused, withBookingDesk } from '#tests/support/booking-desk.ts'
import { noPace } from '#tests/support/no-pace.ts'
import { lagos, monday, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('handed')
const { clock, database } = desk

let sandbox: Sandbox
beforeAll(async () => {
	sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

/** What was handed on and not yet delivered, with what delivers it. */
let handed: { delivery: DeliverMessagesDeps; messages: ClaimedMessage[] }[]
/** The trips of deliveries, not those of the flows. */
let trips: number

/** A kind that can be chosen away. */
const news = messageKind({
	kind: 'news',
	topic: 'rewards',
	payload: z.object({}),
	isStillTrue: async () => accepted(null),
	letter: () => ({ subject: 'News', text: 'news', html: '<p>news</p>' }),
})

function openDelivery() {
	const opened = openDatabase({ url: database().url, onTrip: () => trips++ })
	const provider = createHttpMailProvider({
		apiUrl: sandbox.url,
		apiKey: 'key',
		from: 'Wakati <hello@wakati.example>',
	})
	return {
		...createRepositories(opened),
		messages: [...messages, news],
		channels,
		provider,
		pace: noPace,
		push: null,
		sender: { name: 'Wakati', origin: 'https://wakati.example', supportContact: null },
		cookieKeys: [linkKey],
		now: () => clock.now,
		log: () => {},
	}
}

beforeEach(async () => {
	handed = []
	trips = 0
	sandbox.mail.setBehaviour('answer')
	// What an earlier test left waiting is not this one's.
	await database().rows('UPDATE outbox SET next_attempt_at = 253402214400000 WHERE sent_at IS NULL')
	const { writeBatch } = desk.deps
	desk.deps = {
		...desk.deps,
		async writeBatch(batch) {
			const delivery = openDelivery()
			const result = await writeAndClaim(writeBatch, batch, delivery)
			if (result.claimed.length > 0) handed.push({ delivery, messages: result.claimed })
			return result.written
		},
	}
})

/** What a request does beside its answer. */
async function deliverHanded() {
	const done = []
	for (const one of handed.splice(0)) done.push(await deliverHandedOn(one.delivery, one.messages))
	return done
}

const cron = () => deliverAllDue(openDelivery())

const nothing = { sent: 0, waiting: 0, dropped: 0 }
const oneSent = { sent: 1, waiting: 0, dropped: 0 }
const mailsOf = (key: string) => sandbox.mail.mails.filter((mail) => mail.idempotencyKey === key)
const askedFor = (key: string) => sandbox.mail.requestKeys.filter((asked) => asked === key).length
const messageOf = async (key: string) =>
	(await database().rows('SELECT * FROM outbox WHERE dedupe_key = ?', key))[0]

async function bookAtTen(shopEmail: string | null = null) {
	const shop = await desk.newShop()
	if (shopEmail) await database().rows('UPDATE shops SET email = ? WHERE id = ?', shopEmail, shop.id)
	const guest = await desk.atCheckout(shop.idOf('cut'))
	const booked = await guest.book()
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	const { appointmentId } = booked.value
	return { shop, guest, appointmentId, key: `booked:${appointmentId}` }
}

describe('a booking', () => {
	test('claims its mails in its own write; one trip reads what they tell, and one records them', async () => {
		const { appointmentId, key } = await bookAtTen('shop@example.com')
		expect(await messageOf(key)).toMatchObject({
			attempt_count: 1,
			next_attempt_at: clock.now + MINUTE_MS,
			waiting_since: clock.now,
			sent_at: null,
		})
		expect(await deliverHanded()).toEqual([{ sent: 2, waiting: 0, dropped: 0 }])
		expect(trips).toBe(2)
		for (const sent of [key, `shop-booked:${appointmentId}`]) {
			expect(mailsOf(sent)).toHaveLength(1)
			expect(await messageOf(sent)).toMatchObject({ sent_at: clock.now })
		}
	})

	test('that is refused hands nothing on and queues nothing', async () => {
		const shop = await desk.newShop()
		const loser = await desk.atCheckout(shop.idOf('cut'))
		await database().rows('DELETE FROM holds WHERE draft_id = ?', loser.draftId)
		const winner = await desk.atCheckout(shop.idOf('cut'))
		expect((await winner.book()).ok).toBe(true)
		handed = []
		const { calendar } = desk.deps.availability
		// The loser has read the calendar before the winner wrote: the write alone refuses.
		desk.deps.availability.calendar = {
			...calendar,
			calendarOf: async (...asked) => {
				const read = await calendar.calendarOf(...asked)
				return { ...read, rows: { ...read.rows, busy: [] } }
			},
		}
		expect(await loser.book()).toEqual(refused('slot_taken'))
		expect(handed).toEqual([])
		const queued = 'SELECT id FROM outbox WHERE recipient_email = ?'
		expect(await database().rows(queued, loser.contact.email)).toEqual([])
	})

	test('to an address that had its mails of the day is not handed on (D33)', async () => {
		const contact = { firstName: 'Full', lastName: 'Box', email: 'full@example.com', phone: '+2348030000999' }
		for (let mail = 0; mail < 5; mail++)
			await database().rows(
				`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at, sent_at)
					VALUES (?, 'news', ?, ?, '{}', ?, ?, ?)`,
				...[`full-${mail}`, `full:${mail}`, contact.email, clock.now - 1, clock.now - 1, clock.now - 1],
			)
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'), 'any', contact)
		const booked = await guest.book()
		expect(booked.ok).toBe(true)
		expect(handed).toEqual([])
		const [row] = await database().rows(
			`SELECT withheld_at, attempt_count FROM outbox WHERE kind = 'booked' AND recipient_email = ?`,
			contact.email,
		)
		expect(row).toEqual({ withheld_at: clock.now, attempt_count: 0 })
	})
})

describe('no message has two senders', () => {
	test('the cron leaves alone what a request was handed, while the claim lasts', async () => {
		const { key } = await bookAtTen()
		clock.now += MINUTE_MS - 1
		expect(await cron()).toEqual(nothing)
		expect(await deliverHanded()).toEqual([oneSent])
		clock.now += DAY_MS
		await cron()
		expect(askedFor(key)).toBe(1)
	})

	test('a Worker that dies after the commit leaves its mail to the cron, when the claim runs out', async () => {
		const { key } = await bookAtTen()
		handed = []
		clock.now += MINUTE_MS
		expect(await cron()).toEqual(oneSent)
		expect(mailsOf(key)).toHaveLength(1)
		expect(await messageOf(key)).toMatchObject({ attempt_count: 2, sent_at: clock.now })
	})

	test('a provider that fails beside the answer is asked by the cron a minute later', async () => {
		const { key } = await bookAtTen()
		sandbox.mail.setBehaviour('fail')
		expect(await deliverHanded()).toEqual([{ sent: 0, waiting: 1, dropped: 0 }])
		expect(await messageOf(key)).toMatchObject({ attempt_count: 1, next_attempt_at: clock.now + MINUTE_MS })
		sandbox.mail.setBehaviour('answer')
		clock.now += MINUTE_MS
		expect(await cron()).toEqual(oneSent)
		expect(mailsOf(key)).toHaveLength(1)
	})

	test('a booking whose answer was lost is mailed once', async () => {
		const shop = await desk.newShop()
		const guest = await desk.atCheckout(shop.idOf('cut'))
		loseAnswer(desk.deps)
		const booked = await guest.book()
		if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
		await deliverHanded()
		clock.now += MINUTE_MS
		await cron()
		expect(askedFor(`booked:${booked.value.appointmentId}`)).toBe(1)
	})

	test('a message that was queued before is claimed by no second write', async () => {
		const queue = () =>
			desk.deps.writeBatch(
				desk.deps.messaging.outbox.insertAccountReceipt({
					id: newId(),
					userId: 'an-account',
					email: 'twice@example.com',
					dedupeKey: 'receipt:twice',
					payload: { holderId: 'an-account' },
					now: clock.now,
				}),
			)
		await queue()
		await queue()
		expect(handed.map((one) => one.messages.length)).toEqual([1])
	})
})

/** A message that can be chosen away, to an address. */
const queueNews = (email: string) =>
	desk.deps.writeBatch(
		desk.deps.messaging.outbox.insertMessage({
			id: newId(),
			kind: 'news',
			dedupeKey: `news:${email}`,
			recipientEmail: email,
			recipientPhone: null,
			payload: {},
			now: clock.now,
		}),
	)

describe('what is checked when a message is sent counts for one that was handed on', () => {
	test('what its receiver does not want is not sent', async () => {
		const email = 'unwanted@example.com'
		await desk.deps.writeBatch([
			desk.deps.messaging.optOuts.optOut({ subject: email, topic: 'rewards' }, clock.now),
		])
		await queueNews(email)
		expect(await deliverHanded()).toEqual([{ sent: 0, waiting: 0, dropped: 1 }])
		expect(mailsOf(`news:${email}`)).toEqual([])
	})

	test('D49: what the shop did in the quiet hours waits for their end', async () => {
		const { shop, appointmentId } = await bookAtTen()
		await deliverHanded()
		clock.now = lagos(monday, '22:00')
		const [row] = await database().rows(
			'SELECT reference_number FROM appointments WHERE id = ?',
			appointmentId,
		)
		const by = { kind: 'shop', shopId: shop.id, referenceNumber: String(row?.reference_number) } as const
		await cancelAppointment(desk.deps, { by: { ...by, reason: 'Power cut' }, now: clock.now })
		expect(await deliverHanded()).toEqual([nothing])
		const key = `cancelled:${appointmentId}`
		expect(mailsOf(key)).toEqual([])
		expect(await messageOf(key)).toMatchObject({ next_attempt_at: lagos(tuesday, '07:00'), sent_at: null })
	})

	test('a cancellation is told with what it wrote, and the booking before it no more (R42)', async () => {
		const { appointmentId, key } = await bookAtTen()
		// The booking's delivery never began.
		handed = []
		await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: clock.now })
		expect(await deliverHanded()).toEqual([oneSent])
		expect(mailsOf(`cancelled:${appointmentId}`)[0]?.text).toContain('Your booking has been cancelled.')
		clock.now += MINUTE_MS
		expect(await cron()).toEqual({ sent: 0, waiting: 0, dropped: 1 })
		expect(mailsOf(key)).toEqual([])
	})

	test('a person who was erased before the claim ran out gets nothing (S18)', async () => {
		const email = 'erased@example.com'
		await queueNews(email)
		handed = []
		await desk.deps.writeBatch([desk.deps.messaging.outbox.deleteMessagesTo([email])])
		clock.now += MINUTE_MS
		expect(await cron()).toEqual(nothing)
		expect(askedFor(`news:${email}`)).toBe(0)
	})
})
