import { sql } from 'drizzle-orm'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary.ts'
import type { Statement } from '#db/client.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'

/** Where a visit goes; who does it is asked of the calendar, which took the new time before. */
export type MovedAppointment = {
	appointmentId: string
	scheduledDate: CivilDate
	scheduledTime: string
	startsAt: Instant
	endsAt: Instant
	now: Instant
}

/** The statements that change an appointment after it was booked. Its id is what a signed link proved the right to. */
export const appointmentChanges = {
	/** Changes no row when the visit is called off already, has begun, or is over. Its time becomes free with it (law 4). */
	cancelAppointment: (appointmentId: string, now: Instant): Statement =>
		rawWrite(
			sql`UPDATE appointments SET status = 'CANCELLED', cancelled_at = ${now}
				WHERE id = ${appointmentId} AND status IN ('SCHEDULED', 'CONFIRMED') AND starts_at > ${now}`,
		),

	/** The promo use of a cancelled visit can be had by others again (decision D14); the law counts it. */
	giveBackPromoUse: (appointmentId: string): Statement =>
		rawWrite(
			sql`DELETE FROM promo_uses
				WHERE checkout_id = (SELECT checkout_id FROM appointments WHERE id = ${appointmentId} AND status = 'CANCELLED')`,
		),

	/** What was paid in advance went back by another way than a cancellation: the visit stays, to be paid at the shop. */
	unpayAppointment: (appointmentId: string): Statement =>
		rawWrite(
			sql`UPDATE appointments SET paid_kobo = 0, payment_status = 'pending' WHERE id = ${appointmentId}`,
		),

	/** The last statement of a batch: what became of the appointment. */
	statusOf: (appointmentId: string): Statement<AppointmentStatus[]> =>
		rawRead(
			sql`SELECT status FROM appointments WHERE id = ${appointmentId}`,
			({ status }) => status as AppointmentStatus,
		),

	/**
	 * To be sent after the calendar took the new time. An UPDATE of no row would leave that calendar without its
	 * appointment, so what may not be moved (called off, begun, too late by the shop's cut-off) is given no start
	 * instead: NOT NULL refuses that and all of the batch with it ('not_null'). The same batch sent twice is the same as
	 * once. The amounts, the payment and the instant until which money was refundable stay.
	 */
	moveAppointment: (moved: MovedAppointment): Statement[] => [
		rawWrite(
			sql`UPDATE appointments SET
					scheduled_date = ${moved.scheduledDate}, scheduled_time = ${moved.scheduledTime}, ends_at = ${moved.endsAt},
					staff_member_id = (SELECT staff_member_id FROM calendar_entries WHERE appointment_id = appointments.id AND position = 0),
					starts_at = CASE WHEN status IN ('SCHEDULED', 'CONFIRMED') AND starts_at > ${moved.now} AND (
						starts_at = ${moved.startsAt} OR starts_at - ${moved.now} >=
							(SELECT reschedule_cutoff_minutes FROM shops WHERE id = appointments.shop_id) * 60000
					) THEN ${moved.startsAt} END
				WHERE id = ${moved.appointmentId}`,
		),
		rawWrite(
			sql`UPDATE appointment_services SET staff_member_id = (
					SELECT staff_member_id FROM calendar_entries
					WHERE appointment_id = appointment_services.appointment_id AND position = appointment_services.position
				) WHERE appointment_id = ${moved.appointmentId}`,
		),
	],
}
