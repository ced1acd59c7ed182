import { eq, sql } from 'drizzle-orm'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import { isPaidInFull } from '#app/domain/booking/checkout/price-draft.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { isOpenAppointment } from '#db/appointments.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, integer, pickColumns, rows } from '#db/row.server.ts'
import { appointments, clients } from '#db/schema/booking.ts'
import { appointmentProblems, reviews } from '#db/schema/booking-reviews.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { shops } from '#db/schema/discovery.ts'
import { first, placeholder, preparedSelect, rawSelect, updateWhere } from '#db/statement.server.ts'
import { LATE_AGAIN_MS, LATE_FROM_MS, LATE_UNTIL_MS } from './appointment-policy.ts'
import type { AppointmentToClose } from './close-appointment.ts'

const appointmentByReference = preparedSelect(
	rows({
		appointmentId: appointments.id,
		shopId: appointments.shopId,
		timeZone: shops.timeZone,
		userId: clients.userId,
		...pickColumns(appointments, 'status', 'startsAt', 'scheduledDate', 'calendarSequence', 'totalKobo'),
		...pickColumns(appointments, 'tipKobo', 'paidKobo', 'cashbackKobo', 'paidAtShopKobo', 'paymentMethod'),
		hasReward: flag(sql`${appointments.rewardId} IS NOT NULL`),
		hasOpenProblem:
			flag(sql`EXISTS (SELECT 1 FROM ${appointmentProblems} WHERE ${appointmentProblems.appointmentId} = ${appointments.id}
				AND ${appointmentProblems.resolvedAt} IS NULL)`),
		...pickColumns(appointments, 'customerNote', 'arrivedAt', 'transferPaidAt', 'completedAt', 'completions'),
		missedAt: appointments.missedAt,
		isReviewed: flag(
			sql`EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.appointmentId} = ${appointments.id})`,
		),
	}),
	() => sql`FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		WHERE ${appointments.referenceNumber} = ${placeholder('referenceNumber')}`,
)

/** How a shop closes a visit, or opens it again. */
export function createAppointmentStateRepository(read: Database['read']) {
	return {
		appointmentToClose: (referenceNumber: string): Promise<AppointmentToClose | null> =>
			first(read(appointmentByReference({ referenceNumber }))),

		requireUnchanged,

		/** Refused where this person does no service of the visit ('visit_not_found'). */
		requireStaff: (appointmentId: string, staffMemberId: string): Statement =>
			refuseWhen(
				'visit_not_found',
				sql`NOT EXISTS (SELECT 1 FROM ${appointmentServices} WHERE ${appointmentServices.appointmentId} = ${appointmentId}
					AND ${appointmentServices.staffMemberId} = ${staffMemberId})`,
			),

		/** Refused where the visit changed since it was read ('visit_changed'). */
		completeAppointment: (
			appointment: AppointmentToClose,
			{ paidAtShopKobo, now }: { paidAtShopKobo: Kobo; now: Instant },
		): Statement[] =>
			changed(appointment, {
				status: 'COMPLETED',
				completedAt: now,
				completions: appointment.completions + 1,
				paidAtShopKobo,
				paymentStatus: isPaidInFull({ ...appointment, paidAtShopKobo }) ? 'completed' : 'pending',
			}),

		/** A trigger frees its time. Refused as `completeAppointment`. */
		missAppointment: (appointment: AppointmentToClose, now: Instant): Statement[] =>
			changed(appointment, { status: 'NO_SHOW', missedAt: now }),

		/** Refused as `completeAppointment`, like the next two methods. */
		confirmAppointment: (appointment: AppointmentToClose): Statement[] =>
			changed(appointment, { status: 'CONFIRMED' }),

		markArrived: (appointment: AppointmentToClose, arrivedAt: Instant | null): Statement[] =>
			changed(appointment, { arrivedAt }),

		/** Also refused where the note changed since it was read. */
		changeNote: (appointment: AppointmentToClose, customerNote: string | null): Statement[] => [
			refuseWhen(
				'visit_changed',
				sql`EXISTS (SELECT 1 FROM ${appointments} WHERE ${appointments.id} = ${appointment.appointmentId}
					AND ${appointments.customerNote} IS NOT ${appointment.customerNote})`,
			),
			...changed(appointment, { customerNote }),
		],

		/** Pays the rest of the total, before the visit or after. */
		markTransferPaid: (appointment: AppointmentToClose, paidAtShopKobo: Kobo, now: Instant): Statement[] =>
			changed(appointment, { transferPaidAt: now, paidAtShopKobo, paymentStatus: 'completed' }),

		/**
		 * Opens the visit again, as booked. Stands after `reoccupyTime` of a missed visit: without that time it is refused
		 * ('slot_taken'). Also refused as `completeAppointment`.
		 */
		reopenAppointment: (appointment: AppointmentToClose): Statement[] => {
			const { paidKobo, arrivedAt, transferPaidAt } = appointment
			// A transfer stays paid, even for a missed or cancelled visit.
			const paidAtShopKobo = transferPaidAt === null ? 0 : appointment.paidAtShopKobo
			const isPaid = isPaidInFull({ ...appointment, paidAtShopKobo })
			return changed(appointment, {
				status: paidKobo > 0 || isPaid || arrivedAt !== null ? 'CONFIRMED' : 'SCHEDULED',
				completedAt: null,
				missedAt: null,
				paidAtShopKobo,
				paymentStatus: isPaid ? 'completed' : 'pending',
			})
		},
	}
}

function changed(
	appointment: AppointmentToClose,
	change: SQLiteUpdateSetSource<typeof appointments>,
): [Statement, Statement] {
	return [
		requireUnchanged(appointment),
		updateWhere(appointments, change, eq(appointments.id, appointment.appointmentId)),
	]
}

/** Of two acts at once, or one sent twice, the second finds the visit changed, even after an undo (F24). */
function requireUnchanged(appointment: AppointmentToClose): Statement {
	const {
		appointmentId,
		status,
		startsAt,
		calendarSequence,
		completedAt,
		completions,
		arrivedAt,
		transferPaidAt,
		totalKobo,
		paidKobo,
	} = appointment
	return refuseWhen(
		'visit_changed',
		sql`NOT EXISTS (SELECT 1 FROM ${appointments} WHERE ${appointments.id} = ${appointmentId}
			AND ${appointments.status} = ${status} AND ${appointments.startsAt} = ${startsAt}
			AND ${appointments.calendarSequence} = ${calendarSequence}
			AND ${appointments.completedAt} IS ${completedAt} AND ${appointments.completions} = ${completions}
			AND ${appointments.arrivedAt} IS ${arrivedAt} AND ${appointments.transferPaidAt} IS ${transferPaidAt}
			AND ${appointments.totalKobo} = ${totalKobo} AND ${appointments.paidKobo} = ${paidKobo})`,
	)
}

export function createRunningLateRepository() {
	return {
		/** Changes no row where `mayTellLate` says no, after an arrival, or within five minutes of the last notice. */
		tellLate: (appointmentId: string, lateMinutes: number, now: Instant): Statement<number> =>
			updateWhere(
				appointments,
				{ lateMinutes, lateToldAt: now },
				sql`${appointments.id} = ${appointmentId} AND ${isOpenAppointment} AND ${appointments.arrivedAt} IS NULL
							AND ${appointments.startsAt} BETWEEN ${now - LATE_UNTIL_MS} AND ${now + LATE_FROM_MS}
							AND coalesce(${appointments.lateToldAt}, 0) <= ${now - LATE_AGAIN_MS}`,
			),

		/** Last in the batch of `tellLate`: what the shop knows now. */
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
	}
}
