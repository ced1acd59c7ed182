import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { preparedRead, rawWrite } from '#db/statement.server.ts'
import type { CalendarRows } from './slot-search.ts'

/** Whose visit the calendar is read for: its services decide which staff matter, and its own time counts as free. */
export type CalendarSubject = { draftId: string } | { appointmentId: string } | { paymentReference: string }

/** Somebody who can do a service of the visit; `isChosen` is false for the colleagues of a named choice. */
export type EligibleStaff = {
	position: number
	staffMemberId: string
	name: string
	isSenior: boolean
	isChosen: boolean
}

export type CalendarOfVisit = { staff: EligibleStaff[]; rows: CalendarRows }

/** Dates around the read, wide enough for every zone: the engine picks the days that it needs. */
export type CalendarWindow = { firstDate: CivilDate; lastDate: CivilDate; fromAt: Instant; untilAt: Instant }

/** Who the time is for: a hold until an instant, or an appointment. */
export type TimeOwner = { holdId: string; heldUntilAt: Instant } | { appointmentId: string }

/** The time of one service, with the people who could do it, best first. */
export type WantedTime = {
	serviceId: string
	position: number
	date: CivilDate
	startMinute: number
	endMinute: number
	startsAt: Instant
	endsAt: Instant
	candidates: { entryId: string; staffMemberId: string; blockedUntilAt: Instant }[]
}

const LONGEST_ENTRY_MS = 86_400_000

export function createAvailabilityRepository(read: Database['read']) {
	/** Everybody active who offers a service of the visit, chosen or not, by first name. */
	const eligibleStaff = (subject: CalendarSubject): Promise<EligibleStaff[]> =>
		read(readsFor(subject).staff({ subject: idOf(subject) }))

	async function calendar(reads: CalendarReads, asked: Record<string, string | number>) {
		const [staff, shopHours, schedules, daysOff, busy] = await Promise.all([
			read(reads.staff(asked)),
			read(reads.shopHours(asked)),
			read(reads.schedules(asked)),
			read(reads.daysOff(asked)),
			read(reads.busy(asked)),
		])
		return { staff, rows: { shopHours, schedules, daysOff, busy } }
	}

	return {
		eligibleStaff,

		/** All that slots are made of, in the page's one trip: who, their hours, days off and live busy time. */
		calendarOf(subject: CalendarSubject, window: CalendarWindow, now: Instant): Promise<CalendarOfVisit> {
			const { firstDate, lastDate, fromAt, untilAt } = window
			return calendar(readsFor(subject), {
				subject: idOf(subject),
				firstDate,
				lastDate,
				fromAt: fromAt - LONGEST_ENTRY_MS,
				untilAt,
				now,
			})
		},

		/**
		 * The same for a payment, around the time that it was for, or around now once that is past: which days these are is
		 * known only to the database, and one trip is enough. `dayCount` days from that one on, and two on each side.
		 */
		calendarAroundPaidTime(reference: string, dayCount: number, now: Instant): Promise<CalendarOfVisit> {
			return calendar(readsAroundPaidTime, { subject: reference, dayCount, now })
		},

		/**
		 * Takes time for each service of a visit: of its candidates the first who is free, the least booked of that day
		 * first. When nobody is, no row is written, and the law about holds and appointments refuses the batch
		 * ('slot_taken'). The triggers check everything again.
		 */
		takeTime(owner: TimeOwner, shopId: string, times: readonly WantedTime[], now: Instant): Statement[] {
			const holdId = 'holdId' in owner ? owner.holdId : null
			const appointmentId = 'appointmentId' in owner ? owner.appointmentId : null
			const heldUntilAt = 'heldUntilAt' in owner ? owner.heldUntilAt : null
			return times.map((time) =>
				rawWrite(sql`
					INSERT INTO calendar_entries (id, shop_id, staff_member_id, service_id, position, hold_id, appointment_id, date,
						start_minute, end_minute, starts_at, ends_at, blocked_until_at, held_until_at, checked_at)
					SELECT candidate.value ->> 'entryId', ${shopId}, candidate.value ->> 'staffMemberId', ${time.serviceId}, ${time.position},
						${holdId}, ${appointmentId}, ${time.date}, ${time.startMinute}, ${time.endMinute}, ${time.startsAt}, ${time.endsAt},
						candidate.value ->> 'blockedUntilAt', ${heldUntilAt}, ${now}
					FROM json_each(${JSON.stringify(time.candidates)}) candidate
					WHERE NOT EXISTS (
						SELECT 1 FROM calendar_entries other
						WHERE other.staff_member_id = candidate.value ->> 'staffMemberId'
							AND other.starts_at < candidate.value ->> 'blockedUntilAt'
							AND other.starts_at > ${time.startsAt - LONGEST_ENTRY_MS}
							AND other.blocked_until_at > ${time.startsAt}
							AND (other.held_until_at IS NULL OR other.held_until_at > ${now})
					)
					ORDER BY (
						SELECT coalesce(sum(same_day.ends_at - same_day.starts_at), 0) FROM calendar_entries same_day
						WHERE same_day.staff_member_id = candidate.value ->> 'staffMemberId'
							AND same_day.starts_at > ${time.startsAt - LONGEST_ENTRY_MS}
							AND same_day.starts_at < ${time.startsAt + LONGEST_ENTRY_MS}
							AND same_day.date = ${time.date}
							AND (same_day.held_until_at IS NULL OR same_day.held_until_at > ${now})
					), candidate.key
					LIMIT 1`),
			)
		},

		/**
		 * A hold's time becomes the appointment's as it is, whatever the shop has changed since: it was promised. Still under
		 * law 1: by the clock of another writer the hold may be over ('slot_taken'). No row is changed when the hold is gone.
		 */
		turnHoldIntoAppointment(checkoutId: string, appointmentId: string, now: Instant): Statement {
			return rawWrite(
				sql`UPDATE calendar_entries SET appointment_id = ${appointmentId}, hold_id = NULL, held_until_at = NULL, checked_at = ${now}
					WHERE hold_id = (SELECT id FROM holds WHERE checkout_id = ${checkoutId})`,
			)
		},

		/** Gives an appointment's time back, to be followed by taking another in the same batch. */
		releaseTimeOf(appointmentId: string): Statement {
			return rawWrite(sql`DELETE FROM calendar_entries WHERE appointment_id = ${appointmentId}`)
		},
	}
}

export type AvailabilityRepository = ReturnType<typeof createAvailabilityRepository>

/** Where a read of the calendar begins and ends. */
type CalendarBounds = Record<'firstDate' | 'lastDate' | 'fromAt' | 'untilAt', SQL | Placeholder>

const { placeholder } = sql
const givenBounds: CalendarBounds = {
	firstDate: placeholder('firstDate'),
	lastDate: placeholder('lastDate'),
	fromAt: placeholder('fromAt'),
	untilAt: placeholder('untilAt'),
}

/** The services of a draft with the person named for each, null for 'Any available'. */
const readsForDraft = calendarReads(
	sql`SELECT draft.shop_id, service.position, service.service_id, service.staff_member_id
		FROM draft_services service JOIN drafts draft ON draft.id = service.draft_id
		WHERE service.draft_id = ${sql.placeholder('subject')}`,
	// The asker's own hold does not stand in its own way (R9).
	sql`(hold_id IS NULL OR hold_id NOT IN (SELECT id FROM holds WHERE draft_id = ${sql.placeholder('subject')}))`,
)

/** The services of an appointment with the person who does each; being moved, it does not stand in its own way (R21). */
const readsForAppointment = calendarReads(
	sql`SELECT appointment.shop_id, service.position, service.service_id, service.staff_member_id
		FROM appointment_services service JOIN appointments appointment ON appointment.id = service.appointment_id
		WHERE service.appointment_id = ${sql.placeholder('subject')}`,
	sql`appointment_id IS NOT ${sql.placeholder('subject')}`,
)

/** The services that a payment is for, with the person named for each; the hold of their own draft is not in the way. */
const paidVisit = sql`SELECT checkout.shop_id, service.position, service.service_id, service.staff_member_id
	FROM payment_attempts attempt JOIN checkouts checkout ON checkout.id = attempt.checkout_id
	JOIN checkout_services service ON service.checkout_id = checkout.id
	WHERE attempt.reference = ${sql.placeholder('subject')}`
const isNotOfItsDraft = sql`(hold_id IS NULL OR hold_id NOT IN (SELECT hold.id FROM payment_attempts attempt
	JOIN checkouts checkout ON checkout.id = attempt.checkout_id JOIN holds hold ON hold.draft_id = checkout.draft_id
	WHERE attempt.reference = ${sql.placeholder('subject')}))`
const readsForPayment = calendarReads(paidVisit, isNotOfItsDraft)

/** The day of the paid time, or that of now, in milliseconds since 1970, and one that many days later. */
const paidDayAt = (
	days: SQL,
) => sql`(SELECT (CAST(max(checkout.starts_at, ${placeholder('now')}) AS INTEGER) / 86400000 + ${days}) * 86400000
	FROM payment_attempts attempt JOIN checkouts checkout ON checkout.id = attempt.checkout_id
	WHERE attempt.reference = ${placeholder('subject')})`
const firstPaidDay = paidDayAt(sql`-2`)
const lastPaidDay = paidDayAt(sql`${placeholder('dayCount')} + 2`)

const readsAroundPaidTime = calendarReads(paidVisit, isNotOfItsDraft, {
	firstDate: sql`date(${firstPaidDay} / 1000, 'unixepoch')`,
	lastDate: sql`date(${lastPaidDay} / 1000, 'unixepoch')`,
	fromAt: sql`${firstPaidDay} - ${sql.raw(String(LONGEST_ENTRY_MS))}`,
	untilAt: lastPaidDay,
})

type CalendarReads = ReturnType<typeof calendarReads>

function readsFor(subject: CalendarSubject): CalendarReads {
	if ('draftId' in subject) return readsForDraft
	return 'appointmentId' in subject ? readsForAppointment : readsForPayment
}

function idOf(subject: CalendarSubject): string {
	if ('draftId' in subject) return subject.draftId
	return 'appointmentId' in subject ? subject.appointmentId : subject.paymentReference
}

/** The statements of the calendar for a kind of visit, compiled once. */
function calendarReads(visit: SQL, isNotItsOwn: SQL, bounds = givenBounds) {
	const people = sql`(SELECT link.staff_member_id FROM (${visit}) visit JOIN staff_services link ON link.service_id = visit.service_id)`
	return {
		staff: preparedRead(
			sql`SELECT visit.position, member.id, member.first_name, member.commission_rate > 0.5 AS is_senior,
					visit.staff_member_id IS NULL OR visit.staff_member_id = member.id AS is_chosen
				FROM (${visit}) visit
				JOIN staff_services link ON link.service_id = visit.service_id
				JOIN staff_members member ON member.id = link.staff_member_id AND member.is_active = 1
				ORDER BY visit.position, member.first_name, member.id`,
			(row): EligibleStaff => ({
				position: Number(row.position),
				staffMemberId: String(row.id),
				name: String(row.first_name),
				isSenior: row.is_senior === 1,
				isChosen: row.is_chosen === 1,
			}),
		),
		shopHours: preparedRead(
			sql`SELECT day_of_week, opens_minute, closes_minute FROM shop_hours
				WHERE shop_id = (SELECT shop_id FROM (${visit}) LIMIT 1)`,
			(row) => ({
				dayOfWeek: Number(row.day_of_week),
				opensMinute: Number(row.opens_minute),
				closesMinute: Number(row.closes_minute),
			}),
		),
		schedules: preparedRead(
			sql`SELECT staff_member_id, day_of_week, start_minute, end_minute, break_start_minute, break_end_minute
				FROM staff_schedules WHERE staff_member_id IN ${people} AND is_available = 1`,
			(row) => ({
				staffMemberId: String(row.staff_member_id),
				dayOfWeek: Number(row.day_of_week),
				isAvailable: true,
				startMinute: Number(row.start_minute),
				endMinute: Number(row.end_minute),
				breakStartMinute: row.break_start_minute === null ? null : Number(row.break_start_minute),
				breakEndMinute: row.break_end_minute === null ? null : Number(row.break_end_minute),
			}),
		),
		daysOff: preparedRead(
			sql`SELECT staff_member_id, date FROM staff_days_off
				WHERE staff_member_id IN ${people} AND date BETWEEN ${bounds.firstDate} AND ${bounds.lastDate}`,
			(row) => ({ staffMemberId: String(row.staff_member_id), date: String(row.date) }),
		),
		busy: preparedRead(
			sql`SELECT staff_member_id, starts_at, blocked_until_at FROM calendar_entries
				WHERE staff_member_id IN ${people}
					AND starts_at > ${bounds.fromAt} AND starts_at < ${bounds.untilAt}
					AND (held_until_at IS NULL OR held_until_at > ${placeholder('now')})
					AND ${isNotItsOwn}
				ORDER BY starts_at`,
			(row) => ({
				staffMemberId: String(row.staff_member_id),
				startsAt: Number(row.starts_at),
				blockedUntilAt: Number(row.blocked_until_at),
			}),
		),
	}
}
