import type { ClosedRefusal } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import { closedAs, type ShopAppointment } from '#app/domain/booking/appointment/close-appointment.ts'
import { tellShopMoved } from '#app/flows/lifecycle/tell-shop.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, actOnAppointment } from './act-on-appointment.server.ts'
import { readAppointment } from './read-appointment.server.ts'
import { postedDays, searchIn } from './read-draft.server.ts'
import { type TakeRefusal, takeMinute, withoutNotice } from './take-slot.server.ts'

export type HandOverRefusal = ClosedRefusal | TakeRefusal | 'visit_not_found' | 'staff_does_it_already'

/**
 * Hands all of a visit over to another member of staff, at its start. The shop's programs are told, the customer is
 * not. Refuses a closed visit, 'staff_not_available' for a person who does not do its services,
 * 'staff_does_it_already', 'slot_taken', 'slot_outside_hours'.
 */
export function handOverAppointment(
	deps: Pick<Repositories, 'booking' | 'availability' | 'shops' | 'writeBatch'>,
	{ staffMemberId, ...input }: ShopAppointment & { staffMemberId: string },
): Acted<{ staffName: string }, HandOverRefusal> {
	const { alongside = [], now } = input
	return actOnAppointment(deps, input, {
		readMore: async () => null,
		async act(toHandOver, _, isAgain): Promise<Outcome<{ staffName: string }, HandOverRefusal>> {
			const problem = closedAs(toHandOver.status)
			if (problem) return refused(problem)
			const { appointmentId, shopId, startsAt } = toHandOver
			const days = postedDays(startsAt, now)
			const found = await readAppointment(deps, { appointmentId, ...days, now })
			if (!found) return refused('visit_not_found')
			const { appointment, segments, calendar } = found
			const places = calendar.staff.filter((member) => member.staffMemberId === staffMemberId)
			const [member] = places
			// An earlier attempt may have handed it over.
			if (segments.every((segment) => segment.staffMemberId === staffMemberId))
				return isAgain && member ? accepted({ staffName: member.name }) : refused('staff_does_it_already')
			if (!member || places.length < segments.length) return refused('staff_not_available')
			const search = searchIn(
				{ ...appointment.shop, ...withoutNotice },
				calendar.rows,
				segments.map((segment) => ({ ...segment, staffMemberIds: [staffMemberId] })),
				days,
				now,
			)
			const taken = await takeMinute(search, startsAt, async (times) =>
				writeIdempotent(deps.writeBatch, [
					...(await alongside),
					deps.booking.appointments.requireUnchanged(toHandOver),
					deps.availability.calendar.releaseTimeOf(appointmentId),
					...deps.availability.calendar.takeTime({ appointmentId }, shopId, times, now),
					...deps.booking.appointments.handOver(appointmentId),
					tellShopMoved(deps, { appointmentId, now }),
				]),
			)
			return taken.ok ? accepted({ staffName: member.name }) : taken
		},
	})
}
