import type { ClosedRefusal } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import { closedAs, type ShopAppointment } from '#app/domain/booking/appointment/close-appointment.ts'
import { tellShopActed } from '#app/flows/lifecycle/tell-shop.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, writeOnAppointment } from './act-on-appointment.server.ts'

/** The shop has seen a booking and expects its customer. Refuses 'visit_confirmed', and a visit that is closed. */
export function confirmAppointment(
	deps: Pick<Repositories, 'booking' | 'shops' | 'writeBatch'>,
	input: ShopAppointment,
): Acted<null, ClosedRefusal | 'visit_confirmed'> {
	return writeOnAppointment(
		deps,
		input,
		(appointment) =>
			closedAs(appointment.status) ??
			(appointment.status === 'CONFIRMED'
				? 'visit_confirmed'
				: {
						statements: [
							...deps.booking.appointments.confirmAppointment(appointment),
							tellShopActed(deps, {
								kind: 'confirmed',
								appointmentId: appointment.appointmentId,
								now: input.now,
							}),
						],
						value: null,
					}),
	)
}
