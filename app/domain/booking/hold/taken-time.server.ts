import { isClosed } from '#app/domain/booking/desk/shop-appointment-words.ts'
import type { ShopDayView } from '#app/domain/booking/desk/shop-day-repository.server.ts'

/** The busy times of a person on the day that was read, in order. A completed visit keeps its time until its end. */
export function takenTimeOf(
	staffMemberId: string,
	{ appointments, blocks }: Pick<ShopDayView, 'appointments' | 'blocks'>,
	exceptReference?: string,
) {
	const ofAppointments = appointments.filter(
		(appointment) =>
			appointment.referenceNumber !== exceptReference &&
			(!isClosed(appointment) || appointment.status === 'COMPLETED') &&
			appointment.services.some((service) => service.staffMemberId === staffMemberId),
	)
	const ofBlocks = blocks.filter((block) => block.staffMemberId === staffMemberId)
	return [...ofAppointments, ...ofBlocks].toSorted((a, b) => a.startsAt - b.startsAt)
}
