import { beforeEach, expect, test } from 'vitest'
import { channels } from '#app/flows/lists/channels.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import { deliverMessages } from '#app/flows/messages/deliver-messages.server.ts'
import { texts } from '#app/flows/messages/sms-channel.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { accountDeps, linkKey } from '#tests/support/accounts.ts'
import { newContact, withBookingDesk } from '#tests/support/booking-desk.ts'
import { noPace } from '#tests/support/no-pace.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('sms')
const ten = lagos(tuesday, '10:00')
/** Browsers that show a message. */
let devices: string[]
let mails: string[]
beforeEach(async () => {
	devices = []
	mails = []
	texts.length = 0
})

/** Delivers a message about a visit: where it went. */
async function deliver({ kind, phone }: { kind: 'visit_reminder' | 'moved'; phone: string | null }) {
	const shop = await desk.newShop()
	const guest = await desk.newGuest(newContact()).begin(shop.idOf('cut'))
	await guest.hold(ten)
	const booked = await guest.book()
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	const { appointmentId } = booked.value
	await desk.rows('UPDATE outbox SET next_attempt_at = 253402214400000 WHERE sent_at IS NULL')
	const id = newId()
	await desk.deps.writeBatch([
		...desk.deps.messaging.outbox.insertMessage({
			id,
			kind,
			dedupeKey: id,
			recipientEmail: 'ada@example.com',
			recipientPhone: phone,
			payload: { appointmentId, startsAt: ten, hoursBefore: 24 },
			now: desk.clock.now,
		}),
	])
	if (devices.length > 0)
		await desk.rows(
			`INSERT INTO push_subscriptions (id, appointment_id, endpoint, p256dh, auth, created_at)
			VALUES (?, ?, ?, 'key', 'auth', 0)`,
			newId(),
			appointmentId,
			devices[0] ?? '',
		)
	const delivery = await deliverMessages(
		{
			...desk.deps,
			...accountDeps(desk.database().url),
			messages,
			channels,
			provider: {
				name: 'http',
				send: async ({ to }) => {
					mails.push(to)
					return { outcome: 'sent' }
				},
			},
			pace: noPace,
			push: { publicKey: '', send: async () => ({ outcome: 'taken' }) },
			sender: { name: 'Wakati', origin: 'https://wakati.example', supportContact: null },
			cookieKeys: [linkKey],
			now: () => desk.clock.now,
			log: () => {},
		},
		10,
	)
	expect(delivery).toEqual({ sent: 1, waiting: 0, dropped: 0 })
	return { texts: texts.map(({ to }) => to), mails }
}

test('a reminder that no device shows is texted, and no mail goes', async () => {
	expect(await deliver({ kind: 'visit_reminder', phone: '+2348031234567' })).toEqual({
		texts: ['+2348031234567'],
		mails: [],
	})
	expect(texts[0]?.words).toMatch(/^Your visit is tomorrow at 10:00 AM\. /)
})

test('one that a device shows is not texted', async () => {
	devices = ['https://push.example/device']
	expect(await deliver({ kind: 'visit_reminder', phone: '+2348031234567' })).toEqual({ texts: [], mails: [] })
})

test('what has no number, and what is told always, goes by mail', async () => {
	expect(await deliver({ kind: 'visit_reminder', phone: null })).toEqual({
		texts: [],
		mails: ['ada@example.com'],
	})
	mails = []
	expect(await deliver({ kind: 'moved', phone: '+2348031234567' })).toEqual({
		texts: [],
		mails: ['ada@example.com'],
	})
})
