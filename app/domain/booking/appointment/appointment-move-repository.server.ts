import { eq, type SQL, sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { isOpenAppointment, staffInCalendar } from '#db/appointments.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { calendarEntries } from '#db/schema/availability.ts'
import { appointments, promoUses } from '#db/schema/booking.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { shops } from '#db/schema/discovery.ts'
import { deleteWhere, updateWhere } from '#db/statement.server.ts'
import { type AppointmentParty, appointmentPolicies } from './appointment-policy.ts'
import type { Appointment } from './appointment-repository.server.ts'

/** Staff is read from the calendar entries, which precede it in the batch. */
type AppointmentMove = {
	appointmentId: string
	scheduledDate: CivilDate
	scheduledTime: string
	startsAt: Instant
	endsAt: Instant
	/** From `refundableUntilAfterMove`. */
	refundableUntilAt: Instant
	/** Set where only the people change. */
	changedAt?: Instant
	now: Instant
}

/** Moves, hand-overs and cancellations, by customer or shop. */
export function createAppointmentMoveRepository() {
	return {
		/**
		 * First in its batch. Refused where the appointment was changed, moved or cancelled since it was read
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
		 * Stands after the calendar took the new time. For a customer, refused where the appointment is cancelled, begun or
		 * past the shop's cut-off ('appointment_not_movable'). Else an UPDATE of no row would leave the new time without
		 * its appointment. The refundable instant never moves later (D31). A shop's move uses up none of the customer's,
		 * and clears an arrival.
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
						// A trigger counted this move.
						updateWhere(
							appointments,
							{ moveCount: sql`${appointments.moveCount} - 1` },
							sql`${appointments.id} = ${appointmentId} AND ${appointments.startsAt} <> ${startsAt}`,
						),
					]),
			updateWhere(
				appointments,
				{
					...moved,
					...(by === 'shop' ? { arrivedAt: null } : {}),
					staffMemberId: staffInCalendar(appointments.id, sql`0`),
					startsAt,
					...nextSequence,
					...notLate,
					refundableUntilAt: sql`min(${appointments.refundableUntilAt}, ${refundableUntilAt})`,
				},
				eq(appointments.id, appointmentId),
			),
			staffOfServices(appointmentId),
		],

		/** Gives the services the staff that the calendar names. */
		handOver: (appointmentId: string): Statement[] => [
			refuseWhen(
				'slot_taken',
				sql`(SELECT ${appointments.segmentCount} FROM ${appointments} WHERE ${appointments.id} = ${appointmentId})
					<> (SELECT count(*) FROM ${calendarEntries} WHERE ${calendarEntries.appointmentId} = ${appointmentId})`,
			),
			updateWhere(
				appointments,
				{ staffMemberId: staffInCalendar(appointments.id, sql`0`), ...nextSequence },
				eq(appointments.id, appointmentId),
			),
			staffOfServices(appointmentId),
		],

		/**
		 * Changes no row where the appointment is closed, or, for its customer, begun. A trigger frees its time. Only the
		 * shop gives a reason.
		 */
		cancelAppointment: (
			appointmentId: string,
			{
				by,
				cancellationReason = null,
				now,
			}: { by: AppointmentParty; cancellationReason?: string | null; now: Instant },
		): Statement<number> =>
			updateWhere(
				appointments,
				{ status: 'CANCELLED', cancelledAt: now, cancellationReason, ...nextSequence },
				sql`${appointments.id} = ${appointmentId} AND ${appointmentPolicies[by].endsAtStart ? isStillAhead(now) : isOpenAppointment}`,
			),

		/** D14. */
		releasePromoUse: (appointmentId: string): Statement<number> =>
			deleteWhere(
				promoUses,
				sql`${promoUses.checkoutId} = (SELECT ${appointments.checkoutId} FROM ${appointments}
						WHERE ${appointments.id} = ${appointmentId} AND ${appointments.status} = 'CANCELLED')`,
			),

		/** Prepaid money was refunded without a cancellation: the appointment stays, to be paid at the shop. */
		unpayAppointment: (appointmentId: string): Statement<number> =>
			updateWhere(
				appointments,
				{ paidKobo: 0, paymentStatus: 'pending' },
				eq(appointments.id, appointmentId),
			),

		/** Part of the prepaid money was refunded: at most `leftKobo` stays paid. */
		lowerPaid(appointmentId: string, leftKobo: Kobo): Statement<number> {
			const { paidKobo, cashbackKobo, paidAtShopKobo, totalKobo } = appointments
			const lessKobo = sql<Kobo>`min(${paidKobo}, ${leftKobo})`
			return updateWhere(
				appointments,
				{
					paidKobo: lessKobo,
					paymentStatus: sql`CASE WHEN ${totalKobo} > 0 AND ${lessKobo} + ${cashbackKobo} + ${paidAtShopKobo} = ${totalKobo}
							THEN 'completed' ELSE 'pending' END`,
				},
				eq(appointments.id, appointmentId),
			)
		},
	}
}

/** A calendar imports a file again only with a higher sequence. */
const nextSequence = { calendarSequence: sql`${appointments.calendarSequence} + 1` }

/** A late notice was for the old time. */
const notLate = { lateMinutes: null, lateToldAt: null }

function isStillAhead(now: Instant): SQL {
	return sql`${isOpenAppointment} AND ${appointments.startsAt} > ${now}`
}

function staffOfServices(appointmentId: string): Statement<number> {
	return updateWhere(
		appointmentServices,
		{
			staffMemberId: staffInCalendar(appointmentServices.appointmentId, sql`${appointmentServices.position}`),
		},
		eq(appointmentServices.appointmentId, appointmentId),
	)
}
