import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { createHttpMailProvider, type MailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import { resetMail, verificationMail } from '#app/flows/account/link-mail.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { channels } from '#app/flows/lists/channels.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import {
	type DeliverMessagesDeps,
	deliverAllDue,
	deliverMessages,
} from '#app/flows/messages/deliver-messages.server.ts'
import { reportLate } from '#app/flows/messages/hand-on-messages.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { createPace } from '#app/kernel/pace.server.ts'
import { type Sandbox, startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { type AccountDeps, accountDeps, addAccount, linkKey } from '#tests/support/accounts.ts'
import { newGuest, type TestClock } from '#tests/support/booking-desk.ts'
import { isFull } from '#tests/support/deep.ts'
import { type BookingDeps, bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

/** `npm test` leaves these to `npm run test:full`. */
const describeInFull = isFull ? describe : () => {}

const database = withTestDatabase()
const ten = lagos(tuesday, '10:00')

let sandbox: Sandbox
beforeAll(async () => {
	sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

let deps: BookingDeps & AccountDeps
let clock: TestClock
let logged: string[]
let shopCount = 0
beforeEach(async () => {
	deps = { ...bookingDeps(database().url), ...accountDeps(database().url) }
	clock = { now: mondayMorningAt }
	logged = []
	sandbox.mail.setBehaviour('answer')
	sandbox.mail.setLimit(null)
	// What an earlier test left waiting is not this one's.
	await database().rows('UPDATE outbox SET next_attempt_at = 253402214400000 WHERE sent_at IS NULL')
})

const messageOf = async (key: string) =>
	(
		await database().rows(
			'SELECT sent_at, attempt_count, next_attempt_at FROM outbox WHERE dedupe_key = ?',
			key,
		)
	)[0]
const mailsOf = (key: string) => sandbox.mail.mails.filter((mail) => mail.idempotencyKey === key)
const askedFor = (key: string) => sandbox.mail.requestKeys.filter((asked) => asked === key).length

function deliveryDeps(timeoutMs?: number): DeliverMessagesDeps & { provider: MailProvider } {
	const provider = createHttpMailProvider({
		apiUrl: sandbox.url,
		apiKey: 'key',
		from: 'Wakati <hello@wakati.example>',
		...(timeoutMs === undefined ? {} : { timeoutMs }),
	})
	return {
		...deps,
		messages,
		channels,
		provider,
		pace: createPace({ perSecond: 2, now: () => clock.now, wait: letPass }),
		push: null,
		sender: { name: 'Wakati', origin: 'https://wakati.example', supportContact: null },
		cookieKeys: [linkKey],
		now: () => clock.now,
		log: (line) => logged.push(line),
	}
}
/** Waiting is the clock's time alone. */
async function letPass(milliseconds: number) {
	clock.now += milliseconds
}
const deliver = (timeoutMs?: number) => deliverMessages(deliveryDeps(timeoutMs), 10)

/** A guest with a visit on Tuesday at ten, whose message waits. */
async function bookAtTen() {
	const shop = await addSmallShop(database().client, `mail${++shopCount}`)
	const guest = await newGuest(deps, clock).begin(shop.idOf('cut'))
	await guest.hold(ten)
	const booked = await guest.book()
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	const { appointmentId } = booked.value
	// Its reminders are another test's business.
	await database().rows(`DELETE FROM outbox WHERE kind = 'visit_reminder'`)
	return { guest, appointmentId, key: `booked:${appointmentId}` }
}

/** One after another: many writers at once are another test's business. */
async function bookSeveral(count: number) {
	const booked = []
	for (let i = 0; i < count; i++) booked.push(await bookAtTen())
	return booked
}

describe('a booked visit', () => {
	test('is told to whoever booked it, once, with a link that opens it', async () => {
		const { guest, appointmentId, key } = await bookAtTen()
		expect(await deliver()).toEqual({ sent: 1, waiting: 0, dropped: 0 })
		expect(await deliver()).toEqual({ sent: 0, waiting: 0, dropped: 0 })
		const [mail, ...more] = mailsOf(key)
		expect(more).toEqual([])
		expect(mail?.to).toEqual([guest.contact.email])
		expect(mail?.from).toBe('Wakati <hello@wakati.example>')
		const token = /https:\/\/wakati\.example\/booking\/confirmation\?visit=(\S+)/.exec(mail?.text ?? '')?.[1]
		expect(await readBookingLink([linkKey], token ?? '')).toBe(appointmentId)
		expect((await messageOf(key))?.sent_at).toBe(clock.now)
		// What the guest typed as a name is not carried to an address that may be another person's.
		expect(`${mail?.subject} ${mail?.text}`).not.toContain(guest.contact.lastName)
	})

	test('that was cancelled meanwhile is not confirmed any more (R42)', async () => {
		const { appointmentId, key } = await bookAtTen()
		await cancelAppointment(deps, { by: { kind: 'customer', appointmentId }, now: clock.now })
		expect(await deliver()).toEqual({ sent: 1, waiting: 0, dropped: 1 })
		expect(mailsOf(key)).toEqual([])
		expect(mailsOf(`cancelled:${appointmentId}`)[0]?.text).toContain('Your booking has been cancelled.')
		clock.now += DAY_MS
		expect(await deliver()).toEqual({ sent: 0, waiting: 0, dropped: 0 })
	})

	test('that was moved twice meanwhile is told with the time that it has now (R42)', async () => {
		const { appointmentId, key } = await bookAtTen()
		for (const time of ['11:00', '13:30']) {
			const startsAt = lagos(tuesday, time)
			expect(
				(await moveAppointment(deps, { by: { kind: 'customer', appointmentId }, startsAt, now: clock.now }))
					.ok,
			).toBe(true)
		}
		await deliver()
		const about = sandbox.mail.mails.filter(({ text }) =>
			text.includes(mailsOf(key)[0]?.text.match(/Reference: (\S+)/)?.[1] ?? '?'),
		)
		expect(about.length).toBe(3)
		for (const { text } of about) expect(text).toContain('1:30 PM (Lagos time)\nWhat')
	})

	test('that has begun by the time a mail can go is not told any more', async () => {
		const { key } = await bookAtTen()
		clock.now = ten
		expect(await deliver()).toEqual({ sent: 0, waiting: 0, dropped: 1 })
		expect(mailsOf(key)).toEqual([])
	})
})

describe('a provider that fails', () => {
	test('is tried again later, and later still', async () => {
		const { key } = await bookAtTen()
		sandbox.mail.setBehaviour('fail')
		const waits: number[] = []
		for (let attempt = 1; attempt <= 9; attempt++) {
			expect(await deliver()).toEqual({ sent: 0, waiting: 1, dropped: 0 })
			const message = await messageOf(key)
			expect(message).toMatchObject({ sent_at: null, attempt_count: attempt })
			const nextAt = Number(message?.next_attempt_at)
			waits.push((nextAt - clock.now) / MINUTE_MS)
			clock.now = nextAt - 1
			expect(await deliver()).toEqual({ sent: 0, waiting: 0, dropped: 0 })
			clock.now = nextAt
		}
		expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
		sandbox.mail.setBehaviour('answer')
		expect(await deliver()).toEqual({ sent: 1, waiting: 0, dropped: 0 })
		expect(mailsOf(key)).toHaveLength(1)
	})

	test('after taking the mail gets the same key again, so that one mail arrives', async () => {
		const { key } = await bookAtTen()
		sandbox.mail.setBehaviour('lose')
		expect(await deliver()).toEqual({ sent: 0, waiting: 1, dropped: 0 })
		expect(mailsOf(key)).toHaveLength(1)
		sandbox.mail.setBehaviour('answer')
		clock.now += MINUTE_MS
		expect(await deliver()).toEqual({ sent: 1, waiting: 0, dropped: 0 })
		expect(askedFor(key)).toBe(2)
		expect(mailsOf(key)).toHaveLength(1)
	})

	test('after taking the mail is believed, though the visit has another time since', async () => {
		const { appointmentId, key } = await bookAtTen()
		sandbox.mail.setBehaviour('lose')
		await deliver()
		sandbox.mail.setBehaviour('answer')
		clock.now += MINUTE_MS
		const startsAt = lagos(tuesday, '12:00')
		await moveAppointment(deps, { by: { kind: 'customer', appointmentId }, startsAt, now: clock.now })
		expect(await deliver()).toEqual({ sent: 2, waiting: 0, dropped: 0 })
		expect(mailsOf(key)).toHaveLength(1)
		expect((await messageOf(key))?.sent_at).not.toBeNull()
	})

	test('by not answering is given up after a while, and asked again later', async () => {
		const { key } = await bookAtTen()
		sandbox.mail.setBehaviour('hold')
		expect(await deliver(50)).toEqual({ sent: 0, waiting: 1, dropped: 0 })
		sandbox.mail.setBehaviour('answer')
		clock.now += MINUTE_MS
		expect(await deliver()).toEqual({ sent: 1, waiting: 0, dropped: 0 })
		expect(mailsOf(key)).toHaveLength(1)
	})

	test('for good at one mail is not asked about that one again', async () => {
		const { key } = await bookAtTen()
		sandbox.mail.setBehaviour('refuse')
		expect(await deliver()).toEqual({ sent: 0, waiting: 0, dropped: 1 })
		sandbox.mail.setBehaviour('answer')
		clock.now += DAY_MS
		expect(await deliver()).toEqual({ sent: 0, waiting: 0, dropped: 0 })
		expect(await messageOf(key)).toMatchObject({ sent_at: null })
	})

	test('is logged without an address, a name or a word of the mail', async () => {
		const { guest, key } = await bookAtTen()
		sandbox.mail.setBehaviour('fail')
		await deliver()
		sandbox.mail.setBehaviour('refuse')
		clock.now += MINUTE_MS
		await deliver()
		expect(logged).toHaveLength(2)
		expect(logged[0]).toMatch(/^message \S+ \(booked\) waits: status 500, internal_server_error$/)
		for (const secret of [guest.contact.email, guest.contact.lastName, guest.contact.phone, key, 'Shop mail'])
			expect(logged.join('\n')).not.toContain(secret)
	})
})

describe('two deliverers at once', () => {
	test('never send the same message twice', async () => {
		const booked = await bookSeveral(6)
		const done = await Promise.all(Array.from({ length: 8 }, () => deliverMessages(deliveryDeps(), 2)))
		expect(done.reduce((sum, { sent }) => sum + sent, 0)).toBe(6)
		for (const { key } of booked) expect(askedFor(key)).toBe(1)
	})

	test('do not meet while the first still waits for the provider', async () => {
		const { key } = await bookAtTen()
		sandbox.mail.setBehaviour('hold')
		const asked = sandbox.mail.requested()
		const first = deliver()
		await asked
		expect(await deliver()).toEqual({ sent: 0, waiting: 0, dropped: 0 })
		sandbox.mail.setBehaviour('answer')
		expect(await first).toEqual({ sent: 1, waiting: 0, dropped: 0 })
		expect(askedFor(key)).toBe(1)
	})
})

test('a deliverer that dies after sending only repeats what the provider knows', async () => {
	const { key } = await bookAtTen()
	const dying = { ...deliveryDeps() }
	let batches = 0
	dying.writeBatch = (statements) => {
		batches += 1
		return batches === 1 ? deps.writeBatch(statements) : Promise.reject(new Error('killed'))
	}
	await expect(deliverMessages(dying, 10)).rejects.toThrow('killed')
	expect(await messageOf(key)).toMatchObject({ sent_at: null, attempt_count: 1 })
	clock.now += MINUTE_MS
	expect(await deliver()).toEqual({ sent: 1, waiting: 0, dropped: 0 })
	expect(mailsOf(key)).toHaveLength(1)
})

describe('the work of every minute', () => {
	test('sends all that waits, more than one round of it', async () => {
		const booked = await bookSeveral(12)
		expect(await deliverAllDue(deliveryDeps())).toEqual({ sent: 12, waiting: 0, dropped: 0 })
		for (const { key } of booked) expect(mailsOf(key)).toHaveLength(1)
	})

	test('does not hammer a provider that is down', async () => {
		await bookSeveral(12)
		sandbox.mail.setBehaviour('fail')
		const before = sandbox.mail.requestKeys.length
		expect(await deliverAllDue(deliveryDeps())).toEqual({ sent: 0, waiting: 12, dropped: 0 })
		expect(sandbox.mail.requestKeys.length - before).toBe(5)
		sandbox.mail.setBehaviour('answer')
		clock.now += MINUTE_MS
		expect(await deliverAllDue(deliveryDeps())).toEqual({ sent: 12, waiting: 0, dropped: 0 })
	})

	test('sends a new message before those that have failed', async () => {
		const failed = await bookAtTen()
		sandbox.mail.setBehaviour('fail')
		await deliver()
		sandbox.mail.setBehaviour('answer')
		clock.now += HOUR_MS
		const fresh = await bookAtTen()
		await deliverMessages(deliveryDeps(), 1)
		expect([mailsOf(fresh.key).length, mailsOf(failed.key).length]).toEqual([1, 0])
	})
})

describe('the mails of an account', () => {
	const newest = async () =>
		String(
			(await database().rows('SELECT dedupe_key FROM outbox ORDER BY rowid DESC LIMIT 1'))[0]?.dedupe_key,
		)
	async function queue(kind: typeof resetMail) {
		const { userId, email } = await addAccount(database())
		const queueOne = async () => {
			await deps.writeBatch(kind(deps, { userId, email, linkKey, now: clock.now }))
			return newest()
		}
		return { email, queueOne }
	}

	test('carry a link that works, to the address of the account', async () => {
		for (const kind of [resetMail, verificationMail]) {
			const { email, queueOne } = await queue(kind)
			const key = await queueOne()
			expect(await deliver()).toEqual({ sent: 1, waiting: 0, dropped: 0 })
			const [mail] = mailsOf(key)
			expect(mail?.to).toEqual([email])
			const [, page, token] =
				/https:\/\/wakati\.example\/([\w-]+)\?token=([\w-]{43})/.exec(mail?.text ?? '') ?? []
			expect(page).toBe(kind === resetMail ? 'reset-password' : 'verify-email')
			const [stored] = await database().rows('SELECT payload FROM outbox WHERE dedupe_key = ?', key)
			expect(String(stored?.payload)).not.toContain(token)
		}
	})

	test('are not sent with a link that a newer one has ended, nor with one that is too old', async () => {
		const { queueOne } = await queue(resetMail)
		const older = await queueOne()
		clock.now += MINUTE_MS
		const newer = await queueOne()
		expect(await deliver()).toEqual({ sent: 1, waiting: 0, dropped: 1 })
		expect([mailsOf(older).length, mailsOf(newer).length]).toEqual([0, 1])
		await queueOne()
		clock.now += 30 * MINUTE_MS
		expect(await deliver()).toEqual({ sent: 0, waiting: 0, dropped: 1 })
	})

	test('tell an owner that somebody signed up with the address, also one that no header can carry', async () => {
		for (const [id, email] of Object.entries({ plain: 'owner@example.com', tones: 'ọ̀wọ̀@example.com' })) {
			const mail = {
				id,
				kind: 'account_exists' as const,
				dedupeKey: `account_exists:${email}:1`,
				recipientEmail: email,
				payload: {},
				now: clock.now,
			}
			await deps.writeBatch(deps.messaging.accountMails.insertAccountMail(mail))
			expect(await deliver()).toEqual({ sent: 1, waiting: 0, dropped: 0 })
			expect(sandbox.mail.mails.at(-1)?.to).toEqual([email])
			expect(sandbox.mail.mails.at(-1)?.subject).toBe('You already have an account at Wakati')
		}
	})
})

test('a message of a kind that this release does not know waits for one that does', async () => {
	await database().rows(
		`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at) VALUES ('new', 'birthday', 'birthday:1', 'a@example.com', '{}', ?, ?)`,
		String(clock.now),
		String(clock.now),
	)
	expect(await deliver()).toEqual({ sent: 0, waiting: 1, dropped: 0 })
	expect(await messageOf('birthday:1')).toMatchObject({ sent_at: null })
})

test.each([
	['beside an answer', () => deliver()],
	['by the cron', () => deliverAllDue(deliveryDeps())],
])('what a mailbox has had enough of is not sent %s', async (_, send) => {
	const { guest, appointmentId } = await bookAtTen()
	const reminder = `reminder of ${appointmentId}`
	const payload = JSON.stringify({ appointmentId, startsAt: ten, hoursBefore: 24 })
	await database().rows(
		`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at, sent_at)
			SELECT ?1 || value, CASE value WHEN 6 THEN 'visit_reminder' ELSE 'test' END, ?1 || value, ?2, ?3, ?4, ?4,
				CASE value WHEN 6 THEN NULL ELSE ?4 END FROM json_each('[1,2,3,4,5,6]')`,
		...[reminder, String(guest.contact.email), payload, clock.now],
	)
	await send()
	expect(await messageOf(`${reminder}6`)).toMatchObject({ sent_at: null, attempt_count: 0 })
})

describeInFull('a provider with a limit', () => {
	/** Two kinds of this test's own: one with a calendar file, one without. */
	const kinds = ['plain', 'with_file'].map((kind) => ({
		kind,
		topic: null,
		forms: ['letter'] as const,
		prepare: async (_: unknown, { payload }: { payload: string }) =>
			accepted({
				letter: {
					subject: `Of ${JSON.parse(payload)}`,
					text: 'text',
					html: '<p>text</p>',
					...(kind === 'with_file' && {
						attachments: [{ filename: 'visit.ics', contentType: 'text/calendar', text: 'BEGIN:VCALENDAR' }],
					}),
				},
				notice: null,
				quietUntilAt: null,
			}),
	}))
	const withKinds = () => ({ ...deliveryDeps(), messages: kinds })
	let queued = 0
	async function queue(count: number, kind: 'plain' | 'with_file') {
		const round = `${++queued}`
		await database().rows(
			`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at)
				SELECT ?1 || '-' || value, ?2, ?1 || '-' || value, 'a@example.com', json_quote(?1 || '-' || value), ?3, ?3
				FROM (WITH RECURSIVE counted (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM counted WHERE value < ?4)
					SELECT value FROM counted)`,
			...[round, kind, clock.now, count],
		)
		const ids = `id LIKE '${round}-%'`
		const countOf = async (condition: string) =>
			Number((await database().rows(`SELECT count(*) AS n FROM outbox WHERE ${ids} AND ${condition}`))[0]?.n)
		return { ids, unsent: () => countOf('sent_at IS NULL'), countOf }
	}
	const arrivedSince = (number: number) => sandbox.mail.mails.filter((mail) => mail.number > number)
	const lastNumber = () => sandbox.mail.mails.at(-1)?.number ?? 0
	/** The cron of each minute, on the test's clock. */
	async function minutesUntilGone(unsent: () => Promise<number>): Promise<number> {
		const startedAt = clock.now
		for (let minute = 1; minute <= 30; minute++) {
			await deliverAllDue(withKinds())
			if ((await unsent()) === 0) return (clock.now - startedAt) / MINUTE_MS
			clock.now = Math.max(clock.now, startedAt + minute * MINUTE_MS)
		}
		return Number.POSITIVE_INFINITY
	}

	test('of two requests a second has a thousand mails in ten minutes, half of them with a file', async () => {
		sandbox.mail.setLimit({ perSecond: 2, now: () => clock.now })
		const [plain, withFile] = [await queue(500, 'plain'), await queue(500, 'with_file')]
		expect(
			await minutesUntilGone(async () => (await plain.unsent()) + (await withFile.unsent())),
		).toBeLessThan(10)
		expect(await plain.countOf('attempt_count > 1')).toBe(0)
	})

	test('has a thousand mails without a file at ten requests', async () => {
		sandbox.mail.setLimit({ perSecond: 2, now: () => clock.now })
		const { unsent } = await queue(1_000, 'plain')
		const before = sandbox.mail.requestKeys.length
		// A run ends before the Worker's limit: the cron comes again in a minute.
		for (const sent of [400, 400, 200]) {
			expect(await deliverAllDue(withKinds())).toEqual({ sent, waiting: 0, dropped: 0 })
			clock.now += MINUTE_MS
		}
		expect(await unsent()).toBe(0)
		expect(sandbox.mail.requestKeys.length - before).toBe(10)
		expect(sandbox.mail.batches.slice(-10)).toEqual(Array(10).fill(100))
	})

	test('that is lower than MAIL_RATE is obeyed in the same run', async () => {
		sandbox.mail.setLimit({ perSecond: 1, now: () => clock.now })
		await queue(20, 'with_file')
		expect(await deliverAllDue(withKinds())).toEqual({ sent: 20, waiting: 0, dropped: 0 })
		expect(logged.some((line) => line.includes('asks for 1000 ms: status 429'))).toBe(true)
	})

	test('that takes nothing costs no message an attempt, and the operator is told after ten minutes', async () => {
		sandbox.mail.setBehaviour('limit')
		const { countOf } = await queue(3, 'with_file')
		for (let minute = 0; minute < 9; minute++) {
			expect(await deliverAllDue(withKinds())).toEqual({ sent: 0, waiting: 3, dropped: 0 })
			expect(await reportLate(deliveryDeps())).toBe(0)
			clock.now += MINUTE_MS
		}
		expect(await countOf('attempt_count = 0')).toBe(3)
		clock.now += 2 * MINUTE_MS
		expect(await reportLate(deliveryDeps())).toBe(3)
		expect(logged.at(-1)).toMatch(/^ALERT mail: 3 messages wait, the first for 1\d minutes/)
		sandbox.mail.setBehaviour('answer')
		expect(await deliverAllDue(withKinds())).toEqual({ sent: 3, waiting: 0, dropped: 0 })
		expect(await reportLate(deliveryDeps())).toBe(0)
	})

	test('has each mail alone beside an answer', async () => {
		await queue(3, 'plain')
		const before = sandbox.mail.batches.length
		expect(await deliverMessages(withKinds(), 5)).toEqual({ sent: 3, waiting: 0, dropped: 0 })
		expect(sandbox.mail.batches).toHaveLength(before)
	})

	test('that has no turn beside an answer is asked by the cron, a minute later', async () => {
		const { countOf } = await queue(3, 'plain')
		const { pace, ...others } = withKinds()
		const noTurn = { ...pace, turn: async () => false }
		expect(await deliverMessages({ ...others, pace: noTurn }, 5)).toEqual({ sent: 0, waiting: 3, dropped: 0 })
		expect(await countOf(`attempt_count = 0 AND next_attempt_at = ${clock.now + MINUTE_MS}`)).toBe(3)
		clock.now += MINUTE_MS
		expect(await deliverAllDue(withKinds())).toEqual({ sent: 3, waiting: 0, dropped: 0 })
	})

	test('has a batch in the order of its ids, so that a repeat has the same body', async () => {
		await queue(11, 'plain')
		const bodies: string[][] = []
		const { provider, ...others } = withKinds()
		const sendBatch: typeof provider.sendBatch = async (mails) => {
			bodies.push(mails.map(({ subject }) => subject))
			return { outcome: 'retry', why: 'timeout' }
		}
		for (const pause of [MINUTE_MS, 2 * MINUTE_MS]) {
			await deliverAllDue({ ...others, provider: { ...provider, sendBatch } })
			clock.now += pause
		}
		const [first, repeat] = bodies
		expect(first).toEqual(first?.toSorted())
		expect(first).toHaveLength(11)
		expect(repeat).toEqual(first)
		expect(await deliverAllDue(withKinds())).toEqual({ sent: 11, waiting: 0, dropped: 0 })
	})

	test('that refused a batch has its mails one by one from then on', async () => {
		await queue(3, 'plain')
		const { provider, ...others } = withKinds()
		const refusing: MailProvider = {
			...provider,
			send: async () => ({ outcome: 'retry', why: 'status 500' }),
			sendBatch: async () => ({ outcome: 'refused', why: 'status 404' }),
		}
		expect(await deliverAllDue({ ...others, provider: refusing })).toEqual({
			sent: 0,
			waiting: 3,
			dropped: 0,
		})
		const before = sandbox.mail.batches.length
		clock.now += MINUTE_MS
		expect(await deliverAllDue(withKinds())).toEqual({ sent: 3, waiting: 0, dropped: 0 })
		expect(sandbox.mail.batches).toHaveLength(before)
	})

	test('is not told late of what waited for the morning', async () => {
		await queue(1, 'plain')
		const morning = clock.now + 9 * HOUR_MS
		const quiet = kinds.map((one) => ({
			...one,
			prepare: async (deps: unknown, message: { payload: string }) => {
				const prepared = await one.prepare(deps, message)
				if (!prepared.ok || clock.now >= morning) return prepared
				return accepted({ ...prepared.value, quietUntilAt: morning })
			},
		}))
		expect(await deliverAllDue({ ...withKinds(), messages: quiet })).toMatchObject({ sent: 0, waiting: 0 })
		clock.now = morning + MINUTE_MS
		expect(await reportLate(deliveryDeps())).toBe(0)
		expect(await deliverAllDue({ ...withKinds(), messages: quiet })).toMatchObject({ sent: 1 })
	})

	test('whose answer is lost gets the same batch again, though more is due by then', async () => {
		const since = lastNumber()
		await queue(3, 'plain')
		sandbox.mail.setBehaviour('lose')
		expect(await deliverAllDue(withKinds())).toEqual({ sent: 0, waiting: 3, dropped: 0 })
		sandbox.mail.setBehaviour('answer')
		clock.now += MINUTE_MS
		await queue(4, 'plain')
		expect(await deliverAllDue(withKinds())).toEqual({ sent: 7, waiting: 0, dropped: 0 })
		expect(arrivedSince(since)).toHaveLength(7)
	})

	test('whose answer to a mail that went alone is lost gets it alone again, and takes it once', async () => {
		const since = lastNumber()
		await queue(1, 'plain')
		sandbox.mail.setBehaviour('lose')
		expect(await deliverMessages(withKinds(), 1)).toEqual({ sent: 0, waiting: 1, dropped: 0 })
		sandbox.mail.setBehaviour('answer')
		clock.now += MINUTE_MS
		await queue(4, 'plain')
		expect(await deliverAllDue(withKinds())).toEqual({ sent: 5, waiting: 0, dropped: 0 })
		expect(arrivedSince(since)).toHaveLength(5)
	})

	test('and one bad mail in a batch still gets the others', async () => {
		const since = lastNumber()
		const { ids, unsent } = await queue(5, 'plain')
		const bad = {
			...withKinds(),
			messages: kinds.map((one) => ({
				...one,
				prepare: async (deps: unknown, message: { payload: string }) => {
					const prepared = await one.prepare(deps, message)
					if (prepared.ok && message.payload.endsWith('-3"')) prepared.value.letter.html = ''
					return prepared
				},
			})),
		}
		expect(await deliverAllDue(bad)).toEqual({ sent: 4, waiting: 0, dropped: 1 })
		expect(arrivedSince(since)).toHaveLength(4)
		expect(await unsent()).toBe(1)
		expect(await database().rows(`SELECT id FROM outbox WHERE ${ids} AND sent_at IS NULL`)).toHaveLength(1)
	})

	test('that fails for one message does not stop the others', async () => {
		await queue(1, 'with_file')
		await queue(30, 'with_file')
		const { provider, ...others } = withKinds()
		const failing = {
			...others,
			provider: {
				...provider,
				send: (mail: Parameters<typeof provider.send>[0]) =>
					mail.subject === `Of ${queued - 1}-1`
						? Promise.resolve({ outcome: 'retry' as const, why: 'status 500' })
						: provider.send(mail),
			},
		}
		expect(await deliverAllDue(failing)).toEqual({ sent: 30, waiting: 1, dropped: 0 })
	})

	test('and without batches takes each mail alone', async () => {
		const { provider, ...others } = withKinds()
		await queue(12, 'plain')
		const { name, send } = provider
		expect(await deliverAllDue({ ...others, provider: { name, send } })).toEqual({
			sent: 12,
			waiting: 0,
			dropped: 0,
		})
		await queue(3, 'plain')
		const refusing = {
			...provider,
			sendBatch: async () => ({ outcome: 'refused' as const, why: 'status 404' }),
		}
		expect(await deliverAllDue({ ...others, provider: refusing })).toEqual({
			sent: 3,
			waiting: 0,
			dropped: 0,
		})
	})
})
