import { type SQL, sql } from 'drizzle-orm'
import { addDays, type CivilDate, dateOfInstant, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { isOpenAppointment } from '#db/appointments.server.ts'
import type { Database } from '#db/client.server.ts'
import { instant, json, nullable, pickColumns, rows, rowsOrNull, text } from '#db/row.server.ts'
import {
	blockedTimes,
	calendarEntries,
	shopClosedDays,
	staffDaysOff,
	staffSchedules,
} from '#db/schema/availability.ts'
import { appointments } from '#db/schema/booking.ts'
import { shopHours, shops, staffMembers } from '#db/schema/discovery.ts'
import { callingPlace, callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { placeholder, preparedSelect } from '#db/statement.server.ts'
import {
	type AppointmentAtShop,
	appointmentAtShop,
	type CallerAtShop,
	isNewFor,
	isOwnAppointment,
	staffName,
	withPeople,
} from './shop-appointment-repository.server.ts'

/** `ownPart`: on a person's device, their part of a visit of several people. */
export type AppointmentOfDay = AppointmentAtShop & { ownPart: { startsAt: Instant; endsAt: Instant } | null }

/** One page of a shop's day, or of a person's on their device. */
export type ShopDayView = {
	/** Null for a key that opens nothing. */
	shop: {
		id: string
		name: string
		timeZone: string
		/** Set on a person's device. */
		personId: string | null
		date: CivilDate
		isClosed: boolean
		closedReason: string
	} | null
	appointments: AppointmentOfDay[]
	/** The next page; null on the last. */
	next: { startsAt: Instant; appointmentId: string } | null
	/** The first open visit that is not over and whose customer has not arrived, on any page. */
	upcoming: AppointmentOfDay | null
	/** Active staff, or the device's person, with their hours that day; null when off. */
	staff: { staffMemberId: string; name: string; hours: { startMinute: number; endMinute: number } | null }[]
	blocks: BlockedStretch[]
}

const { shopId, personId, isOwn } = callingPlace(shopCallerPlaceholders)

/** No zone is further from UTC, so a shop's clock shows one of three dates. */
const FURTHEST_ZONE_MS = DAY_MS

const datesGiven = sql`(SELECT value FROM json_each(${placeholder('dates')}))`

/** A page of ids for each date: only the shop's clock tells which date is today. */
const pageOfDays = (isSuch: SQL, mostOfEach: SQL) => sql`(SELECT id, date FROM (
	SELECT ${appointments.id} AS id, ${appointments.scheduledDate} AS date, row_number() OVER (
		PARTITION BY ${appointments.scheduledDate} ORDER BY ${appointments.startsAt}, ${appointments.id}) AS place
	FROM ${appointments}
	WHERE ${appointments.shopId} = ${shopId} AND ${appointments.startsAt} > ${placeholder('fromAt')}
		AND ${appointments.startsAt} < ${placeholder('untilAt')} AND ${appointments.scheduledDate} IN ${datesGiven} AND ${isSuch} AND ${isOwnAppointment}
	) WHERE place <= ${mostOfEach}) page`

/** When the person's part begins or ends; NULL on the shop's other devices. */
const ownTime = (end: 'min' | 'max', at: typeof calendarEntries.startsAt | typeof calendarEntries.endsAt) =>
	sql`(SELECT ${sql.raw(end)}(${at}) FROM ${calendarEntries}
		WHERE ${calendarEntries.appointmentId} = ${appointments.id} AND ${calendarEntries.staffMemberId} = ${personId})`

const ownPart = rowsOrNull(
	'startsAt',
	rows({
		startsAt: instant(ownTime('min', calendarEntries.startsAt)),
		endsAt: instant(ownTime('max', calendarEntries.endsAt)),
	}),
)

const selectAppointments = (page: SQL) =>
	preparedSelect(
		rows({ date: appointments.scheduledDate, appointment: appointmentAtShop, ownPart }),
		() => sql`FROM ${page} CROSS JOIN ${appointments} ON ${appointments.id} = page.id ${withPeople}
			ORDER BY ${appointments.startsAt}, ${appointments.id}`,
	)

const appointmentsOfDays = selectAppointments(
	pageOfDays(
		sql`(${appointments.startsAt}, ${appointments.id}) > (${placeholder('afterAt')}, ${placeholder('afterId')})`,
		sql`${placeholder('limit')}`,
	),
)

const upcomingOfDays = selectAppointments(
	pageOfDays(
		sql`${isOpenAppointment} AND ${appointments.arrivedAt} IS NULL AND ${appointments.endsAt} > ${placeholder('at')}`,
		sql`1`,
	),
)

const shopOfCaller = preparedSelect(
	rows({
		...pickColumns(shops, 'id', 'name', 'timeZone'),
		personId: nullable(text(personId)),
		closedDays: json<
			[CivilDate, string][]
		>(sql`(SELECT json_group_array(json_array(${shopClosedDays.date}, ${shopClosedDays.reason})) FROM ${shopClosedDays}
			WHERE ${shopClosedDays.shopId} = ${shops.id} AND ${shopClosedDays.date} IN ${datesGiven})`),
	}),
	() => sql`FROM ${shops} WHERE ${shops.id} = ${shopId}`,
)

const staffOfCaller = preparedSelect(
	rows({
		staffMemberId: staffMembers.id,
		name: text(staffName),
		week: json<
			[dayOfWeek: number, startMinute: number, endMinute: number][]
		>(sql`(SELECT json_group_array(json_array(${staffSchedules.dayOfWeek}, max(${staffSchedules.startMinute}, ${shopHours.opensMinute}),
				min(${staffSchedules.endMinute}, ${shopHours.closesMinute})))
			FROM ${staffSchedules} JOIN ${shopHours} ON ${shopHours.shopId} = ${staffMembers.shopId} AND ${shopHours.dayOfWeek} = ${staffSchedules.dayOfWeek}
			WHERE ${staffSchedules.staffMemberId} = ${staffMembers.id} AND ${staffSchedules.isAvailable} = 1)`),
		daysOff: json<CivilDate[]>(sql`(SELECT json_group_array(${staffDaysOff.date}) FROM ${staffDaysOff}
			WHERE ${staffDaysOff.staffMemberId} = ${staffMembers.id} AND ${staffDaysOff.date} IN ${datesGiven})`),
	}),
	() => sql`FROM ${staffMembers} WHERE ${staffMembers.shopId} = ${shopId} AND ${staffMembers.isActive} = 1 AND ${isOwn(staffMembers.id)}
		ORDER BY ${staffMembers.firstName}, ${staffMembers.lastName}, ${staffMembers.id}`,
)

const blockRow = rows({
	blockId: blockedTimes.id,
	staffMemberId: blockedTimes.staffMemberId,
	staffName: text(staffName),
	...pickColumns(blockedTimes, 'startsAt', 'endsAt', 'reason'),
})

type BlockedStretch = ReturnType<typeof blockRow.read>

const blocksOfCaller = preparedSelect(
	blockRow,
	() => sql`FROM ${staffMembers} CROSS JOIN ${blockedTimes} ON ${blockedTimes.staffMemberId} = ${staffMembers.id}
		WHERE ${staffMembers.shopId} = ${shopId} AND ${isOwn(staffMembers.id)}
			AND ${blockedTimes.startsAt} > ${placeholder('fromAt')} AND ${blockedTimes.startsAt} < ${placeholder('untilAt')}
		ORDER BY ${blockedTimes.startsAt}, ${blockedTimes.id}`,
)

/** Later blocked times are found on their day. */
const BLOCKS_AHEAD = 100

const blockStartsAhead = preparedSelect(
	rows({ startsAt: blockedTimes.startsAt }),
	() => sql`FROM ${staffMembers} CROSS JOIN ${blockedTimes} ON ${blockedTimes.staffMemberId} = ${staffMembers.id}
		WHERE ${staffMembers.shopId} = ${callingShopId(shopCallerPlaceholders)} AND ${blockedTimes.startsAt} > ${placeholder('at')}
		ORDER BY ${blockedTimes.startsAt} LIMIT ${BLOCKS_AHEAD}`,
)

/** A shop's day. Every statement checks the access key, which saves a trip. */
export function createShopDayRepository(read: Database['read']) {
	return {
		/** Of the caller's shop, in one trip; null `date`: today on its clock. */
		async dayOfShop(
			{ sessionHash = null, ...caller }: CallerAtShop,
			{
				date,
				now,
				after,
				limit,
			}: {
				date: CivilDate | null
				now: Instant
				after: { startsAt: Instant; appointmentId: string } | null
				limit: number
			},
		): Promise<ShopDayView> {
			const dates = date ? [date] : [dateOfInstant(now, -1), dateOfInstant(now), dateOfInstant(now, 1)]
			const input = {
				...caller,
				...isNewFor(now),
				sessionHash,
				dates: JSON.stringify(dates),
				fromAt: Date.parse(dates[0] ?? '') - DAY_MS - FURTHEST_ZONE_MS,
				untilAt: Date.parse(addDays(dates.at(-1) ?? '', 1)) + FURTHEST_ZONE_MS,
			}
			const [[shop], rows, upcoming, staff, blocks] = await Promise.all([
				read(shopOfCaller(input)),
				read(
					appointmentsOfDays({
						...input,
						afterAt: after?.startsAt ?? 0,
						afterId: after?.appointmentId ?? '',
						limit: limit + 1,
					}),
				),
				read(upcomingOfDays(input)),
				read(staffOfCaller(input)),
				read(blocksOfCaller(input)),
			])
			if (!shop) return { shop: null, appointments: [], next: null, upcoming: null, staff: [], blocks: [] }

			const { closedDays, ...named } = shop
			const today = date ?? civilAt(shop.timeZone, now).date
			const keepToday = (list: typeof rows) =>
				list
					.filter((row) => row.date === today)
					.map(({ appointment, ownPart }) => ({ ...appointment, ownPart }))
			const appointments = keepToday(rows)
			const last = appointments.length > limit ? appointments[limit - 1] : undefined
			const closed = closedDays.find(([closedDate]) => closedDate === today)
			const hoursToday = ({ week, daysOff }: (typeof staff)[number]) => {
				const [, startMinute = 0, endMinute = 0] = week.find(([day]) => day === dayOfWeekOf(today)) ?? []
				return closed || daysOff.includes(today) || startMinute >= endMinute
					? null
					: { startMinute, endMinute }
			}
			const isToday = (at: Instant) => civilAt(shop.timeZone, at).date === today
			return {
				shop: { ...named, date: today, isClosed: closed !== undefined, closedReason: closed?.[1] ?? '' },
				appointments: appointments.slice(0, limit),
				next: last ? { startsAt: last.startsAt, appointmentId: last.appointmentId } : null,
				upcoming: keepToday(upcoming)[0] ?? null,
				staff: staff.map((member) => ({
					staffMemberId: member.staffMemberId,
					name: member.name,
					hours: hoursToday(member),
				})),
				blocks: blocks.filter(({ startsAt, endsAt }) => isToday(startsAt) || isToday(endsAt - 1)),
			}
		},

		/** The starts of the next blocked times, soonest first. */
		async blocksAhead({ secretHash, kind }: CallerAtShop, now: Instant): Promise<Instant[]> {
			const rows = await read(blockStartsAhead({ secretHash, kind, at: now }))
			return rows.map(({ startsAt }) => startsAt)
		},
	}
}
