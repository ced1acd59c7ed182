import { and, eq, sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { describedColumns, describedRow } from '#db/described-row.server.ts'
import { refuseUnlessSeen, refuseWhen } from '#db/refuse-when.server.ts'
import { json, pickColumns, rows, text } from '#db/row.server.ts'
import { staffSchedules } from '#db/schema/availability.ts'
import { services, shops, staffMembers, staffServices } from '#db/schema/discovery.ts'
import { callerRows, shopRows } from '#db/shop-rows.server.ts'
import { deleteWhere, insertFrom, insertNewRow, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { personFields } from './catalogue.ts'

type WorkedDay = Omit<typeof staffSchedules.$inferSelect, 'staffMemberId' | 'isAvailable'>

export type StaffFields = Omit<typeof staffMembers.$inferInsert, 'id' | 'shopId' | 'commissionRate'>

export const staffConstraints = { 'unique:staff_members.shop_id': 'external_id_taken' } as const

/** The commission is not read: it never leaves the database (D13). */
const staffRows = shopRows(staffMembers, {
	...pickColumns(staffMembers, 'id', 'externalId'),
	...describedColumns(personFields, staffMembers),
	...pickColumns(staffMembers, 'email', 'phone', 'lastDay', 'isActive'),
	serviceIds: sql<string[]>`(SELECT json_group_array(${staffServices.serviceId}) FROM ${staffServices}
		WHERE ${staffServices.staffMemberId} = ${staffMembers.id})`.mapWith(JSON.parse),
})

const servicesDone = sql`(SELECT json_group_array(service_id) FROM (SELECT ${staffServices.serviceId} FROM ${staffServices}
	WHERE ${staffServices.staffMemberId} = ${staffMembers.id} ORDER BY service_id))`

const ownStaff = callerRows(
	staffMembers,
	rows({
		id: staffMembers.id,
		...describedRow(personFields, staffMembers),
		...pickColumns(staffMembers, 'lastDay', 'isActive'),
		serviceIds: json<string[]>(servicesDone),
		week: json<
			WorkedDay[]
		>(sql`(SELECT json_group_array(json_object('dayOfWeek', day_of_week, 'startMinute', start_minute,
				'endMinute', end_minute, 'breakStartMinute', break_start_minute, 'breakEndMinute', break_end_minute))
			FROM (SELECT * FROM ${staffSchedules} WHERE ${staffSchedules.staffMemberId} = ${staffMembers.id}
				AND ${staffSchedules.isAvailable} = 1 ORDER BY day_of_week))`),
	}),
	sql`${staffMembers.isActive} DESC, ${staffMembers.firstName}, ${staffMembers.lastName}`,
)

/** As many as one run of the cron ends. */
const leaving = preparedSelect<{ staffMemberId: string; lastDay: CivilDate; timeZone: string }>(
	rows({
		staffMemberId: staffMembers.id,
		lastDay: text(staffMembers.lastDay),
		timeZone: shops.timeZone,
	}),
	() => sql`FROM ${staffMembers} INDEXED BY staff_by_last_day JOIN ${shops} ON ${shops.id} = ${staffMembers.shopId}
		WHERE ${staffMembers.isActive} = 1 AND ${staffMembers.lastDay} IS NOT NULL AND ${staffMembers.lastDay} <= ${sql.placeholder('utcDate')}
		ORDER BY ${staffMembers.lastDay} LIMIT 100`,
)

export function catalogueStaff(read: Database['read']) {
	return {
		staff: staffRows(read),
		/** People who can be booked first, then by name. */
		ownStaff: ownStaff(read),

		insertStaff: (row: StaffFields & { id: string; shopId: string }): Statement[] => [
			insertNewRow(staffMembers, row, staffMembers.id),
		],

		/** As `refuseUnlessSeen`, for a person and their services. */
		refuseUnlessStaffSeen: (
			place: { shopId: string; id: string },
			{ serviceIds: seenIds, ...seen }: Partial<StaffFields> & { serviceIds: readonly string[] },
			{
				serviceIds: wantedIds = seenIds,
				...wanted
			}: Partial<StaffFields> & {
				serviceIds?: readonly string[] | undefined
			},
		): Statement[] => [
			refuseUnlessSeen(staffMembers, place, seen, wanted),
			refuseWhen(
				'changed_meanwhile',
				sql`(SELECT ${servicesDone} FROM ${staffMembers} WHERE ${staffMembers.id} = ${place.id})
					NOT IN (${sortedText(seenIds)}, ${sortedText(wantedIds)})`,
			),
		],

		/** Staff still bookable whose last day may be over, by their shop's clock. */
		async staffPastLastDay(
			utcDate: CivilDate,
		): Promise<{ staffMemberId: string; lastDay: CivilDate; timeZone: string }[]> {
			return read(leaving({ utcDate }))
		},

		/** Where the last day changed meanwhile, the person stays. */
		endStaff: (left: readonly { staffMemberId: string; lastDay: CivilDate }[]): Statement[] =>
			left.map(({ staffMemberId, lastDay }) =>
				updateWhere(
					staffMembers,
					{ isActive: false },
					and(eq(staffMembers.id, staffMemberId), eq(staffMembers.lastDay, lastDay)),
				),
			),

		updateStaff: (shopId: string, id: string, fields: Partial<StaffFields>): Statement[] => [
			updateWhere(staffMembers, fields, and(eq(staffMembers.shopId, shopId), eq(staffMembers.id, id))),
		],

		/** These and no others. Another shop's services are left out. */
		setServicesOf: (shopId: string, staffMemberId: string, serviceIds: readonly string[]): Statement[] => {
			const chosen = JSON.stringify(serviceIds)
			return [
				deleteWhere(
					staffServices,
					sql`${staffServices.staffMemberId} = ${staffMemberId}
								AND ${staffServices.serviceId} NOT IN (SELECT value FROM json_each(${chosen}))`,
				),
				insertFrom(
					staffServices,
					{ staffMemberId: sql`${staffMembers.id}`, serviceId: sql`${services.id}` },
					sql`FROM json_each(${chosen}) chosen CROSS JOIN ${services} ON ${services.id} = chosen.value
						JOIN ${staffMembers} ON ${staffMembers.shopId} = ${services.shopId}
						WHERE ${staffMembers.id} = ${staffMemberId} AND ${staffMembers.shopId} = ${shopId} ON CONFLICT DO NOTHING`,
				),
			]
		},
	}
}

function sortedText(ids: readonly string[]): string {
	return JSON.stringify([...new Set(ids)].toSorted())
}
