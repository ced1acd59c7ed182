import { sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from '#db/client.server.ts'
import { integer, json, rows } from '#db/row.server.ts'
import { shopClosedDays, staffDaysOff, staffSchedules } from '#db/schema/availability.ts'
import { appointments } from '#db/schema/booking.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { shopHours, staffMembers } from '#db/schema/discovery.ts'
import { callingPlace, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { placeholder, preparedSelect } from '#db/statement.server.ts'
import type { RotaDay } from './rota.ts'

const { shopId, personId } = callingPlace(shopCallerPlaceholders)

const isInSpan = (date: typeof staffDaysOff.date | typeof shopClosedDays.date) =>
	sql`${date} BETWEEN ${placeholder('from')} AND ${placeholder('until')}`

const rotaOfCaller = preparedSelect(
	rows({
		week: json<RotaDay[]>(sql`(SELECT json_group_array(json_object('dayOfWeek', ${staffSchedules.dayOfWeek},
				'startMinute', max(${staffSchedules.startMinute}, ${shopHours.opensMinute}), 'endMinute', min(${staffSchedules.endMinute}, ${shopHours.closesMinute}),
				'breakStartMinute', ${staffSchedules.breakStartMinute}, 'breakEndMinute', ${staffSchedules.breakEndMinute}))
			FROM ${staffSchedules} JOIN ${shopHours} ON ${shopHours.shopId} = ${staffMembers.shopId} AND ${shopHours.dayOfWeek} = ${staffSchedules.dayOfWeek}
			WHERE ${staffSchedules.staffMemberId} = ${staffMembers.id} AND ${staffSchedules.isAvailable} = 1)`),
		daysOff: json<
			CivilDate[]
		>(sql`(SELECT json_group_array(date) FROM (SELECT ${staffDaysOff.date} AS date FROM ${staffDaysOff}
			WHERE ${staffDaysOff.staffMemberId} = ${staffMembers.id} AND ${isInSpan(staffDaysOff.date)} ORDER BY 1))`),
		closedDays: json<
			CivilDate[]
		>(sql`(SELECT json_group_array(date) FROM (SELECT ${shopClosedDays.date} AS date FROM ${shopClosedDays}
			WHERE ${shopClosedDays.shopId} = ${staffMembers.shopId} AND ${isInSpan(shopClosedDays.date)} ORDER BY 1))`),
		lastDay: staffMembers.lastDay,
	}),
	() =>
		sql`FROM ${staffMembers} WHERE ${staffMembers.id} = ${personId} AND ${staffMembers.shopId} = ${shopId}`,
)

const appointmentsOfCaller = preparedSelect(
	rows({ date: appointments.scheduledDate, count: integer(sql`count(*)`) }),
	() => sql`FROM ${appointments} WHERE ${appointments.shopId} = ${shopId}
		AND ${appointments.startsAt} > ${placeholder('fromAt')} AND ${appointments.startsAt} < ${placeholder('untilAt')}
		AND ${appointments.status} <> 'CANCELLED' AND EXISTS (SELECT 1 FROM ${appointmentServices}
			WHERE ${appointmentServices.appointmentId} = ${appointments.id} AND ${appointmentServices.staffMemberId} = ${personId})
		GROUP BY ${appointments.scheduledDate}`,
)

type Input = { from: CivilDate; until: CivilDate; fromAt: number; untilAt: number }

/** When the person of this device works, and their number of visits; nothing on another device. */
export function createOwnRotaRepository(read: Database['read']) {
	return {
		/** Days off and closed days between two dates, and each day's visits between two instants. */
		async rotaOfPerson({ secretHash, kind }: ShopCaller, { from, until, fromAt, untilAt }: Input) {
			const caller = { secretHash, kind }
			const [[rota], counts] = await Promise.all([
				read(rotaOfCaller({ ...caller, from, until })),
				read(appointmentsOfCaller({ ...caller, fromAt, untilAt })),
			])
			return rota ? { ...rota, counts } : null
		},
	}
}
