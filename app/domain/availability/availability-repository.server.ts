import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, flag, integer, nullable, text } from '#db/row.server.ts'
import {
	blockedTimes,
	calendarEntries,
	shopClosedDays,
	staffDaysOff,
	staffSchedules,
} from '#db/schema/availability.ts'
import {
	appointmentServices,
	appointments,
	checkoutServices,
	checkouts,
	draftServices,
	drafts,
	holds,
} from '#db/schema/booking.ts'
import { services, shopHours, staffMembers, staffServices } from '#db/schema/discovery.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { build, builtWrite, insertFrom, preparedRead, rawWrite } from '#db/statement.server.ts'
import type { CalendarRows } from './slot-search.ts'

/** What the calendar is read for: its services decide which staff matter, and its own time counts as free. */
export type CalendarSubject =
	| { kind: 'draft'; draftId: string }
	| { kind: 'appointment'; appointmentId: string }
	/** An appointment with another service at one place. */
	| { kind: 'change'; appointmentId: string; position: number; serviceId: string }
	/** The checkout that was paid for. */
	| { kind: 'payment'; paymentReference: string }
	/** Services of a shop, before there is a draft. Without a person: any who can do them. */
	| { kind: 'services'; shopId: string; serviceIds: readonly string[]; staffMemberId: string | null }

/** A person who can do a service of the visit; `isChosen` is false for the colleagues of a named choice. */
export type EligibleStaff = {
	position: number
	staffMemberId: string
	name: string
	isSenior: boolean
	isChosen: boolean
}

export type BookingCalendar = { staff: EligibleStaff[]; rows: CalendarRows }

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

const other = alias(calendarEntries, 'other')
const sameDay = alias(calendarEntries, 'same_day')

export function createAvailabilityRepository(read: Database['read']) {
	/** Everybody active who offers a service of the visit, chosen or not, by first name. */
	const eligibleStaff = (subject: CalendarSubject): Promise<EligibleStaff[]> =>
		read(readsOf[subject.kind].staff(valuesOf(subject)))

	async function calendar(reads: CalendarReads, asked: Record<string, string | number | null>) {
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
		calendarOf(subject: CalendarSubject, window: CalendarWindow, now: Instant): Promise<BookingCalendar> {
			const { firstDate, lastDate, fromAt, untilAt } = window
			return calendar(readsOf[subject.kind], {
				...valuesOf(subject),
				firstDate,
				lastDate,
				fromAt: fromAt - LONGEST_ENTRY_MS,
				untilAt,
				now,
			})
		},

		/**
		 * The calendar for a payment, around the time that it was for, or around now once that is past: which days these
		 * are is known only to the database, and one trip is enough. `dayCount` days from that one on, and two on each
		 * side.
		 */
		calendarAroundPaidTime(
			paymentReference: string,
			dayCount: number,
			now: Instant,
		): Promise<BookingCalendar> {
			return calendar(readsAroundPaidTime, { subject: paymentReference, dayCount, now })
		},

		/**
		 * Takes time for each service of a visit: of its candidates the first who is free, the least booked of that day
		 * first. When none is free, no row is written, and the trigger on holds and appointments refuses the batch
		 * ('slot_taken'). The triggers check everything again.
		 */
		takeTime(owner: TimeOwner, shopId: string, times: readonly WantedTime[], now: Instant): Statement[] {
			const holdId = 'holdId' in owner ? owner.holdId : null
			const appointmentId = 'appointmentId' in owner ? owner.appointmentId : null
			const heldUntilAt = 'heldUntilAt' in owner ? owner.heldUntilAt : null
			const chosen = (key: keyof WantedTime['candidates'][number]) =>
				sql`candidate.value ->> ${sql.raw(`'${key}'`)}`
			return times.map(({ candidates, ...time }) =>
				insertFrom(
					calendarEntries,
					{
						...time,
						id: chosen('entryId'),
						shopId,
						staffMemberId: chosen('staffMemberId'),
						holdId,
						appointmentId,
						blockedUntilAt: sql`${chosen('blockedUntilAt')}`,
						heldUntilAt,
						writtenAt: now,
					},
					sql`FROM json_each(${JSON.stringify(candidates)}) candidate
						WHERE NOT EXISTS (
							SELECT 1 FROM ${calendarEntries} ${other}
							WHERE ${other.staffMemberId} = ${chosen('staffMemberId')}
								AND ${other.startsAt} < ${chosen('blockedUntilAt')}
								AND ${other.startsAt} > ${time.startsAt - LONGEST_ENTRY_MS}
								AND ${other.blockedUntilAt} > ${time.startsAt}
								AND (${other.heldUntilAt} IS NULL OR ${other.heldUntilAt} > ${now})
						) AND NOT EXISTS (
							SELECT 1 FROM ${blockedTimes}
							WHERE ${blockedTimes.staffMemberId} = ${chosen('staffMemberId')}
								AND ${blockedTimes.startsAt} < ${chosen('blockedUntilAt')}
								AND ${blockedTimes.startsAt} > ${time.startsAt - LONGEST_ENTRY_MS}
								AND ${blockedTimes.endsAt} > ${time.startsAt}
						)
						ORDER BY (
							SELECT coalesce(sum(${sameDay.endsAt} - ${sameDay.startsAt}), 0) FROM ${calendarEntries} ${sameDay}
							WHERE ${sameDay.staffMemberId} = ${chosen('staffMemberId')}
								AND ${sameDay.startsAt} > ${time.startsAt - LONGEST_ENTRY_MS}
								AND ${sameDay.startsAt} < ${time.startsAt + LONGEST_ENTRY_MS}
								AND ${sameDay.date} = ${time.date}
								AND (${sameDay.heldUntilAt} IS NULL OR ${sameDay.heldUntilAt} > ${now})
						), candidate.key
						LIMIT 1`,
				),
			)
		},

		/**
		 * A hold's time becomes the appointment's unchanged, even where the shop changed its hours since: it was
		 * promised. The trigger against overlaps still counts: by the clock of another writer the hold may be over
		 * ('slot_taken'). No row is changed when the hold is gone.
		 */
		turnHoldIntoAppointment(checkoutId: string, appointmentId: string, now: Instant): Statement {
			return builtWrite(
				build
					.update(calendarEntries)
					.set({ appointmentId, holdId: null, heldUntilAt: null, writtenAt: now })
					.where(
						sql`${calendarEntries.holdId} = (SELECT ${holds.id} FROM ${holds} WHERE ${holds.checkoutId} = ${checkoutId})`,
					),
			)
		},

		/**
		 * The time that a missed appointment gave back is its own again, where it is still free ('slot_taken') and its
		 * people still work then ('outside_hours', 'staff_not_available').
		 */
		reoccupyTime(appointmentId: string, now: Instant): Statement[] {
			return [
				rawWrite(sql`INSERT INTO calendar_entries (id, shop_id, staff_member_id, service_id, position, appointment_id, date,
						start_minute, end_minute, starts_at, ends_at, blocked_until_at, checked_at)
					SELECT lower(hex(randomblob(16))), shop_id, staff_member_id, service_id, position, id, scheduled_date,
						first_minute + minutes_before, first_minute + minutes_before + minutes,
						starts_at + minutes_before * 60000, starts_at + (minutes_before + minutes) * 60000,
						starts_at + (minutes_before + minutes + buffer_minutes) * 60000, ${now}
					FROM (
						SELECT visit.id, visit.shop_id, visit.scheduled_date, visit.starts_at, item.staff_member_id, item.service_id,
							item.position, service.buffer_minutes,
							substr(visit.scheduled_time, 1, 2) * 60 + substr(visit.scheduled_time, 4, 2) AS first_minute,
							(SELECT coalesce(sum(duration_minutes), 0) FROM appointment_services
								WHERE appointment_id = visit.id AND position < item.position) AS minutes_before,
							CASE item.position WHEN visit.segment_count - 1
								THEN visit.duration_minutes - (SELECT coalesce(sum(duration_minutes), 0) FROM appointment_services
									WHERE appointment_id = visit.id AND position < item.position)
								ELSE item.duration_minutes END AS minutes
						FROM appointments visit JOIN appointment_services item ON item.appointment_id = visit.id
						JOIN services service ON service.id = item.service_id
						WHERE visit.id = ${appointmentId} AND visit.status = 'NO_SHOW'
					)`),
			]
		},

		/** Gives an appointment's time back, to be followed by taking another in the same batch. */
		releaseTimeOf(appointmentId: string): Statement {
			return builtWrite(build.delete(calendarEntries).where(eq(calendarEntries.appointmentId, appointmentId)))
		},
	}
}

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
	sql`SELECT ${drafts.shopId}, ${draftServices.position}, ${draftServices.serviceId}, ${draftServices.staffMemberId}
		FROM ${draftServices} JOIN ${drafts} ON ${drafts.id} = ${draftServices.draftId}
		WHERE ${draftServices.draftId} = ${placeholder('subject')}`,
	// The asker's own hold does not stand in its own way (R9).
	sql`(${calendarEntries.holdId} IS NULL OR ${calendarEntries.holdId} NOT IN
		(SELECT ${holds.id} FROM ${holds} WHERE ${holds.draftId} = ${placeholder('subject')}))`,
)

/**
 * The services of an appointment with the person who does each; being moved, it does not stand in its own way (R21).
 */
const readsForAppointment = calendarReads(
	sql`SELECT ${appointments.shopId}, ${appointmentServices.position}, ${appointmentServices.serviceId}, ${appointmentServices.staffMemberId}
		FROM ${appointmentServices} JOIN ${appointments} ON ${appointments.id} = ${appointmentServices.appointmentId}
		WHERE ${appointmentServices.appointmentId} = ${placeholder('subject')}`,
	sql`${calendarEntries.appointmentId} IS NOT ${placeholder('subject')}`,
)

/** As `readsForAppointment`, with the service that one of them is to become. */
const readsForChange = calendarReads(
	sql`SELECT ${appointments.shopId}, ${appointmentServices.position}, CASE ${appointmentServices.position}
			WHEN ${placeholder('position')} THEN ${placeholder('service')} ELSE ${appointmentServices.serviceId} END AS service_id, ${appointmentServices.staffMemberId}
		FROM ${appointmentServices} JOIN ${appointments} ON ${appointments.id} = ${appointmentServices.appointmentId}
		WHERE ${appointmentServices.appointmentId} = ${placeholder('subject')}`,
	sql`${calendarEntries.appointmentId} IS NOT ${placeholder('subject')}`,
)

/** Services of a shop that are on offer, with the one person named for all of them. */
const readsForServices = calendarReads(
	sql`SELECT ${services.shopId}, asked.key AS position, ${services.id} AS service_id, ${placeholder('person')} AS staff_member_id
		FROM json_each(${placeholder('services')}) asked
		JOIN ${services} ON ${services.id} = asked.value AND ${services.shopId} = ${placeholder('subject')} AND ${services.isEnabled} = 1`,
	sql`true`,
)

/**
 * The services that a payment is for, with the person named for each; the hold of their own draft is not in the way.
 */
const paidServices = sql`SELECT ${checkouts.shopId}, ${checkoutServices.position}, ${checkoutServices.serviceId}, ${checkoutServices.staffMemberId}
	FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
	JOIN ${checkoutServices} ON ${checkoutServices.checkoutId} = ${checkouts.id}
	WHERE ${paymentAttempts.paymentReference} = ${placeholder('subject')}`
const isNotOfItsDraft = sql`(${calendarEntries.holdId} IS NULL OR ${calendarEntries.holdId} NOT IN (SELECT ${holds.id} FROM ${paymentAttempts}
	JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId} JOIN ${holds} ON ${holds.draftId} = ${checkouts.draftId}
	WHERE ${paymentAttempts.paymentReference} = ${placeholder('subject')}))`
const readsForPayment = calendarReads(paidServices, isNotOfItsDraft)

/** The day of the paid time, or that of now, in milliseconds since 1970, and one that many days later. */
const paidDayAt = (
	days: SQL,
) => sql`(SELECT (CAST(max(${checkouts.startsAt}, ${placeholder('now')}) AS INTEGER) / 86400000 + ${days}) * 86400000
	FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
	WHERE ${paymentAttempts.paymentReference} = ${placeholder('subject')})`
const firstPaidDay = paidDayAt(sql`-2`)
const lastPaidDay = paidDayAt(sql`${placeholder('dayCount')} + 2`)

const readsAroundPaidTime = calendarReads(paidServices, isNotOfItsDraft, {
	firstDate: sql`date(${firstPaidDay} / 1000, 'unixepoch')`,
	lastDate: sql`date(${lastPaidDay} / 1000, 'unixepoch')`,
	fromAt: sql`${firstPaidDay} - ${sql.raw(String(LONGEST_ENTRY_MS))}`,
	untilAt: lastPaidDay,
})

type CalendarReads = ReturnType<typeof calendarReads>

const readsOf: Readonly<Record<CalendarSubject['kind'], CalendarReads>> = {
	draft: readsForDraft,
	appointment: readsForAppointment,
	change: readsForChange,
	payment: readsForPayment,
	services: readsForServices,
}

/** The values of a subject's statements. */
function valuesOf(subject: CalendarSubject): Record<string, string | number | null> {
	switch (subject.kind) {
		case 'draft':
			return { subject: subject.draftId }
		case 'appointment':
			return { subject: subject.appointmentId }
		case 'change':
			return { subject: subject.appointmentId, position: subject.position, service: subject.serviceId }
		case 'payment':
			return { subject: subject.paymentReference }
		case 'services':
			return {
				subject: subject.shopId,
				services: JSON.stringify(subject.serviceIds),
				person: subject.staffMemberId,
			}
	}
}

/**
 * The statements of the calendar for a kind of visit, compiled once. `requested` selects shop_id, position,
 * service_id and staff_member_id of each of its services.
 */
function calendarReads(requested: SQL, isNotItsOwn: SQL, bounds = givenBounds) {
	const people = sql`(SELECT ${staffServices.staffMemberId} FROM (${requested}) requested
		JOIN ${staffServices} ON ${staffServices.serviceId} = requested.service_id)`
	return {
		staff: preparedRead<EligibleStaff>(
			sql`SELECT requested.position, ${staffMembers.id}, ${staffMembers.firstName}, ${staffMembers.commissionRate} > 0.5 AS is_senior,
					requested.staff_member_id IS NULL OR requested.staff_member_id = ${staffMembers.id} AS is_chosen
				FROM (${requested}) requested
				JOIN ${staffServices} ON ${staffServices.serviceId} = requested.service_id
				JOIN ${staffMembers} ON ${staffMembers.id} = ${staffServices.staffMemberId} AND ${staffMembers.isActive} = 1
				ORDER BY requested.position, ${staffMembers.firstName}, ${staffMembers.id}`,
			decode({
				position: integer('position'),
				staffMemberId: text('id'),
				name: text('first_name'),
				isSenior: flag('is_senior'),
				isChosen: flag('is_chosen'),
			}),
		),
		shopHours: preparedRead(
			sql`SELECT ${shopHours.dayOfWeek}, ${shopHours.opensMinute}, ${shopHours.closesMinute} FROM ${shopHours}
				WHERE ${shopHours.shopId} = (SELECT shop_id FROM (${requested}) LIMIT 1)`,
			decode({
				dayOfWeek: integer('day_of_week'),
				opensMinute: integer('opens_minute'),
				closesMinute: integer('closes_minute'),
			}),
		),
		schedules: preparedRead(
			sql`SELECT ${staffSchedules.staffMemberId}, ${staffSchedules.dayOfWeek}, ${staffSchedules.isAvailable}, ${staffSchedules.startMinute},
					${staffSchedules.endMinute}, ${staffSchedules.breakStartMinute}, ${staffSchedules.breakEndMinute}
				FROM ${staffSchedules} WHERE ${staffSchedules.staffMemberId} IN ${people} AND ${staffSchedules.isAvailable} = 1`,
			decode({
				staffMemberId: text('staff_member_id'),
				dayOfWeek: integer('day_of_week'),
				isAvailable: flag('is_available'),
				startMinute: integer('start_minute'),
				endMinute: integer('end_minute'),
				breakStartMinute: nullable(integer('break_start_minute')),
				breakEndMinute: nullable(integer('break_end_minute')),
			}),
		),
		daysOff: preparedRead(
			sql`SELECT ${staffDaysOff.staffMemberId}, ${staffDaysOff.date} FROM ${staffDaysOff}
				WHERE ${staffDaysOff.staffMemberId} IN ${people} AND ${staffDaysOff.date} BETWEEN ${bounds.firstDate} AND ${bounds.lastDate}
				UNION ALL SELECT person.staff_member_id, ${shopClosedDays.date} FROM ${shopClosedDays} CROSS JOIN ${people} person
				WHERE ${shopClosedDays.shopId} = (SELECT shop_id FROM (${requested}) LIMIT 1)
					AND ${shopClosedDays.date} BETWEEN ${bounds.firstDate} AND ${bounds.lastDate}`,
			decode({ staffMemberId: text('staff_member_id'), date: text('date') }),
		),
		busy: preparedRead(
			sql`SELECT ${calendarEntries.staffMemberId}, ${calendarEntries.startsAt}, ${calendarEntries.blockedUntilAt} FROM ${calendarEntries}
				WHERE ${calendarEntries.staffMemberId} IN ${people}
					AND ${calendarEntries.startsAt} > ${bounds.fromAt} AND ${calendarEntries.startsAt} < ${bounds.untilAt}
					AND (${calendarEntries.heldUntilAt} IS NULL OR ${calendarEntries.heldUntilAt} > ${placeholder('now')})
					AND ${isNotItsOwn}
				UNION ALL SELECT ${blockedTimes.staffMemberId}, ${blockedTimes.startsAt}, ${blockedTimes.endsAt} FROM ${blockedTimes}
				WHERE ${blockedTimes.staffMemberId} IN ${people}
					AND ${blockedTimes.startsAt} > ${bounds.fromAt} AND ${blockedTimes.startsAt} < ${bounds.untilAt}
				ORDER BY 2`,
			decode({
				staffMemberId: text('staff_member_id'),
				startsAt: integer('starts_at'),
				blockedUntilAt: integer('blocked_until_at'),
			}),
		),
	}
}
