import type { ClosedRefusal } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import {
	restAtShop,
	type ShopAppointment,
	transferProblem,
} from '#app/domain/booking/appointment/close-appointment.ts'
import { tellShopPaid } from '#app/flows/lifecycle/tell-shop.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, writeOnAppointment } from './act-on-appointment.server.ts'

/**
 * The transfer came (D26): the visit is paid from now on, and stays so when its completion is undone. Gives what came.
 * Refuses 'transfer_not_due' where none is awaited, and a visit that is closed.
 */
export function markTransferPaid(
	deps: Pick<Repositories, 'booking' | 'shops' | 'writeBatch'>,
	input: ShopAppointment,
): Acted<{ paidKobo: Kobo }, ClosedRefusal | 'transfer_not_due'> {
	return writeOnAppointment(deps, input, (appointment) => {
		const paidKobo = restAtShop(appointment, true)
		return (
			transferProblem(appointment) ?? {
				statements: [
					...deps.booking.appointments.markTransferPaid(appointment, paidKobo, input.now),
					tellShopPaid(deps, {
						appointmentId: appointment.appointmentId,
						paidBy: 'transfer',
						now: input.now,
						amountKobo: paidKobo,
					}),
				],
				value: { paidKobo },
			}
		)
	})
}
