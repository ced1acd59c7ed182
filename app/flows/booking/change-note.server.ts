import type { ClosedRefusal } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import { closedAs, type ShopAppointment } from '#app/domain/booking/appointment/close-appointment.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, writeOnAppointment } from './act-on-appointment.server.ts'

/**
 * Changes the note of a visit, which its customer and the shop read; empty for none. `seen` is the note that was shown.
 * No message is sent: nothing is to be done about it. Refuses a visit that is closed, and 'visit_changed' where the
 * note is another one already.
 */
export function changeNote(
	deps: Pick<Repositories, 'booking' | 'writeBatch'>,
	{ note, seen, ...input }: ShopAppointment & { note: string; seen: string },
): Acted<null, ClosedRefusal | 'visit_changed'> {
	return writeOnAppointment(deps, input, (appointment) => {
		const problem = closedAs(appointment.status)
		if (problem) return problem
		// The write that lost is tried again, and reads the other note.
		if ((appointment.customerNote ?? '') !== seen && (appointment.customerNote ?? '') !== note)
			return 'visit_changed'
		return { statements: deps.booking.appointments.changeNote(appointment, note || null), value: null }
	})
}
