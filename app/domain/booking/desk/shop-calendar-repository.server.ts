import { sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from '#db/client.server.ts'
import { json, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import {
	blockedTimes,
	calendarEntries,
	shopClosedDays,
	staffDaysOff,
	staffSchedules,
} from '#db/schema/availability.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { depositLinks } from '#db/schema/booking-deposits.ts'
import { holds } from '#db/schema/booking-drafts.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { services, shopHours, staffMembers } from '#db/schema/discovery.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { placeholder, preparedSelect } from '#db/statement.server.ts'
import { staffName } from './shop-appointment-repository.server.ts'

const shopId = callingShopId(shopCallerPlaceholders)
const from = placeholder('from')
const until = placeholder('until')
const isWantedPerson = sql`(${placeholder('staffMemberId')} IS NULL OR ${staffMembers.id} = ${placeholder('staffMemberId')})`

/** Bounds a day or a week; no shop has more. */
const MOST_ENTRIES = 600

const closedDaysOfCaller = preparedSelect(
	rows({ date: shopClosedDays.date, reason: shopClosedDays.reason }),
	() => sql`FROM ${shopClosedDays} WHERE ${shopClosedDays.shopId} = ${shopId}
		AND ${shopClosedDays.date} BETWEEN ${from} AND ${until}`,
)

const rosterOfCaller = preparedSelect(
	rows({
		staffMemberId: staffMembers.id,
		name: text(staffName),
		/** Within the shop's hours; both break minutes are 0 without a break. */
		week: json<[dayOfWeek: number, start: number, end: number, breakStart: number, breakEnd: number][]>(
			sql`(SELECT json_group_array(json_array(${staffSchedules.dayOfWeek}, max(${staffSchedules.startMinute}, ${shopHours.opensMinute}),
					min(${staffSchedules.endMinute}, ${shopHours.closesMinute}),
					coalesce(${staffSchedules.breakStartMinute}, 0), coalesce(${staffSchedules.breakEndMinute}, 0)))
				FROM ${staffSchedules} JOIN ${shopHours} ON ${shopHours.shopId} = ${staffMembers.shopId} AND ${shopHours.dayOfWeek} = ${staffSchedules.dayOfWeek}
				WHERE ${staffSchedules.staffMemberId} = ${staffMembers.id} AND ${staffSchedules.isAvailable} = 1)`,
		),
		daysOff: json<CivilDate[]>(sql`(SELECT json_group_array(${staffDaysOff.date}) FROM ${staffDaysOff}
			WHERE ${staffDaysOff.staffMemberId} = ${staffMembers.id} AND ${staffDaysOff.date} BETWEEN ${from} AND ${until})`),
	}),
	() => sql`FROM ${staffMembers} WHERE ${staffMembers.shopId} = ${shopId} AND ${staffMembers.isActive} = 1
		ORDER BY ${staffMembers.firstName}, ${staffMembers.lastName}, ${staffMembers.id}`,
)

const entryRow = rows({
	staffMemberId: staffMembers.id,
	staffName: text(staffName),
	...pickColumns(calendarEntries, 'startsAt', 'endsAt', 'blockedUntilAt'),
	service: text(sql`coalesce(${appointmentServices.name}, ${services.name})`),
	/** The checkout whose deposit the hold waits for (D66). */
	depositId: nullable(
		text(
			sql`(SELECT ${depositLinks.checkoutId} FROM ${holds} JOIN ${depositLinks} ON ${depositLinks.checkoutId} = ${holds.checkoutId} WHERE ${holds.id} = ${calendarEntries.holdId})`,
		),
	),
	/** Null for a hold. */
	appointment: nullable(
		json<{
			referenceNumber: string
			status: AppointmentStatus
			startsAt: Instant
			arrivedAt: Instant | null
			visitorName: string | null
			firstName: string
			lastName: string
		}>(sql`CASE WHEN ${appointments.id} IS NOT NULL THEN json_object('referenceNumber', ${appointments.referenceNumber},
			'status', ${appointments.status}, 'startsAt', ${appointments.startsAt}, 'arrivedAt', ${appointments.arrivedAt},
			'visitorName', ${appointments.visitorName}, 'firstName', ${checkouts.firstName}, 'lastName', ${checkouts.lastName}) END`),
	),
})

/** A person's time: booked, or held for a booking. */
export type EntryInCalendar = ReturnType<typeof entryRow.read>

const entriesOfCaller = preparedSelect(
	entryRow,
	() => sql`FROM ${staffMembers} CROSS JOIN ${calendarEntries} ON ${calendarEntries.staffMemberId} = ${staffMembers.id}
		JOIN ${services} ON ${services.id} = ${calendarEntries.serviceId}
		LEFT JOIN ${appointments} ON ${appointments.id} = ${calendarEntries.appointmentId}
		LEFT JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
		LEFT JOIN ${appointmentServices} ON ${appointmentServices.appointmentId} = ${calendarEntries.appointmentId}
			AND ${appointmentServices.position} = ${calendarEntries.position}
		WHERE ${staffMembers.shopId} = ${shopId} AND ${isWantedPerson}
			AND ${calendarEntries.startsAt} > ${placeholder('fromAt')} AND ${calendarEntries.startsAt} < ${placeholder('untilAt')}
			AND (${calendarEntries.heldUntilAt} IS NULL OR ${calendarEntries.heldUntilAt} > ${placeholder('at')})
		ORDER BY ${calendarEntries.startsAt}, ${calendarEntries.id} LIMIT ${MOST_ENTRIES}`,
)

const blocksOfCaller = preparedSelect(
	rows({
		staffMemberId: staffMembers.id,
		staffName: text(staffName),
		...pickColumns(blockedTimes, 'startsAt', 'endsAt', 'reason'),
	}),
	() => sql`FROM ${staffMembers} CROSS JOIN ${blockedTimes} ON ${blockedTimes.staffMemberId} = ${staffMembers.id}
		WHERE ${staffMembers.shopId} = ${shopId} AND ${isWantedPerson}
			AND ${blockedTimes.startsAt} > ${placeholder('fromAt')} AND ${blockedTimes.startsAt} < ${placeholder('untilAt')}
		ORDER BY ${blockedTimes.startsAt}, ${blockedTimes.id} LIMIT ${MOST_ENTRIES}`,
)

/** Entries and blocked times last at most a day, and no zone is a day from UTC. */
const AROUND_MS = 2 * DAY_MS

/** A shop's calendar: who works when, and what takes their time. */
export function createShopCalendarRepository(read: Database['read']) {
	return {
		/**
		 * The calendar of the caller's shop or one of its people, both dates included, in one trip. The view drops rows of
		 * other days by the shop's clock.
		 */
		async calendarOfShop(
			{ secretHash, kind }: ShopCaller,
			{
				staffMemberId,
				now,
				...dates
			}: { from: CivilDate; until: CivilDate; staffMemberId: string | null; now: Instant },
		) {
			const input = {
				secretHash,
				kind,
				staffMemberId,
				...dates,
				at: now,
				fromAt: Date.parse(dates.from) - AROUND_MS,
				untilAt: Date.parse(dates.until) + AROUND_MS,
			}
			const [closedDays, roster, entries, blocks] = await Promise.all([
				read(closedDaysOfCaller(input)),
				read(rosterOfCaller(input)),
				read(entriesOfCaller(input)),
				read(blocksOfCaller(input)),
			])
			return { closedDays, roster, entries, blocks }
		},
	}
}

export type PeopleCalendar = Awaited<
	ReturnType<ReturnType<typeof createShopCalendarRepository>['calendarOfShop']>
>
