import type { AppointmentPageRefusal } from '#app/domain/booking/appointment/appointment-page-refusal.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Tells the shop how many minutes late its customer comes. It moves nothing. A second tap with the same number tells
 * nothing twice. Refuses 'not_late_now' outside of the hours around the start or once they are there, and
 * 'late_told_just_now' for another number within five minutes.
 */
export async function tellLate(
	deps: Pick<Repositories, 'booking' | 'messaging' | 'writeBatch'>,
	{ appointmentId, minutes, now }: { appointmentId: string; minutes: number; now: Instant },
): Promise<Outcome<null, AppointmentPageRefusal>> {
	const { standing } = await writeIdempotent(deps.writeBatch, {
		told: deps.booking.appointments.tellLate(appointmentId, minutes, now),
		toldShop: deps.messaging.outbox.insertShopMessage({
			id: newId(),
			kind: 'running_late',
			onceFor: `${appointmentId}:${now}`,
			appointmentId,
			now,
		}),
		standing: deps.booking.appointments.lateStanding(appointmentId, now),
	})
	const [is] = standing
	if (is?.isToldNow || (is?.isToldRecently && is.lateMinutes === minutes)) return accepted(null)
	return refused(is?.isToldRecently ? 'late_told_just_now' : 'not_late_now')
}
