import type { AppointmentPageRefusal } from '#app/domain/booking/appointment/appointment-page-refusal.ts'
import type { ClosedRefusal } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import {
	closedAs,
	restAtShop,
	type ShopAppointment,
	transferProblem,
} from '#app/domain/booking/appointment/close-appointment.ts'
import { tellShopActed, tellShopPaid } from '#app/flows/lifecycle/tell-shop.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, writeOnAppointment } from './act-on-appointment.server.ts'

type MarkArrivedDeps = Pick<Repositories, 'booking' | 'shops' | 'writeBatch'>

/** Marks the customer as arrived or, with `isArrived` false, not arrived. Refuses a repeat, and a closed visit. */
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

/** Marks a visit as paid by transfer (D26); undoing a completion keeps it paid. Gives the amount. */
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

/** The shop has seen a booking and expects its customer. Refuses a repeat, and a closed visit. */
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

/**
 * Tells the shop how many minutes late its customer comes; moves nothing. A repeat tells nothing. Refuses
 * 'not_late_now' far from the start or after arrival, and 'late_told_just_now' for another number within five minutes.
 */
export async function tellLate(
	deps: Pick<Repositories, 'booking' | 'messaging' | 'writeBatch'>,
	{ appointmentId, minutes, now }: { appointmentId: string; minutes: number; now: Instant },
): Promise<Outcome<null, AppointmentPageRefusal>> {
	const { standing } = await writeIdempotent(deps.writeBatch, {
		told: deps.booking.appointments.tellLate(appointmentId, minutes, now),
		toldShop: deps.messaging.outbox.insertShopMessage({
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
