import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#app/kernel/actor.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import {
	type AppointmentStatus,
	appointmentStatuses,
	type PaymentChoice,
	type PaymentStatus,
	paymentChoices,
	paymentStatuses,
} from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { owedCashback } from '#db/owed-cashback.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, instant, integer, nullable, only, real, rows, rowsOrNull, text, word } from '#db/row.server.ts'
import { savingNames } from '#db/saving-names.server.ts'
import { calendarEntries } from '#db/schema/availability.ts'
import {
	appointmentAddOns,
	appointmentServices,
	appointments,
	checkouts,
	clients,
	promoUses,
	reviews,
} from '#db/schema/booking.ts'
import { services, shopBankAccounts, shops, staffMembers, staffServices } from '#db/schema/discovery.ts'
import { cashbackAccounts } from '#db/schema/loyalty.ts'
import { outbox } from '#db/schema/messaging.ts'
import { ledgerEntries, ledgerLines } from '#db/schema/payments.ts'
import { build, builtWrite, prepared, preparedRead, preparedSelect, rawSelect } from '#db/statement.server.ts'
import { type AppointmentParty, appointmentPolicies } from './appointment-policy.ts'
import type { NewAppointment } from './new-booking.ts'
import type { LiveAppointment } from './own-overlap.ts'
import { LATE_AGAIN_MS, LATE_FROM_MS, LATE_UNTIL_MS } from './running-late.ts'

/** A service of a visit as the calendar keeps it: the length and the buffer that were booked, add-ons included. */
export type AppointmentSegment = {
	serviceId: string
	staffMemberId: string
	durationMinutes: number
	bufferMinutes: number
	/** False when the shop has stopped offering it: then the calendar takes no new time for it. */
	isEnabled: boolean
}

/** What the page of a booking shows; it carries nothing else (R46). */
export type Appointment = {
	appointmentId: string
	referenceNumber: string
	status: AppointmentStatus
	startsAt: Instant
	durationMinutes: number
	totalKobo: Kobo
	tipKobo: Kobo
	discountKobo: Kobo
	/** What of the total is paid with cashback. */
	cashbackKobo: Kobo
	/**
	 * What of that pays what its account owes the shop, should it come back; of a cancelled visit, what it paid (S27).
	 */
	repaidKobo: Kobo
	/** Of the reward that took the discount off; null for a promo code. */
	rewardLabel: string | null
	/** The promo code that took it off; null for a reward, and for the code of a friend. */
	promoCode: string | null
	/** The friend's code that took it off. */
	friendCode: string | null
	paymentChoice: PaymentChoice
	paymentStatus: PaymentStatus
	/** In advance: all, a deposit, or nothing. */
	paidKobo: Kobo
	refundableUntilAt: Instant
	cancelledAt: Instant | null
	/** What the shop told when it cancelled; null when the customer did. */
	cancellationReason: string | null
	/** Its mail was not sent, because its address had its mails of the day (D33). */
	isMailWithheld: boolean
	firstName: string
	/** The visitor, when it is not the customer; null otherwise. */
	visitorName: string | null
	/** What the customer wrote to the shop. */
	customerNote: string | null
	/** How many minutes late the customer said they are, most recently, and when. */
	lateMinutes: number | null
	lateToldAt: Instant | null
	/** The SEQUENCE of its calendar file. */
	calendarSequence: number
	/** Whether it belongs to some account. */
	isOfAccount: boolean
	hasEmail: boolean
	isReviewed: boolean
	services: { name: string; priceKobo: Kobo; staffName: string }[]
	addOns: { name: string; priceKobo: Kobo }[]
	shop: {
		id: string
		name: string
		address: string
		area: string
		city: string
		/** 'Opposite the Total filling station'. */
		landmark: string | null
		phone: string | null
		timeZone: string
		latitude: number
		longitude: number
		minimumNoticeMinutes: number
		horizonDays: number
		rescheduleCutoffMinutes: number
		freeCancellationMinutes: number
		bankAccount: { bankName: string; accountNumber: string; accountName: string } | null
	}
}

/** Where a visit goes; who does it is asked of the calendar, which took the new time before. */
export type AppointmentMove = {
	appointmentId: string
	scheduledDate: CivilDate
	scheduledTime: string
	startsAt: Instant
	endsAt: Instant
	/** As `refundableUntilAfterMove` gives it. */
	refundableUntilAt: Instant
	/** Set where only the people change. */
	changedAt?: Instant
	now: Instant
}

const { placeholder } = sql

const appointmentOfDraft = prepared(
	build
		.select({ id: appointments.id })
		.from(checkouts)
		.innerJoin(appointments, eq(appointments.checkoutId, checkouts.id))
		.where(sql`${checkouts.draftId} = ${placeholder('draftId')} AND ${checkouts.status} = 'COMPLETED'`),
)

/**
 * Asked for a visit that uses cashback alone. Once it is cancelled the ledger says it: what was owed is settled then.
 */
const repaidKobo = sql`CASE WHEN ${appointments.cashbackKobo} = 0 THEN 0 ELSE min(${appointments.cashbackKobo},
	CASE WHEN ${appointments.cancelledAt} IS NULL
		THEN ${owedCashback(sql`${checkouts.createdByUserId}`, sql`${appointments.shopId}`)}
		ELSE coalesce((SELECT sum(${ledgerLines.amountKobo}) FROM ${cashbackAccounts}
			CROSS JOIN ${ledgerLines} ON ${ledgerLines.accountId} = 'cashback:' || ${cashbackAccounts.id} || ':NGN'
			CROSS JOIN ${ledgerEntries} ON ${ledgerEntries.id} = ${ledgerLines.entryId}
				AND ${ledgerEntries.occurredAt} = ${appointments.cancelledAt} AND ${ledgerEntries.kind} = 'cashback-repaid'
			WHERE ${cashbackAccounts.userId} = ${checkouts.createdByUserId} AND ${cashbackAccounts.shopId} = ${appointments.shopId}), 0)
		END) END`

/** By hand, because the builder does not check the words of a closed list. */
const appointmentRow = preparedSelect(
	rows({
		appointmentId: text(appointments.id),
		referenceNumber: text(appointments.referenceNumber),
		status: word(appointments.status, appointmentStatuses),
		startsAt: instant(appointments.startsAt),
		durationMinutes: integer(appointments.durationMinutes),
		totalKobo: integer(appointments.totalKobo),
		tipKobo: integer(appointments.tipKobo),
		discountKobo: integer(appointments.discountKobo),
		cashbackKobo: integer(appointments.cashbackKobo),
		repaidKobo: integer(repaidKobo),
		rewardLabel: nullable(text(savingNames.rewardLabel)),
		promoCode: nullable(text(savingNames.promoCode)),
		friendCode: nullable(text(savingNames.friendCode)),
		paymentChoice: word(checkouts.paymentChoice, paymentChoices),
		paymentStatus: word(appointments.paymentStatus, paymentStatuses),
		paidKobo: integer(appointments.paidKobo),
		refundableUntilAt: instant(appointments.refundableUntilAt),
		cancelledAt: nullable(instant(appointments.cancelledAt)),
		cancellationReason: nullable(text(appointments.cancellationReason)),
		isMailWithheld:
			flag(sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.dedupeKey} = 'booked:' || ${appointments.id}
				AND ${outbox.withheldAt} IS NOT NULL)`),
		firstName: text(checkouts.firstName),
		visitorName: nullable(text(appointments.visitorName)),
		customerNote: nullable(text(appointments.customerNote)),
		lateMinutes: nullable(integer(appointments.lateMinutes)),
		lateToldAt: nullable(instant(appointments.lateToldAt)),
		calendarSequence: integer(appointments.calendarSequence),
		isOfAccount: flag(sql`${clients.userId} IS NOT NULL`),
		hasEmail: flag(sql`${checkouts.email} IS NOT NULL`),
		isReviewed: flag(
			sql`EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.appointmentId} = ${appointments.id})`,
		),
		shop: rows({
			id: text(shops.id),
			name: text(shops.name),
			address: text(shops.address),
			area: text(shops.area),
			city: text(shops.city),
			landmark: nullable(text(shops.landmark)),
			phone: nullable(text(shops.phone)),
			timeZone: text(shops.timeZone),
			latitude: real(shops.latitude),
			longitude: real(shops.longitude),
			minimumNoticeMinutes: integer(shops.minimumNoticeMinutes),
			horizonDays: integer(shops.horizonDays),
			rescheduleCutoffMinutes: integer(shops.rescheduleCutoffMinutes),
			freeCancellationMinutes: integer(shops.freeCancellationMinutes),
			bankAccount: rowsOrNull(
				'accountNumber',
				rows({
					bankName: text(shopBankAccounts.bankName),
					accountNumber: text(shopBankAccounts.accountNumber),
					accountName: text(shopBankAccounts.accountName),
				}),
			),
		}),
	}),
	sql`FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
		JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		LEFT JOIN ${shopBankAccounts} ON ${shopBankAccounts.shopId} = ${shops.id}
		WHERE ${appointments.id} = ${placeholder('appointmentId')}`,
)

const serviceRows = prepared(
	build
		.select({
			name: appointmentServices.name,
			priceKobo: appointmentServices.priceKobo,
			staffName: staffMembers.firstName,
		})
		.from(appointmentServices)
		.innerJoin(staffMembers, eq(staffMembers.id, appointmentServices.staffMemberId))
		.where(eq(appointmentServices.appointmentId, placeholder('appointmentId')))
		.orderBy(asc(appointmentServices.position)),
)

const addOnRows = prepared(
	build
		.select({ name: appointmentAddOns.name, priceKobo: appointmentAddOns.priceKobo })
		.from(appointmentAddOns)
		.where(eq(appointmentAddOns.appointmentId, placeholder('appointmentId')))
		.orderBy(sql`rowid`),
)

const segmentRows = prepared(
	build
		.select({
			serviceId: calendarEntries.serviceId,
			staffMemberId: calendarEntries.staffMemberId,
			startsAt: calendarEntries.startsAt,
			endsAt: calendarEntries.endsAt,
			blockedUntilAt: calendarEntries.blockedUntilAt,
			isEnabled: services.isEnabled,
		})
		.from(calendarEntries)
		.innerJoin(services, eq(services.id, calendarEntries.serviceId))
		.where(eq(calendarEntries.appointmentId, placeholder('appointmentId')))
		.orderBy(asc(calendarEntries.position)),
)

/** The services of a visit with who did them, and whether both can be booked again. */
const repeatRows = preparedSelect(
	rows({
		shopId: text(appointments.shopId),
		serviceId: text(appointmentServices.serviceId),
		name: text(appointmentServices.name),
		staffMemberId: text(appointmentServices.staffMemberId),
		staffName: text(staffMembers.firstName),
		isOffered: flag(sql`${services.isEnabled} AND ${shops.isListed}`),
		isDoneByThem: flag(sql`${staffMembers.isActive} AND EXISTS (SELECT 1 FROM ${staffServices}
			WHERE ${staffServices.serviceId} = ${appointmentServices.serviceId}
				AND ${staffServices.staffMemberId} = ${appointmentServices.staffMemberId})`),
	}),
	sql`FROM ${appointments} JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		JOIN ${appointmentServices} ON ${appointmentServices.appointmentId} = ${appointments.id}
		JOIN ${services} ON ${services.id} = ${appointmentServices.serviceId}
		JOIN ${staffMembers} ON ${staffMembers.id} = ${appointmentServices.staffMemberId}
		WHERE ${appointments.id} = ${placeholder('appointmentId')}
		ORDER BY ${appointmentServices.position}`,
)

const statusRow = preparedRead(
	sql`SELECT ${appointments.status} FROM ${appointments} WHERE ${appointments.id} = ${placeholder('appointmentId')}`,
	only(word('status', appointmentStatuses)),
)

const liveAppointmentRows = preparedSelect<LiveAppointment>(
	rows({
		appointmentId: text(appointments.id),
		serviceName: text(appointmentServices.name),
		shopName: text(shops.name),
		timeZone: text(shops.timeZone),
		startsAt: instant(appointments.startsAt),
		endsAt: instant(appointments.endsAt),
	}),
	sql`FROM ${appointments} JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		JOIN ${appointmentServices} ON ${appointmentServices.appointmentId} = ${appointments.id} AND ${appointmentServices.position} = 0
		WHERE (${appointments.id} IN (SELECT value FROM json_each(${placeholder('ids')}))
				OR ${appointments.clientId} IN
					(SELECT ${clients.id} FROM ${clients} WHERE ${clients.userId} = ${actorUserId(actorAsked)}))
			AND ${appointments.status} IN ('SCHEDULED', 'CONFIRMED')
		ORDER BY ${appointments.startsAt}`,
)

export function createAppointmentRepository(read: Database['read']) {
	return {
		/** The appointment that a draft became; null while it is none. */
		async idOfDraft(draftId: string): Promise<string | null> {
			const [row] = await read(appointmentOfDraft({ draftId }))
			return row?.id ?? null
		},

		/** One visit by its id, which a signed link proved the right to. */
		async appointment(appointmentId: string): Promise<Appointment | null> {
			const [[appointment], services, addOns] = await Promise.all([
				read(appointmentRow({ appointmentId })),
				read(serviceRows({ appointmentId })),
				read(addOnRows({ appointmentId })),
			])
			return appointment ? { ...appointment, services, addOns } : null
		},

		/** What to book again, in order; empty for a visit that is not there. */
		servicesToRepeat: (appointmentId: string) => read(repeatRows({ appointmentId })),

		/** The services of a visit in order; empty when it no longer keeps a time. */
		async appointmentSegments(appointmentId: string): Promise<AppointmentSegment[]> {
			const rows = await read(segmentRows({ appointmentId }))
			return rows.map(({ startsAt, endsAt, blockedUntilAt, ...segment }) => ({
				...segment,
				durationMinutes: (endsAt - startsAt) / MINUTE_MS,
				bufferMinutes: (blockedUntilAt - endsAt) / MINUTE_MS,
			}))
		},

		/**
		 * Those of the visits that are booked and not over, which this browser's own cookie named, and those of its
		 * signed-in customer.
		 */
		async liveAppointments(
			appointmentIds: readonly string[],
			actor: Actor | null = null,
		): Promise<LiveAppointment[]> {
			if (appointmentIds.length === 0 && actor === null) return []
			return read(
				liveAppointmentRows({
					ids: JSON.stringify(appointmentIds),
					sessionHash: actor?.sessionHash ?? null,
					at: actor?.at ?? null,
				}),
			)
		},

		/**
		 * First in its batch: refused where the visit was changed, moved or cancelled since it was read
		 * ('visit_changed').
		 */
		requireSequence: ({
			appointmentId,
			calendarSequence,
		}: Pick<Appointment, 'appointmentId' | 'calendarSequence'>): Statement =>
			refuseWhen(
				'visit_changed',
				sql`NOT EXISTS (SELECT 1 FROM ${appointments} WHERE ${appointments.id} = ${appointmentId}
					AND ${appointments.calendarSequence} = ${calendarSequence})`,
			),

		/**
		 * Changes no row when the appointment is cancelled already, or closed, and for its customer when it has begun. A
		 * trigger frees its time with it. The shop tells a reason, the customer none.
		 */
		cancelAppointment: (
			appointmentId: string,
			{
				by,
				cancellationReason = null,
				now,
			}: { by: AppointmentParty; cancellationReason?: string | null; now: Instant },
		): Statement<number> =>
			builtWrite(
				build
					.update(appointments)
					.set({ status: 'CANCELLED', cancelledAt: now, cancellationReason, ...nextSequence })
					.where(
						sql`${appointments.id} = ${appointmentId} AND ${appointmentPolicies[by].endsAtStart ? isStillAhead(now) : isOpen}`,
					),
			),

		/** Changes no row where `mayTellLate` says no, where they are there, and within five minutes of the last time. */
		tellLate: (appointmentId: string, lateMinutes: number, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(appointments)
					.set({ lateMinutes, lateToldAt: now })
					.where(
						sql`${appointments.id} = ${appointmentId} AND ${isOpen} AND ${appointments.arrivedAt} IS NULL
							AND ${appointments.startsAt} BETWEEN ${now - LATE_UNTIL_MS} AND ${now + LATE_FROM_MS}
							AND coalesce(${appointments.lateToldAt}, 0) <= ${now - LATE_AGAIN_MS}`,
					),
			),

		/** The last statement of that batch: what the shop knows of it now. */
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

		/** The promo use of a cancelled visit can be had by others again (D14). */
		releasePromoUse: (appointmentId: string): Statement<number> =>
			builtWrite(
				build.delete(promoUses).where(
					sql`${promoUses.checkoutId} = (SELECT ${appointments.checkoutId} FROM ${appointments}
						WHERE ${appointments.id} = ${appointmentId} AND ${appointments.status} = 'CANCELLED')`,
				),
			),

		/**
		 * What was paid in advance went back by another way than a cancellation: the visit stays, to be paid at the shop.
		 */
		unpayAppointment: (appointmentId: string): Statement<number> =>
			builtWrite(
				build
					.update(appointments)
					.set({ paidKobo: 0, paymentStatus: 'pending' })
					.where(eq(appointments.id, appointmentId)),
			),

		/** The last statement of a batch: what the appointment is now. */
		statusOf: (appointmentId: string): Statement<AppointmentStatus[]> => statusRow({ appointmentId }),

		/**
		 * To be sent after the calendar took the new time. For a customer it refuses the batch where the appointment is
		 * cancelled, begun or too late by the shop's cut-off ('appointment_not_movable'): an UPDATE of no row would leave
		 * the new time without its appointment. Amounts and payment stay, and the refundable instant never moves later
		 * (S9). A move by the shop is none of the customer's moves, and a customer who had arrived comes again.
		 */
		moveAppointment: (
			{ appointmentId, startsAt, refundableUntilAt, now, ...moved }: AppointmentMove,
			by: AppointmentParty,
		): Statement[] => [
			...(appointmentPolicies[by].endsAtStart
				? [
						refuseWhen(
							'appointment_not_movable',
							sql`NOT EXISTS (
								SELECT 1 FROM ${appointments} WHERE ${appointments.id} = ${appointmentId} AND ${isStillAhead(now)} AND (
									${appointments.startsAt} = ${startsAt} OR ${appointments.startsAt} - ${now} >=
										(SELECT ${shops.rescheduleCutoffMinutes} FROM ${shops} WHERE ${shops.id} = ${appointments.shopId}) * 60000
								))`,
						),
					]
				: []),
			...(appointmentPolicies[by].countsMoves
				? []
				: [
						// What the trigger will count.
						builtWrite(
							build
								.update(appointments)
								.set({ moveCount: sql`${appointments.moveCount} - 1` })
								.where(
									sql`${appointments.id} = ${appointmentId} AND ${appointments.startsAt} <> ${startsAt}`,
								),
						),
					]),
			builtWrite(
				build
					.update(appointments)
					.set({
						...moved,
						...(by === 'shop' ? { arrivedAt: null } : {}),
						staffMemberId: staffInCalendar(appointments.id, sql`0`),
						startsAt,
						...nextSequence,
						...notLate,
						refundableUntilAt: sql`min(${appointments.refundableUntilAt}, ${refundableUntilAt})`,
					})
					.where(eq(appointments.id, appointmentId)),
			),
			staffOfServices(appointmentId),
		],

		/** Whom the calendar names does it from now on. */
		handOver: (appointmentId: string): Statement[] => [
			builtWrite(
				build
					.update(appointments)
					.set({ staffMemberId: staffInCalendar(appointments.id, sql`0`), ...nextSequence })
					.where(eq(appointments.id, appointmentId)),
			),
			staffOfServices(appointmentId),
		],

		/** The statements after the calendar's: the appointment asks it who was taken. */
		insertAppointment: (booking: NewAppointment): Statement[] => [
			builtWrite(
				build.insert(appointments).values({
					id: booking.appointmentId,
					referenceNumber: booking.referenceNumber,
					shopId: booking.shopId,
					clientId: sql`coalesce((SELECT ${checkouts.clientId} FROM ${checkouts}
						WHERE ${checkouts.id} = ${booking.checkoutId}), ${booking.clientId})`,
					checkoutId: booking.checkoutId,
					serviceId: sql`${booking.services[0]?.id ?? null}`,
					staffMemberId: staffInCalendar(booking.appointmentId, sql`0`),
					segmentCount: booking.services.length,
					scheduledDate: booking.scheduledDate,
					scheduledTime: booking.scheduledTime,
					startsAt: booking.startsAt,
					endsAt: booking.endsAt,
					durationMinutes: booking.durationMinutes,
					totalKobo: booking.totalKobo,
					tipKobo: booking.tipKobo,
					discountKobo: booking.discountKobo,
					cashbackKobo: booking.cashbackKobo,
					promoCodeId: booking.promoCodeId,
					referralCodeId: booking.referralCodeId,
					rewardId: booking.rewardId,
					paymentMethod: booking.paymentMethod,
					paymentStatus: isPaidInFull(booking) ? 'completed' : 'pending',
					status: isPaidInAdvance(booking) || booking.walkIn ? 'CONFIRMED' : 'SCHEDULED',
					isWalkIn: booking.walkIn !== undefined,
					arrivedAt: booking.walkIn?.arrivedAt ?? null,
					paidKobo: booking.paidKobo,
					refundableUntilAt: booking.refundableUntilAt,
					notes: booking.notes,
					visitorName: ofCheckout(booking, checkouts.visitorName),
					customerNote: ofCheckout(booking, checkouts.customerNote),
					createdAt: booking.now,
				}),
			),
			...booking.services.map(({ id, name, priceKobo, durationMinutes }, position) =>
				builtWrite(
					build.insert(appointmentServices).values({
						appointmentId: booking.appointmentId,
						position,
						serviceId: id,
						staffMemberId: staffInCalendar(booking.appointmentId, sql`${position}`),
						name,
						priceKobo,
						durationMinutes,
					}),
				),
			),
			...booking.addOns.map(({ id, name, priceKobo, durationMinutes }) =>
				builtWrite(
					build.insert(appointmentAddOns).values({
						appointmentId: booking.appointmentId,
						addOnId: id,
						name,
						priceKobo,
						durationMinutes,
					}),
				),
			),
		],
	}
}

/** A calendar takes a file only where its sequence is higher. */
const nextSequence = { calendarSequence: sql`${appointments.calendarSequence} + 1` }

/** What was told of the old time says nothing of the new one. */
const notLate = { lateMinutes: null, lateToldAt: null }

/** Booked, not called off, and not begun. */
function isStillAhead(now: Instant): SQL {
	return sql`${isOpen} AND ${appointments.startsAt} > ${now}`
}

/** Neither called off nor closed. */
const isOpen = sql`${appointments.status} IN ('SCHEDULED', 'CONFIRMED')`

/** The services of an appointment name whom the calendar names. */
function staffOfServices(appointmentId: string): Statement<number> {
	return builtWrite(
		build
			.update(appointmentServices)
			.set({
				staffMemberId: staffInCalendar(
					appointmentServices.appointmentId,
					sql`${appointmentServices.position}`,
				),
			})
			.where(eq(appointmentServices.appointmentId, appointmentId)),
	)
}

/** What was agreed with the checkout, whichever of a draft's checkouts it is. */
function ofCheckout({ checkoutId }: NewAppointment, column: AnySQLiteColumn): SQL<string> {
	return sql`(SELECT ${column} FROM ${checkouts} WHERE ${checkouts.id} = ${checkoutId})`
}

/** Who does a service of an appointment, as the calendar has it. */
function staffInCalendar(appointmentId: string | AnySQLiteColumn, position: SQL): SQL<string> {
	return sql`(SELECT ${calendarEntries.staffMemberId} FROM ${calendarEntries}
		WHERE ${calendarEntries.appointmentId} = ${appointmentId} AND ${calendarEntries.position} = ${position})`
}

function isPaidInFull({ paidKobo, cashbackKobo, totalKobo }: NewAppointment): boolean {
	return totalKobo > 0 && paidKobo + cashbackKobo === totalKobo
}

/** Online, or all of it with cashback. */
function isPaidInAdvance(booking: NewAppointment): boolean {
	return booking.paidKobo > 0 || isPaidInFull(booking)
}
