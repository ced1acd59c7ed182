import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { isOpenAppointment } from '#db/appointments.server.ts'
import { insertNewRows } from '#db/bulk-rows.server.ts'
import type { Database } from '#db/client.server.ts'
import { pickColumns } from '#db/row.server.ts'
import { calendarEntries, staffSchedules } from '#db/schema/availability.ts'
import { appointments } from '#db/schema/booking.ts'
import { staffMembers } from '#db/schema/discovery.ts'
import { build, builtRead, deleteWhere } from '#db/statement.server.ts'

type Schedule = typeof staffSchedules.$inferInsert

/** The weeks of imported staff. Only the operator's program uses it. */
export function createScheduleImportRepository(read: Database['read']) {
	return {
		schedulesOf: (shopIds: readonly string[]): Promise<(typeof staffSchedules.$inferSelect)[]> =>
			read(
				builtRead(
					build
						.select()
						.from(staffSchedules)
						.where(
							sql`${staffSchedules.staffMemberId} IN (SELECT ${staffMembers.id} FROM ${staffMembers}
								WHERE ${staffMembers.shopId} IN (SELECT value FROM json_each(${JSON.stringify(shopIds)})))`,
						),
				),
			),

		bookedAhead: (shopIds: readonly string[], now: Instant) =>
			read(
				builtRead(
					build
						.select({
							referenceNumber: appointments.referenceNumber,
							...pickColumns(calendarEntries, 'shopId', 'staffMemberId', 'serviceId', 'date', 'startMinute'),
							endMinute: calendarEntries.endMinute,
						})
						.from(appointments)
						.innerJoin(calendarEntries, sql`${calendarEntries.appointmentId} = ${appointments.id}`)
						.where(
							sql`${appointments.shopId} IN (SELECT value FROM json_each(${JSON.stringify(shopIds)}))
								AND ${appointments.startsAt} > ${now} AND ${isOpenAppointment}`,
						)
						.orderBy(sql`${appointments.startsAt}`),
				),
			),

		/** Replaces the weeks of these people. */
		writeWeeks: (weeks: readonly { staffMemberId: string; days: Schedule[] }[]): Statement[] => {
			if (weeks.length === 0) return []
			const people = JSON.stringify(weeks.map(({ staffMemberId }) => staffMemberId))
			const days = weeks.flatMap((week) => week.days)
			return [
				deleteWhere(
					staffSchedules,
					sql`${staffSchedules.staffMemberId} IN (SELECT value FROM json_each(${people}))`,
				),
				...(days.length > 0 ? [insertNewRows(staffSchedules, days, ['staff_member_id', 'day_of_week'])] : []),
			]
		},
	}
}

export type ScheduleImportRepository = ReturnType<typeof createScheduleImportRepository>
