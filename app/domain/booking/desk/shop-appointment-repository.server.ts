import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { AppointmentProblemKind } from '#app/kernel/vocabulary/booking.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import { isOpenAppointment } from '#db/appointments.server.ts'
import { noteFields } from '#db/booking-notes.server.ts'
import type { Database } from '#db/client.server.ts'
import { clientsOfPerson, FORMER_CUSTOMER } from '#db/customer-at-shop.server.ts'
import { flag, instant, integer, json, nullable, pickColumns, rows } from '#db/row.server.ts'
import { appointments, appointmentUpdates, checkouts, clients } from '#db/schema/booking.ts'
import { appointmentProblems } from '#db/schema/booking-reviews.ts'
import { appointmentAddOns, appointmentServices } from '#db/schema/booking-services.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { shopActs } from '#db/schema/shops.ts'
import { callingPlace, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, placeholder, preparedSelect } from '#db/statement.server.ts'

/** The access key, and the session of the account signed in on its device. */
export type CallerAtShop = ShopCaller & { sessionHash?: string | null }

/** The client was not erased. */
export const hasCustomerCard = sql`${clients.firstName} <> ${FORMER_CUSTOMER}`

const hasShopNote = sql`EXISTS (SELECT 1 FROM ${clients} noted
	WHERE noted.id IN ${clientsOfPerson(sql`${clients.id}`)} AND noted.shop_note IS NOT NULL)`

export const staffName = sql`trim(${staffMembers.firstName} || ' ' || ${staffMembers.lastName})`

/** 'Cut, Wash', or the staff: each name once, in the order of the services. */
const joinedNames = (name: SQL) => sql`(SELECT group_concat(name, ', ') FROM (SELECT ${name} AS name
	FROM ${appointmentServices} JOIN ${staffMembers} ON ${staffMembers.id} = ${appointmentServices.staffMemberId}
	WHERE ${appointmentServices.appointmentId} = ${appointments.id} GROUP BY 1 ORDER BY min(${appointmentServices.position})))`

export const appointmentServiceNames = joinedNames(sql`${appointmentServices.name}`)
export const appointmentStaffNames = joinedNames(staffName)

/** Booked by a customer since `newSince`, and untouched by the shop. */
export const isNewAppointment = sql`${appointments.isWalkIn} = 0 AND ${isOpenAppointment} AND ${appointments.createdAt} > ${placeholder('newSince')}
	AND NOT EXISTS (SELECT 1 FROM ${shopActs} WHERE ${shopActs.subjectId} = ${appointments.id})`

const appointmentFields = {
	appointmentId: appointments.id,
	...pickColumns(appointments, 'referenceNumber', 'status', 'startsAt', 'endsAt'),
	note: appointments.notes,
	bookingNotes: noteFields(appointments),
	...pickColumns(appointments, 'lateMinutes', 'lateToldAt', 'totalKobo'),
	/** At the shop, or by transfer. */
	dueKobo:
		integer(sql`CASE WHEN ${appointments.status} IN ('CANCELLED', 'NO_SHOW') THEN 0 ELSE max(0, ${appointments.totalKobo} - ${appointments.cashbackKobo}
			- ${appointments.paidKobo} - ${appointments.paidAtShopKobo}) END`),
	...pickColumns(appointments, 'paymentMethod', 'paymentStatus', 'arrivedAt', 'completedAt', 'missedAt'),
	...pickColumns(appointments, 'cancelledAt', 'transferPaidAt', 'cancellationReason'),
	/** Later than each earlier change of an appointment of its shop. */
	updatedAt: instant(
		sql`(SELECT ${appointmentUpdates.updatedAt} FROM ${appointmentUpdates} WHERE ${appointmentUpdates.appointmentId} = ${appointments.id})`,
	),
	isWalkIn: appointments.isWalkIn,
	/** Booked for later, at the desk or on the telephone. */
	isBookedAhead: flag(
		sql`${appointments.isWalkIn} = 1 AND ${appointments.startsAt} > ${appointments.createdAt}`,
	),
	discountReason: checkouts.discountReason,
	hasCard: flag(hasCustomerCard),
	hasShopNote: flag(hasShopNote),
	isNew: flag(isNewAppointment),
	isOfSignedIn: flag(sql`coalesce(${clients.userId} = ${actorUserId(actorPlaceholders)}, 0)`),
	services: json<
		{ serviceId: string; name: string; staffMemberId: string; staffName: string }[]
	>(sql`(SELECT json_group_array(json_object('serviceId', service_id, 'name', name, 'staffMemberId', staff_member_id, 'staffName', staff_name))
		FROM (SELECT ${appointmentServices.serviceId} AS service_id, ${appointmentServices.name} AS name,
				${appointmentServices.staffMemberId} AS staff_member_id, ${staffName} AS staff_name
			FROM ${appointmentServices} JOIN ${staffMembers} ON ${staffMembers.id} = ${appointmentServices.staffMemberId}
			WHERE ${appointmentServices.appointmentId} = ${appointments.id} ORDER BY ${appointmentServices.position}))`),
}

const nameFields = pickColumns(checkouts, 'firstName', 'lastName', 'phone')

export const appointmentAtShop = rows({ ...appointmentFields, customer: rows(nameFields) })
export type AppointmentAtShop = ReturnType<typeof appointmentAtShop.read>

export const withPeople = sql`JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
	JOIN ${clients} ON ${clients.id} = ${appointments.clientId}`

const place = callingPlace(shopCallerPlaceholders)

/** A person's device reads only appointments with a service of theirs. */
export const isOwnAppointment = sql`(${place.personId} IS NULL OR EXISTS (SELECT 1 FROM ${appointmentServices}
	WHERE ${appointmentServices.appointmentId} = ${appointments.id} AND ${appointmentServices.staffMemberId} = ${place.personId}))`

const shownAppointmentRow = rows({
	...appointmentFields,
	customer: rows({ ...nameFields, email: checkouts.email }),
	durationMinutes: appointments.durationMinutes,
	addOns: json<
		{ name: string; priceKobo: Kobo }[]
	>(sql`(SELECT json_group_array(json_object('name', ${appointmentAddOns.name}, 'priceKobo', ${appointmentAddOns.priceKobo}))
		FROM ${appointmentAddOns} WHERE ${appointmentAddOns.appointmentId} = ${appointments.id})`),
	...pickColumns(appointments, 'tipKobo', 'discountKobo', 'cashbackKobo', 'paidKobo', 'paidAtShopKobo'),
	...pickColumns(appointments, 'refundableUntilAt', 'createdAt'),
	isOfAccount: flag(sql`${clients.userId} IS NOT NULL`),
	timeZone: shops.timeZone,
	/** The latest problem that the customer reported. */
	problem: nullable(
		json<{
			kind: AppointmentProblemKind
			words: string
			reportedAt: Instant
			resolvedAt: Instant | null
			answer: string | null
		}>(sql`(SELECT json_object('kind', ${appointmentProblems.kind}, 'words', ${appointmentProblems.words}, 'reportedAt', ${appointmentProblems.reportedAt},
				'resolvedAt', ${appointmentProblems.resolvedAt}, 'answer', ${appointmentProblems.answer})
			FROM ${appointmentProblems} WHERE ${appointmentProblems.appointmentId} = ${appointments.id}
			ORDER BY ${appointmentProblems.reportedAt} DESC LIMIT 1)`),
	),
})

/** With everything that its shop may see. */
export type ShownAppointment = ReturnType<typeof shownAppointmentRow.read>

const shownAppointment = (isIt: SQL) =>
	preparedSelect(
		shownAppointmentRow,
		() =>
			sql`FROM ${appointments} ${withPeople} JOIN ${shops} ON ${shops.id} = ${appointments.shopId} WHERE ${isIt}`,
	)

const appointmentOfCaller = shownAppointment(
	sql`${appointments.referenceNumber} = ${placeholder('referenceNumber')} AND ${appointments.shopId} = ${place.shopId} AND ${isOwnAppointment}`,
)
const appointmentById = shownAppointment(sql`${appointments.id} = ${placeholder('appointmentId')}`)

/** The values for `isNewAppointment` and for the device's session. */
export const isNewFor = (now: Instant) => ({ newSince: now - DAY_MS, at: now })

/** A shop's appointments. Each statement checks the access key, which saves a trip. */
export function createShopAppointmentRepository(read: Database['read']) {
	return {
		/** Of the caller's shop; for a person's key with a service of theirs. */
		appointmentOfShop: (
			{ sessionHash = null, ...caller }: CallerAtShop,
			referenceNumber: string,
			now: Instant,
		): Promise<ShownAppointment | null> =>
			first(read(appointmentOfCaller({ ...caller, ...isNewFor(now), sessionHash, referenceNumber }))),

		appointmentToMail: (appointmentId: string, now: Instant): Promise<ShownAppointment | null> =>
			first(read(appointmentById({ appointmentId, ...isNewFor(now), sessionHash: null }))),
	}
}
