import { isDraftAlive } from '#app/domain/booking/draft/draft.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { ANY_STAFF } from './choose-staff.server.ts'

export type StaffChoices = {
	shopId: string
	/** Which service the page asks about: the first without a choice, else the requested one. */
	position: number
	service: { serviceId: string; name: string; durationMinutes: number }
	/** The names of all services of the draft, in order. */
	serviceNames: string[]
	/** No choice was made for this service before. */
	isNew: boolean
	staff: { staffMemberId: string; name: string; role: string; isSenior: boolean }[]
	/** The present choice: a staff member's id, ANY_STAFF, or null. */
	chosen: string | null
}

/** The staff members who can do a service of the draft, by first name; null when no draft with a service is alive. */
export async function readStaffChoices(
	deps: Pick<Repositories, 'booking' | 'availability'>,
	draftId: string,
	now: Instant,
	requestedPosition = 0,
): Promise<StaffChoices | null> {
	const [draft, eligible] = await Promise.all([
		deps.booking.drafts.draft(draftId),
		deps.availability.calendar.eligibleStaff({ kind: 'draft', draftId }),
	])
	if (!draft || !isDraftAlive(draft, now) || draft.appointmentId !== null) return null
	const unasked = draft.services.findIndex((service) => service.staff === null)
	const requested = draft.services[requestedPosition] ? requestedPosition : 0
	const position = unasked >= 0 ? unasked : requested
	const service = draft.services[position]
	if (!service) return null
	return {
		shopId: draft.shopId,
		position,
		service: {
			serviceId: service.serviceId,
			name: service.name,
			durationMinutes: service.durationMinutes,
		},
		serviceNames: draft.services.map(({ name }) => name),
		isNew: service.staff === null,
		staff: eligible
			.filter((member) => member.position === position)
			.map(({ staffMemberId, name, role, isSenior }) => ({ staffMemberId, name, role, isSenior })),
		chosen: service.staff?.kind === 'named' ? service.staff.staffMemberId : service.staff ? ANY_STAFF : null,
	}
}
