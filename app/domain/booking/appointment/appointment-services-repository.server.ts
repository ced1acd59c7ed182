import { asc, eq, sql } from 'drizzle-orm'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { Database } from '#db/client.server.ts'
import { flag, pickColumns, rows } from '#db/row.server.ts'
import { calendarEntries } from '#db/schema/availability.ts'
import { appointments } from '#db/schema/booking.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { services, shops, staffMembers, staffServices } from '#db/schema/discovery.ts'
import { build, placeholder, prepared, preparedSelect } from '#db/statement.server.ts'

/** As the calendar stores it: length and buffer as booked, add-ons included. */
export type AppointmentSegment = {
	serviceId: string
	staffMemberId: string
	durationMinutes: number
	bufferMinutes: number
	/** False when the shop stopped offering it: the calendar takes no new time for it. */
	isEnabled: boolean
}

const segmentRows = prepared(() =>
	build
		.select({
			...pickColumns(calendarEntries, 'serviceId', 'staffMemberId', 'startsAt', 'endsAt', 'blockedUntilAt'),
			isEnabled: services.isEnabled,
		})
		.from(calendarEntries)
		.innerJoin(services, eq(services.id, calendarEntries.serviceId))
		.where(eq(calendarEntries.appointmentId, placeholder('appointmentId')))
		.orderBy(asc(calendarEntries.position)),
)

/** Services with their staff, and whether both can be booked again. */
const repeatRows = preparedSelect(
	rows({
		shopId: appointments.shopId,
		...pickColumns(appointmentServices, 'serviceId', 'name', 'staffMemberId'),
		staffName: staffMembers.firstName,
		isOffered: flag(sql`${services.isEnabled} AND ${shops.isListed}`),
		isDoneByThem: flag(sql`${staffMembers.isActive} AND EXISTS (SELECT 1 FROM ${staffServices}
			WHERE ${staffServices.serviceId} = ${appointmentServices.serviceId}
				AND ${staffServices.staffMemberId} = ${appointmentServices.staffMemberId})`),
	}),
	() => sql`FROM ${appointments} JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		JOIN ${appointmentServices} ON ${appointmentServices.appointmentId} = ${appointments.id}
		JOIN ${services} ON ${services.id} = ${appointmentServices.serviceId}
		JOIN ${staffMembers} ON ${staffMembers.id} = ${appointmentServices.staffMemberId}
		WHERE ${appointments.id} = ${placeholder('appointmentId')}
		ORDER BY ${appointmentServices.position}`,
)

/** An appointment's services, to move or to book them again. */
export function createAppointmentServicesRepository(read: Database['read']) {
	return {
		/** In order. */
		servicesToRepeat: (appointmentId: string) => read(repeatRows({ appointmentId })),

		/** In order; empty when it holds no time. */
		async appointmentSegments(appointmentId: string): Promise<AppointmentSegment[]> {
			const rows = await read(segmentRows({ appointmentId }))
			return rows.map(({ startsAt, endsAt, blockedUntilAt, ...segment }) => ({
				...segment,
				durationMinutes: (endsAt - startsAt) / MINUTE_MS,
				bufferMinutes: (blockedUntilAt - endsAt) / MINUTE_MS,
			}))
		},
	}
}
