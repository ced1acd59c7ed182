import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { calendarEntries } from '#db/schema/availability.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { draftServices, drafts, holds } from '#db/schema/booking-drafts.ts'
import { appointmentServices, checkoutServices } from '#db/schema/booking-services.ts'
import { services, staffMembers } from '#db/schema/discovery.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { placeholder } from '#db/statement.server.ts'
import { LONGEST_ENTRY_MS } from './calendar-entry-repository.server.ts'
import {
	type CalendarReads,
	calendarReads,
	type EligibleStaff,
	fromEligibleStaff,
} from './calendar-rows-repository.server.ts'
import type { CalendarRows } from './slot-search.ts'

/** What free times are computed for. Its services decide which staff matter; its own time counts as free. */
export type CalendarSubject =
	| { kind: 'draft'; draftId: string }
	| { kind: 'appointment'; appointmentId: string }
	/** An appointment with another service at one position. */
	| { kind: 'change'; appointmentId: string; position: number; serviceId: string }
	/** The checkout of a payment. */
	| { kind: 'payment'; paymentReference: string }
	/** Services of a shop, without a draft. Without a person: any who can do them. */
	| { kind: 'services'; shopId: string; serviceIds: readonly string[]; staffMemberId: string | null }
	/** As 'services', for the shop of an access key. */
	| {
			kind: 'own services'
			caller: ShopCaller
			serviceIds: readonly string[]
			staffMemberId: string | null
	  }

export type BookingCalendar = { staff: EligibleStaff[]; rows: CalendarRows }

/** Wide enough for every zone: the engine picks its days. */
export type CalendarWindow = { firstDate: CivilDate; lastDate: CivilDate; fromAt: Instant; untilAt: Instant }

/** Null staff is 'Any available'. */
const servicesOfDraft = (draftId: SQL) =>
	sql`SELECT ${drafts.shopId}, ${draftServices.position}, ${draftServices.serviceId}, ${draftServices.staffMemberId}
		FROM ${draftServices} JOIN ${drafts} ON ${drafts.id} = ${draftServices.draftId}
		WHERE ${draftServices.draftId} = ${draftId}`

const readsForDraft = calendarReads(
	servicesOfDraft(sql`${placeholder('subject')}`),
	// The draft's own hold counts as free (R9).
	sql`(${calendarEntries.holdId} IS NULL OR ${calendarEntries.holdId} NOT IN
		(SELECT ${holds.id} FROM ${holds} WHERE ${holds.draftId} = ${placeholder('subject')}))`,
)

/** An appointment being moved does not block its own time (R21). */
const readsForAppointment = calendarReads(
	sql`SELECT ${appointments.shopId}, ${appointmentServices.position}, ${appointmentServices.serviceId}, ${appointmentServices.staffMemberId}
		FROM ${appointmentServices} JOIN ${appointments} ON ${appointments.id} = ${appointmentServices.appointmentId}
		WHERE ${appointmentServices.appointmentId} = ${placeholder('subject')}`,
	sql`${calendarEntries.appointmentId} IS NOT ${placeholder('subject')}`,
)

/** As `readsForAppointment`, with one service replaced. */
const readsForChange = calendarReads(
	sql`SELECT ${appointments.shopId}, ${appointmentServices.position}, CASE ${appointmentServices.position}
			WHEN ${placeholder('position')} THEN ${placeholder('service')} ELSE ${appointmentServices.serviceId} END AS service_id, ${appointmentServices.staffMemberId}
		FROM ${appointmentServices} JOIN ${appointments} ON ${appointments.id} = ${appointmentServices.appointmentId}
		WHERE ${appointmentServices.appointmentId} = ${placeholder('subject')}`,
	sql`${calendarEntries.appointmentId} IS NOT ${placeholder('subject')}`,
)

/** Enabled services, with one named person for all. */
const chosenServices = (shopId: SQL | Placeholder) =>
	sql`SELECT ${services.shopId}, asked.key AS position, ${services.id} AS service_id, ${placeholder('person')} AS staff_member_id
		FROM json_each(${placeholder('services')}) asked
		JOIN ${services} ON ${services.id} = asked.value AND ${services.shopId} = ${shopId} AND ${services.isEnabled} = 1`
const readsForServices = calendarReads(chosenServices(placeholder('subject')), sql`true`)
const readsForOwnServices = calendarReads(chosenServices(callingShopId(shopCallerPlaceholders)), sql`true`)

/** The services of a payment; its own hold counts as free. */
const paidServices = sql`SELECT ${checkouts.shopId}, ${checkoutServices.position}, ${checkoutServices.serviceId}, ${checkoutServices.staffMemberId}
	FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
	JOIN ${checkoutServices} ON ${checkoutServices.checkoutId} = ${checkouts.id}
	WHERE ${paymentAttempts.paymentReference} = ${placeholder('subject')}`
const isNotOfItsDraft = sql`(${calendarEntries.holdId} IS NULL OR ${calendarEntries.holdId} NOT IN (SELECT ${holds.id} FROM ${paymentAttempts}
	JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId} JOIN ${holds} ON ${holds.draftId} = ${checkouts.draftId}
	WHERE ${paymentAttempts.paymentReference} = ${placeholder('subject')}))`
const readsForPayment = calendarReads(paidServices, isNotOfItsDraft)

/** The day of the paid time, or of now once that time is past, plus `days`. */
const paidDayAt = (
	days: SQL,
) => sql`(SELECT (CAST(max(${checkouts.startsAt}, ${placeholder('now')}) AS INTEGER) / 86400000 + ${days}) * 86400000
	FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
	WHERE ${paymentAttempts.paymentReference} = ${placeholder('subject')})`
const firstPaidDay = paidDayAt(sql`-2`)
const lastPaidDay = paidDayAt(sql`${placeholder('dayCount')} + 2`)

const readsAroundPaidTime = calendarReads(paidServices, isNotOfItsDraft, {
	firstDate: sql`date(${firstPaidDay} / 1000, 'unixepoch')`,
	lastDate: sql`date(${lastPaidDay} / 1000, 'unixepoch')`,
	fromAt: sql`${firstPaidDay} - ${sql.raw(String(LONGEST_ENTRY_MS))}`,
	untilAt: lastPaidDay,
})

const readsByKind: Readonly<Record<CalendarSubject['kind'], CalendarReads>> = {
	draft: readsForDraft,
	appointment: readsForAppointment,
	change: readsForChange,
	payment: readsForPayment,
	services: readsForServices,
	'own services': readsForOwnServices,
}

function subjectValues(subject: CalendarSubject): Record<string, string | number | null> {
	switch (subject.kind) {
		case 'draft':
			return { subject: subject.draftId }
		case 'appointment':
			return { subject: subject.appointmentId }
		case 'change':
			return { subject: subject.appointmentId, position: subject.position, service: subject.serviceId }
		case 'payment':
			return { subject: subject.paymentReference }
		case 'services':
			return {
				subject: subject.shopId,
				services: JSON.stringify(subject.serviceIds),
				person: subject.staffMemberId,
			}
		case 'own services':
			return {
				secretHash: subject.caller.secretHash,
				kind: subject.caller.kind,
				services: JSON.stringify(subject.serviceIds),
				person: subject.staffMemberId,
			}
	}
}

/** What free times are computed from: eligible staff, their hours and their busy time. */
export function createCalendarRepository(read: Database['read']) {
	async function calendar(reads: CalendarReads, input: Record<string, string | number | null>) {
		const [staff, shopHours, schedules, daysOff, busy] = await Promise.all([
			read(reads.staff(input)),
			read(reads.shopHours(input)),
			read(reads.schedules(input)),
			read(reads.daysOff(input)),
			read(reads.busy(input)),
		])
		return { staff, rows: { shopHours, schedules, daysOff, busy } }
	}

	return {
		/** Active staff who offer one of the services, chosen or not, by first name. */
		eligibleStaff: (subject: CalendarSubject): Promise<EligibleStaff[]> =>
			read(readsByKind[subject.kind].staff(subjectValues(subject))),

		/** Refuses the batch ('staff_not_available') unless this person (null: anyone) can do the draft's only service. */
		requireEligible: (draftId: string, staffMemberId: string | null): Statement<number> =>
			refuseWhen(
				'staff_not_available',
				sql`NOT EXISTS (SELECT 1 ${fromEligibleStaff(servicesOfDraft(sql`${draftId}`))}
					WHERE ${staffMemberId} IS NULL OR ${staffMembers.id} = ${staffMemberId})`,
			),

		calendarOf(subject: CalendarSubject, window: CalendarWindow, now: Instant): Promise<BookingCalendar> {
			const { firstDate, lastDate, fromAt, untilAt } = window
			return calendar(readsByKind[subject.kind], {
				...subjectValues(subject),
				firstDate,
				lastDate,
				fromAt: fromAt - LONGEST_ENTRY_MS,
				untilAt,
				now,
			})
		},

		/**
		 * The calendar around the paid time, or around now once that time is past. Only the database knows that day, so SQL
		 * makes the window: `dayCount` days from it, and two on each side.
		 */
		calendarAroundPaidTime(
			paymentReference: string,
			dayCount: number,
			now: Instant,
		): Promise<BookingCalendar> {
			return calendar(readsAroundPaidTime, { subject: paymentReference, dayCount, now })
		},
	}
}
