import { type SQL, sql } from 'drizzle-orm'
import { addDays, type CivilDate, dateOfInstant, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import {
	type AppointmentProblemKind,
	type AppointmentStatus,
	appointmentStatuses,
	type PaymentMethod,
	type PaymentStatus,
	paymentMethods,
	paymentStatuses,
} from '#app/kernel/vocabulary/booking.ts'
import type { AccessKeyKind } from '#app/kernel/vocabulary/shops.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, instant, integer, json, nullable, rows, text, word } from '#db/row.server.ts'
import { blockedTimes, shopClosedDays, staffDaysOff, staffSchedules } from '#db/schema/availability.ts'
import {
	appointmentAddOns,
	appointmentProblems,
	appointmentServices,
	appointments,
	checkouts,
	clients,
} from '#db/schema/booking.ts'
import { shopHours, shops, staffMembers } from '#db/schema/discovery.ts'
import { shopActs } from '#db/schema/shops.ts'
import { callingShopId, shopCallerAsked } from '#db/shop-caller.server.ts'
import { preparedSelect } from '#db/statement.server.ts'

/** Whose key asks, as `ShopCaller`, and the session of the account that is signed in on the device, if any. */
type Caller = { secretHash: string; kind: AccessKeyKind; sessionHash?: string | null }

/** A visit as its shop sees it. */
export type AppointmentAtShop = {
	appointmentId: string
	referenceNumber: string
	status: AppointmentStatus
	startsAt: Instant
	endsAt: Instant
	services: { serviceId: string; name: string; staffMemberId: string; staffName: string }[]
	/** As the booking names them. */
	customer: { firstName: string; lastName: string; phone: string | null }
	/** The visitor, where it is not the customer; the customer's note; how late they said they are, and when. */
	visitorName: string | null
	customerNote: string | null
	lateMinutes: number | null
	lateToldAt: Instant | null
	note: string | null
	totalKobo: Kobo
	/** The rest to pay at the shop, or by transfer. */
	dueKobo: Kobo
	paymentMethod: PaymentMethod
	paymentStatus: PaymentStatus
	arrivedAt: Instant | null
	completedAt: Instant | null
	missedAt: Instant | null
	cancelledAt: Instant | null
	transferPaidAt: Instant | null
	cancellationReason: string | null
	isWalkIn: boolean
	/** Booked by a customer within 24 hours, and nothing done with it by the shop yet. */
	isNew: boolean
	/** Of the account that is signed in on the device that asks. */
	isOfSignedIn: boolean
}

/** A day of a shop: as much of it as one page shows, with what it is made of. */
export type ShopDayView = {
	/** Null where the key opens nothing any more. */
	shop: {
		id: string
		name: string
		timeZone: string
		date: CivilDate
		isClosed: boolean
		closedReason: string
	} | null
	/** In order of start; at most `limit`. */
	appointments: AppointmentAtShop[]
	/** Where the next page goes on; null where this is the last. */
	next: { startsAt: Instant; appointmentId: string } | null
	/** Of that day the first open visit whose customer has not come and that is not over, on any page of the list. */
	upcoming: AppointmentAtShop | null
	/** Everybody active, with their hours of that day; null where they are off. */
	staff: { staffMemberId: string; name: string; hours: { startMinute: number; endMinute: number } | null }[]
	blocks: BlockedStretch[]
}

/** Time of a person that the shop keeps free of bookings. */
type BlockedStretch = {
	blockId: string
	staffMemberId: string
	staffName: string
	startsAt: Instant
	endsAt: Instant
	reason: string
}

/** A visit with everything that its shop may see of it. */
export type ShownAppointment = AppointmentAtShop & {
	customer: { email: string | null }
	durationMinutes: number
	addOns: { name: string; priceKobo: Kobo }[]
	tipKobo: Kobo
	discountKobo: Kobo
	cashbackKobo: Kobo
	paidKobo: Kobo
	paidAtShopKobo: Kobo
	refundableUntilAt: Instant
	createdAt: Instant
	timeZone: string
	/** The latest of what the customer says was wrong. */
	problem: ToldProblem | null
}

type ToldProblem = {
	kind: AppointmentProblemKind
	words: string
	reportedAt: Instant
	resolvedAt: Instant | null
	answer: string | null
}

const { placeholder } = sql
const shopId = callingShopId(shopCallerAsked)

/** No zone is further from UTC; the dates around an instant that some shop's clock may show. */
const FURTHEST_ZONE_MS = DAY_MS

const staffName = sql`trim(${staffMembers.firstName} || ' ' || ${staffMembers.lastName})`

const withPeople = sql`JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
	JOIN ${clients} ON ${clients.id} = ${appointments.clientId}`

const appointmentFields = {
	appointmentId: text(appointments.id),
	referenceNumber: text(appointments.referenceNumber),
	status: word(appointments.status, appointmentStatuses),
	startsAt: instant(appointments.startsAt),
	endsAt: instant(appointments.endsAt),
	note: nullable(text(appointments.notes)),
	visitorName: nullable(text(appointments.visitorName)),
	customerNote: nullable(text(appointments.customerNote)),
	lateMinutes: nullable(integer(appointments.lateMinutes)),
	lateToldAt: nullable(instant(appointments.lateToldAt)),
	totalKobo: integer(appointments.totalKobo),
	dueKobo:
		integer(sql`CASE WHEN ${appointments.status} IN ('CANCELLED', 'NO_SHOW') THEN 0 ELSE max(0, ${appointments.totalKobo} - ${appointments.cashbackKobo}
			- ${appointments.paidKobo} - ${appointments.paidAtShopKobo}) END`),
	paymentMethod: word(appointments.paymentMethod, paymentMethods),
	paymentStatus: word(appointments.paymentStatus, paymentStatuses),
	arrivedAt: nullable(instant(appointments.arrivedAt)),
	completedAt: nullable(instant(appointments.completedAt)),
	missedAt: nullable(instant(appointments.missedAt)),
	cancelledAt: nullable(instant(appointments.cancelledAt)),
	transferPaidAt: nullable(instant(appointments.transferPaidAt)),
	cancellationReason: nullable(text(appointments.cancellationReason)),
	isWalkIn: flag(appointments.isWalkIn),
	isNew:
		flag(sql`${appointments.isWalkIn} = 0 AND ${appointments.status} IN ('SCHEDULED', 'CONFIRMED') AND ${appointments.createdAt} > ${placeholder('newSince')}
			AND NOT EXISTS (SELECT 1 FROM ${shopActs} WHERE ${shopActs.subjectId} = ${appointments.id})`),
	isOfSignedIn: flag(sql`coalesce(${clients.userId} = ${actorUserId(actorAsked)}, 0)`),
	services: json<
		AppointmentAtShop['services']
	>(sql`(SELECT json_group_array(json_object('serviceId', service_id, 'name', name, 'staffMemberId', staff_member_id, 'staffName', staff_name))
		FROM (SELECT ${appointmentServices.serviceId} AS service_id, ${appointmentServices.name} AS name,
				${appointmentServices.staffMemberId} AS staff_member_id, ${staffName} AS staff_name
			FROM ${appointmentServices} JOIN ${staffMembers} ON ${staffMembers.id} = ${appointmentServices.staffMemberId}
			WHERE ${appointmentServices.appointmentId} = ${appointments.id} ORDER BY ${appointmentServices.position}))`),
}
const nameFields = {
	firstName: text(checkouts.firstName),
	lastName: text(checkouts.lastName),
	phone: nullable(text(checkouts.phone)),
}

const dayAppointmentRow = rows({
	date: text(appointments.scheduledDate),
	appointment: rows({ ...appointmentFields, customer: rows(nameFields) }),
})

const shownAppointmentRow = rows({
	...appointmentFields,
	customer: rows({ ...nameFields, email: nullable(text(checkouts.email)) }),
	durationMinutes: integer(appointments.durationMinutes),
	addOns: json<
		ShownAppointment['addOns']
	>(sql`(SELECT json_group_array(json_object('name', ${appointmentAddOns.name}, 'priceKobo', ${appointmentAddOns.priceKobo}))
		FROM ${appointmentAddOns} WHERE ${appointmentAddOns.appointmentId} = ${appointments.id})`),
	tipKobo: integer(appointments.tipKobo),
	discountKobo: integer(appointments.discountKobo),
	cashbackKobo: integer(appointments.cashbackKobo),
	paidKobo: integer(appointments.paidKobo),
	paidAtShopKobo: integer(appointments.paidAtShopKobo),
	refundableUntilAt: instant(appointments.refundableUntilAt),
	createdAt: instant(appointments.createdAt),
	timeZone: text(shops.timeZone),
	problem: nullable(
		json<ToldProblem>(sql`(SELECT json_object('kind', ${appointmentProblems.kind}, 'words', ${appointmentProblems.words}, 'reportedAt', ${appointmentProblems.reportedAt},
				'resolvedAt', ${appointmentProblems.resolvedAt}, 'answer', ${appointmentProblems.answer})
			FROM ${appointmentProblems} WHERE ${appointmentProblems.appointmentId} = ${appointments.id}
			ORDER BY ${appointmentProblems.reportedAt} DESC LIMIT 1)`),
	),
})

const datesAsked = sql`(SELECT value FROM json_each(${placeholder('dates')}))`

/** The ids of a page of each of these days; only the shop's clock tells which day it is there. */
const pageOfDays = (isSuch: SQL, mostOfEach: SQL) => sql`(SELECT id, date FROM (
	SELECT ${appointments.id} AS id, ${appointments.scheduledDate} AS date, row_number() OVER (
		PARTITION BY ${appointments.scheduledDate} ORDER BY ${appointments.startsAt}, ${appointments.id}) AS place
	FROM ${appointments}
	WHERE ${appointments.shopId} = ${shopId} AND ${appointments.startsAt} > ${placeholder('fromAt')}
		AND ${appointments.startsAt} < ${placeholder('untilAt')} AND ${appointments.scheduledDate} IN ${datesAsked} AND ${isSuch}
	) WHERE place <= ${mostOfEach}) page`

const appointmentsOf = (page: SQL) =>
	preparedSelect(
		dayAppointmentRow,
		sql`FROM ${page} CROSS JOIN ${appointments} ON ${appointments.id} = page.id ${withPeople}
			ORDER BY ${appointments.startsAt}, ${appointments.id}`,
	)

const appointmentsOfDays = appointmentsOf(
	pageOfDays(
		sql`(${appointments.startsAt}, ${appointments.id}) > (${placeholder('afterAt')}, ${placeholder('afterId')})`,
		sql`${placeholder('limit')}`,
	),
)

const upcomingOfDays = appointmentsOf(
	pageOfDays(
		sql`${appointments.status} IN ('SCHEDULED', 'CONFIRMED') AND ${appointments.arrivedAt} IS NULL AND ${appointments.endsAt} > ${placeholder('at')}`,
		sql`1`,
	),
)

const shopOfCaller = preparedSelect(
	rows({
		id: text(shops.id),
		name: text(shops.name),
		timeZone: text(shops.timeZone),
		closedDays: json<
			[CivilDate, string][]
		>(sql`(SELECT json_group_array(json_array(${shopClosedDays.date}, ${shopClosedDays.reason})) FROM ${shopClosedDays}
			WHERE ${shopClosedDays.shopId} = ${shops.id} AND ${shopClosedDays.date} IN ${datesAsked})`),
	}),
	sql`FROM ${shops} WHERE ${shops.id} = ${shopId}`,
)

const staffOfCaller = preparedSelect(
	rows({
		staffMemberId: text(staffMembers.id),
		name: text(staffName),
		week: json<
			[dayOfWeek: number, startMinute: number, endMinute: number][]
		>(sql`(SELECT json_group_array(json_array(${staffSchedules.dayOfWeek}, max(${staffSchedules.startMinute}, ${shopHours.opensMinute}),
				min(${staffSchedules.endMinute}, ${shopHours.closesMinute})))
			FROM ${staffSchedules} JOIN ${shopHours} ON ${shopHours.shopId} = ${staffMembers.shopId} AND ${shopHours.dayOfWeek} = ${staffSchedules.dayOfWeek}
			WHERE ${staffSchedules.staffMemberId} = ${staffMembers.id} AND ${staffSchedules.isAvailable} = 1)`),
		daysOff: json<CivilDate[]>(sql`(SELECT json_group_array(${staffDaysOff.date}) FROM ${staffDaysOff}
			WHERE ${staffDaysOff.staffMemberId} = ${staffMembers.id} AND ${staffDaysOff.date} IN ${datesAsked})`),
	}),
	sql`FROM ${staffMembers} WHERE ${staffMembers.shopId} = ${shopId} AND ${staffMembers.isActive} = 1
		ORDER BY ${staffMembers.firstName}, ${staffMembers.lastName}, ${staffMembers.id}`,
)

const blocksOfCaller = preparedSelect(
	rows({
		blockId: text(blockedTimes.id),
		staffMemberId: text(blockedTimes.staffMemberId),
		staffName: text(staffName),
		startsAt: instant(blockedTimes.startsAt),
		endsAt: instant(blockedTimes.endsAt),
		reason: text(blockedTimes.reason),
	}),
	sql`FROM ${staffMembers} CROSS JOIN ${blockedTimes} ON ${blockedTimes.staffMemberId} = ${staffMembers.id}
		WHERE ${staffMembers.shopId} = ${shopId}
			AND ${blockedTimes.startsAt} > ${placeholder('fromAt')} AND ${blockedTimes.startsAt} < ${placeholder('untilAt')}
		ORDER BY ${blockedTimes.startsAt}, ${blockedTimes.id}`,
)

/** As many as a shop looks through; those behind them are found by their day. */
const BLOCKS_AHEAD = 100

const blockStartsAhead = preparedSelect(
	rows({ startsAt: instant(blockedTimes.startsAt) }),
	sql`FROM ${staffMembers} CROSS JOIN ${blockedTimes} ON ${blockedTimes.staffMemberId} = ${staffMembers.id}
		WHERE ${staffMembers.shopId} = ${shopId} AND ${blockedTimes.startsAt} > ${placeholder('at')}
		ORDER BY ${blockedTimes.startsAt} LIMIT ${BLOCKS_AHEAD}`,
)

const shownAppointment = (isIt: SQL) =>
	preparedSelect<ShownAppointment>(
		shownAppointmentRow,
		sql`FROM ${appointments} ${withPeople} JOIN ${shops} ON ${shops.id} = ${appointments.shopId} WHERE ${isIt}`,
	)

const appointmentOfCaller = shownAppointment(
	sql`${appointments.referenceNumber} = ${placeholder('referenceNumber')} AND ${appointments.shopId} = ${shopId}`,
)
const appointmentById = shownAppointment(sql`${appointments.id} = ${placeholder('appointmentId')}`)

const isNewFor = (now: Instant) => ({ newSince: now - DAY_MS, at: now })

/** What a shop reads of its visits. Its key stands in every statement, so that no page needs a trip for it. */
export function createShopAppointmentRepository(read: Database['read']) {
	return {
		/** A day of the shop whose key asks, in one trip; `date` null: today on the shop's clock. */
		async dayOfShop(
			{ sessionHash = null, ...caller }: Caller,
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
			const asked = {
				...caller,
				...isNewFor(now),
				sessionHash,
				dates: JSON.stringify(dates),
				fromAt: Date.parse(dates[0] ?? '') - DAY_MS - FURTHEST_ZONE_MS,
				untilAt: Date.parse(addDays(dates.at(-1) ?? '', 1)) + FURTHEST_ZONE_MS,
			}
			const [[shop], rows, upcoming, staff, blocks] = await Promise.all([
				read(shopOfCaller(asked)),
				read(
					appointmentsOfDays({
						...asked,
						afterAt: after?.startsAt ?? 0,
						afterId: after?.appointmentId ?? '',
						limit: limit + 1,
					}),
				),
				read(upcomingOfDays(asked)),
				read(staffOfCaller(asked)),
				read(blocksOfCaller(asked)),
			])
			if (!shop) return { shop: null, appointments: [], next: null, upcoming: null, staff: [], blocks: [] }

			const { closedDays, ...named } = shop
			const today = date ?? civilAt(shop.timeZone, now).date
			const appointments = rows.filter((row) => row.date === today).map(({ appointment }) => appointment)
			const last = appointments.length > limit ? appointments[limit - 1] : undefined
			const closed = closedDays.find(([closedDate]) => closedDate === today)
			const hoursOf = ({ week, daysOff }: (typeof staff)[number]) => {
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
				upcoming: upcoming.find((row) => row.date === today)?.appointment ?? null,
				staff: staff.map((member) => ({
					staffMemberId: member.staffMemberId,
					name: member.name,
					hours: hoursOf(member),
				})),
				blocks: blocks.filter(({ startsAt, endsAt }) => isToday(startsAt) || isToday(endsAt - 1)),
			}
		},

		/** When the next blocked times of the shop whose key asks begin, the soonest first. */
		async blocksAhead({ secretHash, kind }: Caller, now: Instant): Promise<Instant[]> {
			const rows = await read(blockStartsAhead({ secretHash, kind, at: now }))
			return rows.map(({ startsAt }) => startsAt)
		},

		/** One visit of the shop whose key asks; null for any other. */
		async appointmentOfShop(
			{ sessionHash = null, ...caller }: Caller,
			referenceNumber: string,
			now: Instant,
		): Promise<ShownAppointment | null> {
			const [appointment] = await read(
				appointmentOfCaller({ ...caller, ...isNewFor(now), sessionHash, referenceNumber }),
			)
			return appointment ?? null
		},

		/** For a mail to its shop; null for one that is gone. */
		async appointmentToMail(appointmentId: string, now: Instant): Promise<ShownAppointment | null> {
			const [appointment] = await read(
				appointmentById({ appointmentId, ...isNewFor(now), sessionHash: null }),
			)
			return appointment ?? null
		},
	}
}
