import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { isOpenAppointment } from '#db/appointments.server.ts'
import { flag, integer, rows } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { build, builtWrite, rawSelect } from '#db/statement.server.ts'
import { LATE_AGAIN_MS, LATE_FROM_MS, LATE_UNTIL_MS } from './running-late.ts'

export function createRunningLateRepository() {
	return {
		/** Changes no row where `mayTellLate` says no, after an arrival, or within five minutes of the last notice. */
		tellLate: (appointmentId: string, lateMinutes: number, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(appointments)
					.set({ lateMinutes, lateToldAt: now })
					.where(
						sql`${appointments.id} = ${appointmentId} AND ${isOpenAppointment} AND ${appointments.arrivedAt} IS NULL
							AND ${appointments.startsAt} BETWEEN ${now - LATE_UNTIL_MS} AND ${now + LATE_FROM_MS}
							AND coalesce(${appointments.lateToldAt}, 0) <= ${now - LATE_AGAIN_MS}`,
					),
			),

		/** Last in that batch: what the shop knows now. */
		lateStanding: (
			appointmentId: string,
			now: Instant,
		): Statement<{ lateMinutes: number; isToldNow: boolean; isToldRecently: boolean }[]> =>
			rawSelect(
				rows({
					lateMinutes: integer(appointments.lateMinutes),
					isToldNow: flag(sql`${appointments.lateToldAt} = ${now}`),
					isToldRecently: flag(sql`${appointments.lateToldAt} > ${now - LATE_AGAIN_MS}`),
				}),
				sql`FROM ${appointments} WHERE ${appointments.id} = ${appointmentId} AND ${appointments.lateToldAt} IS NOT NULL`,
			),
	}
}
