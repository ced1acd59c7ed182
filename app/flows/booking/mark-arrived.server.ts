import type { ClosedRefusal } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import { closedAs, type ShopAppointment } from '#app/domain/booking/appointment/close-appointment.ts'
import { tellShopActed } from '#app/flows/lifecycle/tell-shop.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, writeOnAppointment } from './act-on-appointment.server.ts'

type MarkArrivedDeps = Pick<Repositories, 'booking' | 'shops' | 'writeBatch'>

/**
 * The customer is there; with `isArrived` false, not after all. It changes nothing else. Refuses 'visit_arrived' for
 * one who is there already, 'visit_not_arrived' for one who never was, and a visit that is closed.
 */
export function markArrived(
	deps: MarkArrivedDeps,
	input: ShopAppointment & { isArrived?: true },
): Acted<null, ClosedRefusal | 'visit_arrived'>
export function markArrived(
	deps: MarkArrivedDeps,
	input: ShopAppointment & { isArrived: false },
): Acted<null, ClosedRefusal | 'visit_not_arrived'>
export function markArrived(
	deps: MarkArrivedDeps,
	{ isArrived = true, ...input }: ShopAppointment & { isArrived?: boolean },
): Acted<null, ClosedRefusal | 'visit_arrived' | 'visit_not_arrived'> {
	return writeOnAppointment(deps, input, (appointment) => {
		const problem = closedAs(appointment.status)
		if (problem) return problem
		if (isArrived === (appointment.arrivedAt !== null))
			return isArrived ? 'visit_arrived' : 'visit_not_arrived'
		return {
			statements: [
				...deps.booking.appointments.markArrived(appointment, isArrived ? input.now : null),
				tellShopActed(deps, {
					kind: isArrived ? 'arrived' : 'undone',
					appointmentId: appointment.appointmentId,
					now: input.now,
				}),
			],
			value: null,
		}
	})
}
