import type { InStatement, InValue } from '@libsql/client/web'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactHoldCeiling } from '#app/domain/booking/hold/ceiling-repository.server.ts'
import { refusalOfWriting } from '#app/flows/booking/booking-write.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { namedConstraints } from '#db/database-error.server.ts'
import { newGuest } from '#tests/support/booking-desk.ts'
import { constraintViolation } from '#tests/support/constraint-violation.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, lagos, mondayMorningAt, type SmallShop, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

/**
 * Writes past all checks of the app: each constraint has to hold by itself. Nothing is committed: every try is rolled
 * back.
 */
const database = withTestDatabase()
const now = mondayMorningAt
let shop: SmallShop
let other: SmallShop
let appointmentId = ''
let holdDraftId = ''
let holdId = ''
let serial = 0

beforeAll(async () => {
	const { client, url } = database()
	shop = await addSmallShop(client, 'law', {
		staff: {
			Ada: { breakMinutes: [780, 840], daysOff: ['2026-11-25'] },
			Bola: {},
			Gone: { isActive: false },
		},
		services: { cut: {}, shave: { staff: ['Bola'] }, old: { isEnabled: false } },
		promoCodes: {
			TWICE: { percent: 10, maxUses: 2 },
			OFF: { percent: 10, isActive: false },
			LATE: { percent: 10, expiresAt: now },
			BIG: { percent: 10, minimumKobo: 900_000 },
		},
	})
	other = await addSmallShop(client, 'elsewhere', { promoCodes: { THEIRS: { percent: 10 } } })
	const deps = bookingDeps(url)
	const booked = await newGuest(deps, { now }).begin(shop.idOf('cut'), shop.idOf('Ada'))
	await booked.hold(lagos(tuesday, '10:00'))
	const outcome = await booked.book()
	appointmentId = outcome.ok ? outcome.value.appointmentId : ''
	const holding = await newGuest(deps, { now }).begin(shop.idOf('cut'), shop.idOf('Ada'))
	await holding.hold(lagos(tuesday, '15:00'))
	holdDraftId = holding.draftId
	holdId = (await holding.readDraft())?.hold?.id ?? ''
})
beforeEach(() => {
	serial += 1
})

const verdict = (...statements: InStatement[]) => constraintViolation(database().client, statements)

type Entry = {
	staff?: string
	service?: string
	shopId?: string
	startsAt?: Instant
	minutes?: number
	bufferMinutes?: number
	date?: string
	startMinute?: number
	holdId?: string | null
	appointmentId?: string | null
	heldUntilAt?: Instant | null
	checkedAt?: Instant
}

/** Bola at 9:00 on Tuesday for another hold, but for what is said otherwise. */
function insertEntry(entry: Entry = {}): InStatement {
	const startsAt = entry.startsAt ?? lagos(tuesday, '09:00')
	const minutes = entry.minutes ?? 60
	const startMinute = entry.startMinute ?? (startsAt - lagos(entry.date ?? tuesday, '00:00')) / MINUTE_MS
	const isAppointment = entry.appointmentId !== undefined
	return {
		sql: `INSERT INTO calendar_entries (id, shop_id, staff_member_id, service_id, position, hold_id, appointment_id, date, start_minute,
				end_minute, starts_at, ends_at, blocked_until_at, held_until_at, checked_at)
			VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		args: [
			`entry${serial}`,
			entry.shopId ?? shop.id,
			entry.staff ?? shop.idOf('Bola'),
			entry.service ?? shop.idOf('cut'),
			isAppointment ? null : (entry.holdId ?? `hold${serial}`),
			entry.appointmentId ?? null,
			entry.date ?? tuesday,
			startMinute,
			startMinute + minutes,
			startsAt,
			startsAt + minutes * MINUTE_MS,
			startsAt + (minutes + (entry.bufferMinutes ?? 0)) * MINUTE_MS,
			isAppointment ? null : (entry.heldUntilAt ?? now + 10 * MINUTE_MS),
			entry.checkedAt ?? now,
		],
	}
}

const insertDraft = (): { sql: string; args: InValue[] } => ({
	sql: 'INSERT INTO drafts (id, shop_id, created_at, saved_at) VALUES (?, ?, 0, 0)',
	args: [`draft${serial}`, shop.id],
})
const insertHold = (
	hold: { segments?: number; email?: string; phone?: string; user?: string; n?: number } = {},
): InStatement => ({
	sql: `INSERT INTO holds (id, draft_id, shop_id, segment_count, starts_at, expires_at, contact_email, contact_phone, user_id, checked_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	args: [
		`hold${serial}`,
		`draft${serial}`,
		shop.id,
		hold.segments ?? 1,
		lagos(tuesday, '09:00'),
		now + 10 * MINUTE_MS,
		hold.email ?? null,
		hold.phone ?? null,
		hold.user ?? null,
		now,
	],
})

test('what no law forbids is accepted', async () => {
	expect(await verdict(insertDraft(), insertEntry(), insertHold())).toBe('accepted')
})

describe('law 1: nobody is in two places at once', () => {
	test.each([
		['the same time as a visit', '10:00', 60, 0],
		['the end of a visit', '10:30', 60, 0],
		['the beginning of a visit', '09:30', 60, 0],
		['all of a visit', '09:30', 180, 0],
		['a part of a visit', '10:15', 15, 0],
		['the beginning of a visit with its buffer alone', '09:00', 60, 1],
	])('a new entry over %s is refused', async (_, time, minutes, bufferMinutes) => {
		const entry = insertEntry({
			staff: shop.idOf('Ada'),
			startsAt: lagos(tuesday, time),
			minutes,
			bufferMinutes,
		})
		expect(await verdict(insertDraft(), entry, insertHold())).toBe('slot_taken')
	})

	test.each([
		['right before', '09:00'],
		['right after', '11:00'],
	])('one %s a visit is accepted', async (_, time) => {
		const entry = insertEntry({ staff: shop.idOf('Ada'), startsAt: lagos(tuesday, time) })
		expect(await verdict(insertDraft(), entry, insertHold())).not.toBe('slot_taken')
	})

	test('over a hold it is refused until the hold ends, by the writer’s own now', async () => {
		const over = (checkedAt: Instant) =>
			verdict(
				insertDraft(),
				insertEntry({ staff: shop.idOf('Ada'), startsAt: lagos(tuesday, '15:30'), checkedAt }),
				insertHold(),
			)
		expect(await over(now + 10 * MINUTE_MS - 1)).toBe('slot_taken')
		expect(await over(now + 10 * MINUTE_MS)).toBe('accepted')
	})

	test('an entry that is moved, lengthened or given to somebody else is checked again', async () => {
		const change = (set: string) =>
			verdict(
				insertDraft(),
				insertEntry(),
				insertHold(),
				`UPDATE calendar_entries SET ${set} WHERE id = 'entry${serial}'`,
			)
		const ten = lagos(tuesday, '10:00')
		expect(await change(`staff_member_id = '${shop.idOf('Ada')}'`)).toBe('accepted')
		expect(await change(`staff_member_id = '${shop.idOf('Ada')}', blocked_until_at = ${ten + 1}`)).toBe(
			'slot_taken',
		)
		expect(
			await change(
				`staff_member_id = '${shop.idOf('Ada')}', starts_at = ${ten}, ends_at = ${ten + 1}, blocked_until_at = ${ten + 1}`,
			),
		).toBe('slot_taken')
	})

	test('a hold that ran out is not revived over whoever came since', async () => {
		const until = now + 10 * MINUTE_MS
		const later = insertEntry({
			staff: shop.idOf('Ada'),
			startsAt: lagos(tuesday, '15:00'),
			checkedAt: until,
			heldUntilAt: until + 10 * MINUTE_MS,
		})
		expect(
			await verdict(insertDraft(), later, insertHold(), {
				sql: 'UPDATE holds SET expires_at = ?, checked_at = ? WHERE id = ?',
				args: [until + 5 * MINUTE_MS, until, holdId],
			}),
		).toBe('slot_taken')
	})

	test('an entry longer than a day, or with its end before its start, is no entry', async () => {
		expect(
			await verdict(insertDraft(), insertEntry({ minutes: 60, bufferMinutes: 1_381 }), insertHold()),
		).toBe('check:calendar_range')
		expect(await verdict(insertDraft(), insertEntry({ minutes: -60 }), insertHold())).not.toBe('accepted')
	})

	test('an entry belongs to a hold or to an appointment, and to one that exists', async () => {
		expect(await verdict(insertEntry())).toBe('foreign_key')
		expect(await verdict(insertEntry({ appointmentId: 'nobody' }))).toBe('foreign_key')
		expect(await verdict(insertEntry({ appointmentId: null }))).toBe('check:calendar_owner')
	})
})

describe('law 2: inside the hours, outside the break, on a working day', () => {
	test.each([
		['before opening', '08:30', tuesday],
		['past closing', '17:30', tuesday],
		['into the break', '12:30', tuesday],
		['out of the break', '13:30', tuesday],
		['on a day off', '09:00', '2026-11-25'],
	])('%s is refused', async (_, time, date) => {
		const entry = insertEntry({ staff: shop.idOf('Ada'), startsAt: lagos(date, time), date })
		expect(await verdict(insertDraft(), entry, insertHold())).toBe('outside_hours')
	})

	test('on a day on which the shop is closed, or the person does not work, is refused', async () => {
		const closed = `DELETE FROM shop_hours WHERE shop_id = '${shop.id}' AND day_of_week = 2`
		expect(await verdict(closed, insertDraft(), insertEntry(), insertHold())).toBe('outside_hours')
		const away = `UPDATE staff_schedules SET is_available = 0 WHERE staff_member_id = '${shop.idOf('Bola')}'`
		expect(await verdict(away, insertDraft(), insertEntry(), insertHold())).toBe('outside_hours')
	})

	test('a buffer may pass closing', async () => {
		const last = insertEntry({ startsAt: lagos(tuesday, '17:00'), bufferMinutes: 30 })
		expect(await verdict(insertDraft(), last)).toBe('foreign_key')
	})
})

test.each([
	['who does not offer the service', { staff: 'Ada', service: 'shave' }],
	['who is not active', { staff: 'Gone', service: 'cut' }],
	['for a service that is not offered', { staff: 'Bola', service: 'old' }],
])('law 3: somebody %s is refused', async (_, { staff, service }) => {
	const entry = insertEntry({ staff: shop.idOf(staff), service: shop.idOf(service) })
	expect(await verdict(insertDraft(), entry, insertHold())).toBe('staff_not_available')
})

test('law 3: a person, a service or a shop that do not belong together are refused', async () => {
	const mixed = [
		{ staff: other.idOf('Ada') },
		{ service: other.idOf('cut') },
		{ shopId: other.id },
		{ staff: other.idOf('Ada'), service: other.idOf('cut') },
	]
	for (const entry of mixed) {
		expect(['staff_not_available', 'outside_hours']).toContain(
			await verdict(insertDraft(), insertEntry(entry), insertHold()),
		)
	}
})

describe('law 4: a hold and a live appointment keep their time', () => {
	test('a hold without an entry for each of its services is refused', async () => {
		expect(await verdict(insertDraft(), insertHold())).toBe('slot_taken')
		expect(await verdict(insertDraft(), insertEntry(), insertHold({ segments: 2 }))).toBe('slot_taken')
	})

	test('an appointment is not moved, nor brought back, without its time', async () => {
		const set = (sql: string) =>
			verdict({ sql: `UPDATE appointments SET ${sql} WHERE id = ?`, args: [appointmentId] })
		expect(await set('starts_at = starts_at + 60000, ends_at = ends_at + 60000')).toBe('slot_taken')
		expect(await set('segment_count = 2')).toBe('slot_taken')
		expect(
			await verdict(
				{ sql: `UPDATE appointments SET status = 'NO_SHOW' WHERE id = ?`, args: [appointmentId] },
				{ sql: `UPDATE appointments SET status = 'SCHEDULED' WHERE id = ?`, args: [appointmentId] },
			),
		).toBe('slot_taken')
	})

	test('F15: an appointment is not moved with time for another service, or for another length', async () => {
		const move = {
			sql: `UPDATE appointments SET starts_at = starts_at, ends_at = ends_at WHERE id = ?`,
			args: [appointmentId],
		}
		const ofEntry = (sql: string) => ({
			sql: `UPDATE calendar_entries SET ${sql} WHERE appointment_id = ?`,
			args: [appointmentId],
		})
		expect(await verdict(move)).toBe('accepted')
		expect(await verdict(ofEntry(`ends_at = ends_at - 1800000`), move)).toBe('visit_changed')
		expect(await verdict(ofEntry(`service_id = '${shop.idOf('old')}'`), move)).toBe('visit_changed')
		const longer = {
			sql: `UPDATE appointment_services SET duration_minutes = 120 WHERE appointment_id = ?`,
			args: [appointmentId],
		}
		expect(await verdict(longer, move)).toBe('visit_changed')
	})

	test('a cancelled appointment gives its time back at once', async () => {
		const cancel = {
			sql: `UPDATE appointments SET status = 'CANCELLED', cancelled_at = 1 WHERE id = ?`,
			args: [appointmentId],
		}
		const entry = insertEntry({ staff: shop.idOf('Ada'), startsAt: lagos(tuesday, '10:00') })
		expect(await verdict(cancel, insertDraft(), entry, insertHold())).not.toBe('slot_taken')
	})
})

test('C36: the fourth live hold of an e-mail, a phone or an account is refused', async () => {
	const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, i) => i + 1))
	const drafts = (count: number): InStatement => ({
		sql: `INSERT INTO drafts (id, shop_id, created_at, saved_at) SELECT 'd' || value, ?, 0, 0 FROM json_each(?)`,
		args: [shop.id, numbers(count)],
	})
	const holdsOf = (count: number, column: string): InStatement => ({
		sql: `INSERT INTO holds (id, draft_id, shop_id, segment_count, starts_at, expires_at, ${column}, checked_at)
			SELECT 'h' || value, 'd' || value, ?, 0, 0, ?, 'same', ? FROM json_each(?)`,
		args: [shop.id, now + 1, now, numbers(count)],
	})
	const limits = [
		['contact_email', 3, { email: 'same' }],
		['contact_phone', 3, { phone: 'same' }],
		['user_id', 3, { user: 'same' }],
	] as const
	for (const [column, most, hold] of limits) {
		const one = [insertDraft(), insertEntry(), insertHold(hold), contactHoldCeiling(`draft${serial}`, now)]
		expect([column, await verdict(drafts(most - 1), holdsOf(most - 1, column), ...one)]).toEqual([
			column,
			'accepted',
		])
		expect([column, await verdict(drafts(most), holdsOf(most, column), ...one)]).toEqual([
			column,
			'too_many_holds',
		])
	}
	expect(
		await verdict(
			drafts(3),
			holdsOf(3, 'contact_email'),
			{
				sql: `UPDATE holds SET contact_email = 'same', checked_at = ? WHERE draft_id = ?`,
				args: [now, holdDraftId],
			},
			contactHoldCeiling(holdDraftId, now),
		),
	).toBe('too_many_holds')
})

describe('law 7: a promo code', () => {
	const use = (code: string, amountKobo = 500_000): InStatement => ({
		sql: `INSERT INTO promo_uses (checkout_id, promo_code_id, amount_kobo, used_at)
			SELECT checkout_id, ?, ?, ? FROM appointments WHERE id = ?`,
		args: [code, amountKobo, now, appointmentId],
	})

	test('is used when it is valid', async () => {
		expect(await verdict(use(shop.idOf('TWICE')))).toBe('accepted')
	})

	test('is refused when it is off, expired, of another shop, or its minimum is not met', async () => {
		for (const code of [
			shop.idOf('OFF'),
			shop.idOf('LATE'),
			other.idOf('THEIRS'),
			shop.idOf('BIG'),
			'nothing',
		]) {
			expect([code, await verdict(use(code))]).toEqual([code, 'promo_not_valid'])
		}
		expect(await verdict(use(shop.idOf('BIG'), 900_000))).toBe('accepted')
	})

	test('is not used more often than it may be, and counts itself', async () => {
		const usedUp = `UPDATE promo_codes SET current_uses = 2 WHERE id = '${shop.idOf('TWICE')}'`
		expect(await verdict(usedUp, use(shop.idOf('TWICE')))).toBe('promo_not_valid')
		expect(await verdict(`UPDATE promo_codes SET current_uses = 3 WHERE id = '${shop.idOf('TWICE')}'`)).toBe(
			'check:promo_uses_limit',
		)
		const back = 'DELETE FROM promo_uses'
		const count = `UPDATE promo_codes SET current_uses = current_uses - 1 WHERE id = '${shop.idOf('TWICE')}'`
		expect(await verdict(use(shop.idOf('TWICE')), back)).toBe('accepted')
		expect(await verdict(use(shop.idOf('TWICE')), back, count)).toBe('check:promo_uses_limit')
	})
})

test('law 8: a review needs a completed visit of that client at that shop', async () => {
	const review: InStatement = {
		sql: `INSERT INTO reviews (appointment_id, shop_id, client_id, rating, created_at) SELECT id, shop_id, client_id, 5, 0 FROM appointments WHERE id = ?`,
		args: [appointmentId],
	}
	const complete: InStatement = {
		sql: `UPDATE appointments SET status = 'COMPLETED' WHERE id = ?`,
		args: [appointmentId],
	}
	expect(await verdict(review)).toBe('review_not_allowed')
	expect(await verdict(complete, review)).toBe('accepted')
})

test('amounts below zero, totals that do not add up, and unknown words are refused', async () => {
	const setCheckout = (sql: string) =>
		verdict({ sql: `UPDATE checkouts SET ${sql} WHERE shop_id = ?`, args: [shop.id] })
	expect(await setCheckout('total_kobo = total_kobo - 1')).toBe('check:checkout_amounts')
	expect(await setCheckout('discount_kobo = subtotal_kobo + 1, total_kobo = tip_kobo - 1')).toBe(
		'check:checkout_amounts',
	)
	expect(await setCheckout('tip_kobo = -1, total_kobo = total_kobo - 1')).toBe('check:checkout_amounts')
	expect(await setCheckout(`payment_choice = 'barter'`)).toBe('check:checkout_vocabulary')
	const setAppointment = (sql: string) =>
		verdict({ sql: `UPDATE appointments SET ${sql} WHERE id = ?`, args: [appointmentId] })
	expect(await setAppointment(`status = 'LOST'`)).toMatch(/appointment_vocabulary|slot_taken/)
	expect(await setAppointment(`status = 'CANCELLED'`)).toBe('check:appointment_cancelled')
	expect(await setAppointment('total_kobo = -1')).toBe('check:appointment_amounts')
})

test('a draft that was deleted in another tab takes nothing more', async () => {
	expect(await verdict(insertEntry(), insertHold())).toBe('draft_deleted')
	expect(
		await verdict(
			`INSERT INTO draft_services (draft_id, position, service_id) VALUES ('gone', 0, '${shop.idOf('cut')}')`,
		),
	).toBe('draft_deleted')
})

describe('a constraint that no list names is thrown, never a refusal', () => {
	test.each([
		['unique:drafts.id', () => [insertDraft(), insertDraft()]],
		['not_null', () => [`UPDATE appointments SET shop_id = NULL WHERE id = '${appointmentId}'`]],
		['foreign_key', () => [`UPDATE appointments SET shop_id = 'nowhere' WHERE id = '${appointmentId}'`]],
		[
			'check:appointment_amounts',
			() => [`UPDATE appointments SET total_kobo = -1 WHERE id = '${appointmentId}'`],
		],
	])('%s', async (rule, statements) => {
		const { writeBatch } = openDatabase({ url: database().url })
		const batch = statements().map((statement) => ({
			...(typeof statement === 'string' ? { sql: statement, args: [] } : statement),
			map: () => null,
		}))
		await expect(refusalOfWriting(writeBatch, batch, {})).rejects.toMatchObject({ kind: 'violation', rule })
	})
})

test('every law that the app knows a word for is raised by a trigger, and no other word is', async () => {
	const rows = await database().rows(
		`SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name <> 'refused_writes'`,
	)
	const raised = rows.flatMap(({ sql }) =>
		[...String(sql).matchAll(/RAISE\(ABORT, '([a-z_]+)'\)/g)].map(([, word]) => word),
	)
	expect([...new Set(raised)].sort()).toEqual([...namedConstraints].sort())
})
