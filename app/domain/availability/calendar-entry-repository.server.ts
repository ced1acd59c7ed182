import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { blockedTimes, calendarEntries } from '#db/schema/availability.ts'
import { holds } from '#db/schema/booking-drafts.ts'
import { deleteWhere, insertFrom, rawWrite, updateWhere } from '#db/statement.server.ts'

export type TimeOwner = { holdId: string; heldUntilAt: Instant } | { appointmentId: string }

/** The time of one service, with the people who can do it, best first. */
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

/** No entry or blocked time is longer, so one that began earlier is over. */
export const LONGEST_ENTRY_MS = DAY_MS

const other = alias(calendarEntries, 'other')
const sameDay = alias(calendarEntries, 'same_day')

/** Time in the calendar: taken, released and reoccupied. */
export function createCalendarEntryRepository() {
	return {
		/**
		 * Takes time for each service from its first free candidate, the least busy first. If none is free, no row is
		 * written and the trigger on holds and appointments refuses the batch ('slot_taken').
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
		 * A hold's time becomes the appointment's. Hours changed since do not matter: the time was promised. Refused where
		 * another writer's clock ended the hold and the time was taken ('slot_taken'). Changes no row when the hold is
		 * gone.
		 */
		turnHoldIntoAppointment(checkoutId: string, appointmentId: string, now: Instant): Statement {
			return updateWhere(
				calendarEntries,
				{ appointmentId, holdId: null, heldUntilAt: null, writtenAt: now },
				sql`${calendarEntries.holdId} = (SELECT ${holds.id} FROM ${holds} WHERE ${holds.checkoutId} = ${checkoutId})`,
			)
		},

		/**
		 * Reoccupies the time of a missed appointment. Refused where it is taken ('slot_taken') or its staff no longer work
		 * then ('outside_hours', 'staff_not_available').
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

		releaseTimeOf(appointmentId: string): Statement {
			return deleteWhere(calendarEntries, eq(calendarEntries.appointmentId, appointmentId))
		},
	}
}
