import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveryDeps } from '#app/after-write.server.ts'
import { readBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { createHttpMailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import { createPushSender } from '#app/domain/messaging/push-sender.server.ts'
import { channels } from '#app/flows/lists/channels.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import { keepPushSubscription } from '#app/flows/messages/bell-and-push.server.ts'
import {
	type DeliverMessagesDeps,
	deliverAllDue,
	deliverHandedOn,
	deliverMessages,
} from '#app/flows/messages/deliver-messages.server.ts'
import { reportLate, writeAndClaim } from '#app/flows/messages/hand-on-messages.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { ownAppointmentPath } from '#app/kernel/booking-paths.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { newVapidSettings } from '#scripts/local/vapid-settings.ts'
import { type Sandbox, startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { actorOf, addAccount, linkKey } from '#tests/support/accounts.ts'
import { newGuest } from '#tests/support/booking-desk.ts'
import { type BookingDeps, bookingDeps } from '#tests/support/flow-deps.ts'
import { noPace } from '#tests/support/no-pace.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const clock = { now: mondayMorningAt }
const vapid = newVapidSettings()
const keys = {
	publicKey: vapid.VAPID_PUBLIC_KEY,
	privateKey: vapid.VAPID_PRIVATE_KEY,
	subject: vapid.VAPID_SUBJECT,
}
const ten = lagos(tuesday, '10:00')

let sandbox: Sandbox
let deps: BookingDeps
let lines: string[]
let shopCount = 0
beforeAll(async () => {
	sandbox = await startSandbox()
	deps = bookingDeps(database().url)
})
afterAll(() => sandbox.close())
beforeEach(async () => {
	lines = []
	sandbox.push.setStatus(null)
	await database().rows('UPDATE outbox SET next_attempt_at = 253402214400000 WHERE sent_at IS NULL')
})

async function bookAtTen() {
	const shop = await addSmallShop(database().client, `push${++shopCount}`)
	const guest = await newGuest(deps, clock).begin(shop.idOf('cut'))
	await guest.hold(ten)
	const booked = await guest.book()
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	await database().rows('UPDATE outbox SET next_attempt_at = 253402214400000 WHERE sent_at IS NULL')
	return { appointmentId: booked.value.appointmentId, email: guest.contact.email }
}

/** An account with the booking as its own, signed in on a number of browsers. */
async function bookAsClient(browsers = 1) {
	const { appointmentId, email } = await bookAtTen()
	const { userId } = await addAccount(database())
	await database().change(
		'UPDATE clients SET user_id = ? WHERE id = (SELECT client_id FROM appointments WHERE id = ?)',
		userId,
		appointmentId,
	)
	const actors: Actor[] = []
	for (let i = 0; i < browsers; i++) actors.push(await signIn(userId))
	return { appointmentId, email, userId, actors }
}

async function signIn(userId: string): Promise<Actor> {
	const actor = actorOf(newId(), clock.now)
	const { sessions } = deps.identity
	const { writeBatch } = deps
	const session = { tokenHash: actor.sessionHash, id: newId(), userId, deviceLabel: 'Chrome on Android' }
	await writeBatch([
		sessions.insertSession({ ...session, now: clock.now, expiresAt: clock.now + 14 * DAY_MS }),
	])
	return actor
}

async function keep(appointmentId: string, actor: Actor | null, endpoint?: string) {
	const { endpoint: own, keys: address } = sandbox.push.newDevice(keys.publicKey)
	const kept = await keepPushSubscription(deps, {
		actor,
		appointmentId,
		address: { endpoint: endpoint ?? own, ...address },
		isProduction: endpoint !== undefined,
		now: clock.now,
	})
	return { endpoint: own, result: kept.ok ? 'kept' : kept.refusal }
}

/** The dependencies of a delivery, with mail or without. */
const delivery = ({ hasMail = true } = {}): DeliverMessagesDeps => ({
	...deps,
	messages,
	channels,
	provider: hasMail
		? createHttpMailProvider({ apiUrl: sandbox.url, apiKey: 'key', from: 'hello@wakati.example' })
		: null,
	pace: noPace,
	// A real sender's clock: the sandbox looks at the end of the token.
	push: createPushSender(keys, { isProduction: false, now: Date.now }),
	sender: { name: 'Wakati', origin: 'https://wakati.example', supportContact: null },
	cookieKeys: [linkKey],
	now: () => clock.now,
	log: (line) => lines.push(line),
})

type Booking = { appointmentId: string; email: string }

const newReminder = ({ appointmentId, email }: Booking, id = newId()) =>
	deps.messaging.outbox.insertMessage({
		id,
		kind: 'visit_reminder',
		dedupeKey: `test:${id}`,
		recipientEmail: email,
		recipientPhone: null,
		payload: { appointmentId, startsAt: ten, hoursBefore: 24 },
		now: clock.now,
	})

/** Gives what came to devices and to the mailbox during `act`. */
async function arrivedBy(act: () => Promise<unknown>) {
	const pushesBefore = sandbox.push.pushes.length
	const mailsBefore = sandbox.mail.mails.length
	await act()
	return { pushes: sandbox.push.pushes.slice(pushesBefore), mails: sandbox.mail.mails.length - mailsBefore }
}

/** Queues the reminder and delivers. */
async function remind(booking: Booking) {
	await deps.writeBatch(newReminder(booking))
	return arrivedBy(() => deliverMessages(delivery(), 10))
}

const countOf = async (appointmentId: string) =>
	(await database().rows('SELECT 1 FROM push_subscriptions WHERE appointment_id = ?', appointmentId)).length

describe('a reminder', () => {
	test('comes to the phone of a client who asked for it, and no mail beside it', async () => {
		const appointment = await bookAsClient()
		expect((await keep(appointment.appointmentId, appointment.actors[0] ?? null)).result).toBe('kept')
		const { pushes, mails } = await remind(appointment)
		expect(mails).toBe(0)
		expect(pushes).toMatchObject([
			{
				headers: {
					urgency: 'normal',
					ttl: String((ten - clock.now) / 1_000 > 86_400 ? 86_400 : (ten - clock.now) / 1_000),
				},
				message: {
					title: 'Wakati',
					body: expect.stringMatching(/^Your visit is tomorrow at 10:00/),
					path: ownAppointmentPath(appointment.appointmentId),
				},
			},
		])
		// Others may see a lock screen.
		expect(JSON.stringify(pushes)).not.toMatch(/cut|₦|shop/i)
	})

	test('opens a guest’s own booking by its link, which only that browser can read', async () => {
		const appointment = await bookAtTen()
		expect((await keep(appointment.appointmentId, null)).result).toBe('kept')
		const { pushes, mails } = await remind(appointment)
		expect(mails).toBe(0)
		const token = new URL(pushes[0]?.message.path ?? '', 'https://wakati.example').searchParams.get('visit')
		expect(await readBookingLink([linkKey], token ?? '')).toBe(appointment.appointmentId)
	})

	test('goes by mail where no phone takes it: none asked, one that is gone, one whose service is busy', async () => {
		const appointment = await bookAtTen()
		expect(await remind(appointment)).toEqual({ pushes: [], mails: 1 })
		const { endpoint } = await keep(appointment.appointmentId, null)
		for (const status of [429, 403]) {
			sandbox.push.setStatus(status)
			expect(await remind(appointment)).toEqual({ pushes: [], mails: 1 })
		}
		expect(await countOf(appointment.appointmentId)).toBe(1)
		expect(lines.join()).toContain('was not pushed: HTTP 429')
		// The address of a browser grants sending to it.
		expect(lines.join()).not.toContain(endpoint)
		sandbox.push.setStatus(null)
		sandbox.push.endDevice(endpoint)
		expect(await remind(appointment)).toEqual({ pushes: [], mails: 1 })
		expect(await countOf(appointment.appointmentId)).toBe(0)
	})

	test('goes to no server that is none of the known services, though its row says so', async () => {
		const appointment = await bookAtTen()
		await keep(appointment.appointmentId, null)
		await database().change(
			'UPDATE push_subscriptions SET endpoint = ? WHERE appointment_id = ?',
			'https://attacker.example/push',
			appointment.appointmentId,
		)
		expect(await remind(appointment)).toEqual({ pushes: [], mails: 1 })
		expect(lines.join()).toContain('unknown service')
	})
})

describe('who is told', () => {
	test('nobody at a server that is no push service', async () => {
		const { appointmentId } = await bookAtTen()
		expect((await keep(appointmentId, null, 'https://attacker.example/push')).result).toBe(
			'unknown_push_service',
		)
		expect(await countOf(appointmentId)).toBe(0)
	})

	test('nobody but its owner of an account’s booking, whoever holds its link', async () => {
		const appointment = await bookAsClient()
		const stranger = await signIn((await addAccount(database())).userId)
		expect((await keep(appointment.appointmentId, stranger)).result).toBe('appointment_not_found')
		expect((await keep(appointment.appointmentId, null)).result).toBe('appointment_not_found')
		expect(await remind(appointment)).toEqual({ pushes: [], mails: 1 })
		const mayAsk = (actor: Actor | null) =>
			deps.messaging.pushSubscriptions.mayOfferPush(actor, appointment.appointmentId)
		expect(
			await Promise.all([mayAsk(stranger), mayAsk(null), mayAsk(appointment.actors[0] ?? null)]),
		).toEqual([false, false, true])
	})

	test('no browser that has signed out, and none that its owner switched off', async () => {
		const appointment = await bookAsClient(3)
		for (const actor of appointment.actors) await keep(appointment.appointmentId, actor)
		const [one, two, three] = appointment.actors as [Actor, Actor, Actor]
		expect((await remind(appointment)).pushes).toHaveLength(3)
		await deps.writeBatch([deps.identity.sessions.deleteSession(one.sessionHash)])
		expect((await remind(appointment)).pushes).toHaveLength(2)
		await deps.writeBatch([deps.messaging.pushSubscriptions.endOwn(two, 'this')])
		expect(await deps.messaging.pushSubscriptions.ownBrowsers(two)).toEqual({ count: 1, hasThis: false })
		expect(await deps.messaging.pushSubscriptions.ownBrowsers(three)).toEqual({ count: 1, hasThis: true })
		const stranger = await signIn((await addAccount(database())).userId)
		await deps.writeBatch([deps.messaging.pushSubscriptions.endOwn(stranger, 'all')])
		expect((await remind(appointment)).pushes).toHaveLength(1)
		await deps.writeBatch([deps.messaging.pushSubscriptions.endOwn(two, 'all')])
		expect(await remind(appointment)).toEqual({ pushes: [], mails: 1 })
	})

	test('no browser whose session has ended by itself', async () => {
		const appointment = await bookAsClient()
		const [actor] = appointment.actors as [Actor]
		await keep(appointment.appointmentId, actor)
		const end = 'UPDATE sessions SET expires_at = ? WHERE token_hash = ?'
		await database().change(end, clock.now, actor.sessionHash)
		expect(await remind(appointment)).toEqual({ pushes: [], mails: 1 })
	})

	test('ten browsers of one person, the oldest goes', async () => {
		const appointment = await bookAsClient(11)
		for (const actor of appointment.actors) {
			clock.now += 1
			await keep(appointment.appointmentId, { ...actor, at: clock.now })
		}
		const [first, second] = appointment.actors as [Actor, Actor]
		expect(await deps.messaging.pushSubscriptions.ownBrowsers(first)).toEqual({ count: 10, hasThis: false })
		expect((await deps.messaging.pushSubscriptions.ownBrowsers(second)).hasThis).toBe(true)
	})

	test('F26: one browser whose wish is sent again because its answer was lost, and once', async () => {
		const appointment = await bookAsClient(1)
		const [actor] = appointment.actors as [Actor]
		const endpoint = 'https://fcm.googleapis.com/fcm/send/sent-again'
		for (let i = 0; i < 2; i++)
			expect((await keep(appointment.appointmentId, actor, endpoint)).result).toBe('kept')
		expect(await deps.messaging.pushSubscriptions.ownBrowsers(actor)).toEqual({ count: 1, hasThis: true })
	})

	test('no guest any more once the visit is over', async () => {
		const { appointmentId } = await bookAtTen()
		await keep(appointmentId, null)
		const purge = (at: number) =>
			deps.writeBatch([deps.messaging.pushSubscriptions.purgeOfAppointmentsBefore(at)])
		await purge(ten)
		expect(await countOf(appointmentId)).toBe(1)
		await purge(ten + 12 * HOUR_MS)
		expect(await countOf(appointmentId)).toBe(0)
	})
})

describe('where mail is not set up', () => {
	const withoutMail = () => delivery({ hasMail: false })
	/** The message of a booking that only mail carries, due since a minute. */
	const awaitMail = async ({ appointmentId }: Booking) =>
		database().change(
			`UPDATE outbox SET next_attempt_at = ? WHERE kind = 'booked' AND payload ->> 'appointmentId' = ?`,
			clock.now - MINUTE_MS,
			appointmentId,
		)
	const bookedMessage = async ({ appointmentId }: Booking) =>
		(
			await database().rows(
				`SELECT sent_at, attempt_count, next_attempt_at, withheld_at FROM outbox
				WHERE kind = 'booked' AND payload ->> 'appointmentId' = ?`,
				appointmentId,
			)
		)[0]

	test('a phone is reminded by the cron, and what only mail carries waits as it is, until mail is set up', async () => {
		const booking = await bookAtTen()
		await keep(booking.appointmentId, null)
		await awaitMail(booking)
		await deps.writeBatch(newReminder(booking))
		const untouched = await bookedMessage(booking)
		expect(untouched).toMatchObject({ sent_at: null, attempt_count: 0 })
		let told: unknown
		const { pushes, mails } = await arrivedBy(async () => {
			told = await deliverAllDue(withoutMail())
		})
		expect(told).toEqual({ sent: 1, waiting: 0, dropped: 0 })
		expect({ pushes: pushes.length, mails }).toEqual({ pushes: 1, mails: 0 })
		expect(await bookedMessage(booking)).toEqual(untouched)
		// `/readyz` still counts it, but it does not wait for the provider.
		expect(await deps.messaging.outbox.countWaiting(clock.now)).toBe(1)
		expect(await reportLate({ ...withoutMail(), now: () => clock.now + DAY_MS })).toBe(0)
		expect(await arrivedBy(() => deliverAllDue(delivery()))).toEqual({ pushes: [], mails: 1 })
		expect(await bookedMessage(booking)).toMatchObject({ sent_at: clock.now, attempt_count: 1 })
	})

	test('a reminder that no phone takes waits, and goes by mail once that is set up', async () => {
		const booking = await bookAtTen()
		await deps.writeBatch(newReminder(booking))
		const deliver = async (one: DeliverMessagesDeps) => deliverMessages(one, 10)
		expect(await deliver(withoutMail())).toEqual({ sent: 0, waiting: 1, dropped: 0 })
		expect(lines.join()).toContain('waits: mail is off')
		expect(await deliver(withoutMail())).toEqual({ sent: 0, waiting: 0, dropped: 0 })
		clock.now += MINUTE_MS
		expect(await arrivedBy(() => deliver(delivery()))).toEqual({ pushes: [], mails: 1 })
	})

	test('a write hands on what a phone can show, and nothing else', async () => {
		const booking = await bookAtTen()
		await keep(booking.appointmentId, null)
		const onlyMail = deps.messaging.outbox.insertMessage({
			id: newId(),
			kind: 'moved',
			dedupeKey: `test:${newId()}`,
			recipientEmail: booking.email,
			recipientPhone: null,
			payload: { appointmentId: booking.appointmentId },
			now: clock.now,
		})
		const { claimed } = await writeAndClaim(
			deps.writeBatch,
			[...newReminder(booking), ...onlyMail],
			withoutMail(),
		)
		expect(claimed.map(({ kind }) => kind)).toEqual(['visit_reminder'])
		const { pushes } = await arrivedBy(() => deliverHandedOn(withoutMail(), claimed))
		expect(pushes).toHaveLength(1)
	})

	test('delivery begins where one channel is set up, and never without the address that links need', async () => {
		const { push, provider, pace, now, log } = delivery()
		const deliveryWith = (
			services: { mailProvider: typeof provider; push: typeof push },
			appOrigin: string | null,
		) =>
			deliveryDeps({
				settings: { appOrigin, supportContact: null, cookieKeys: [linkKey] },
				services: { onlinePayments: null, photoStore: null, thumbnailDrawer: null, ...services },
				pace,
				open: () => openDatabase({ url: database().url }),
				waitUntil: () => {},
				now,
				log,
			})
		const origin = 'https://wakati.example'
		expect(deliveryWith({ mailProvider: null, push }, origin)).toMatchObject({ provider: null, channels })
		expect(deliveryWith({ mailProvider: provider, push: null }, origin)).toMatchObject({
			push: null,
			channels,
		})
		expect(deliveryWith({ mailProvider: null, push: null }, origin)).toBe(null)
		expect(deliveryWith({ mailProvider: null, push }, null)).toBe(null)
		const nothing = { sent: 0, waiting: 0, dropped: 0 }
		expect(await deliverAllDue({ ...withoutMail(), push: null })).toEqual(nothing)
	})
})
