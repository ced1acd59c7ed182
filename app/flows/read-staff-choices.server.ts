import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import { isDraftAlive } from '#app/domain/booking/draft.ts'
import type { DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { ANY_STAFF } from './choose-staff.server.ts'

export type StaffChoices = {
	shopId: string
	/** The service that is asked about: the first whose person is not chosen yet, else the wished one. */
	position: number
	service: { serviceId: string; name: string; durationMinutes: number }
	/** The names of all services of the visit, in order. */
	serviceNames: string[]
	/** Nobody has been asked about this service before. */
	isNew: boolean
	staff: { staffMemberId: string; name: string; isSenior: boolean }[]
	/** What the customer has now: a member's id, ANY_STAFF, or null. */
	chosen: string | null
}

/** Who can do the draft's service, by first name; null when there is no draft alive with a service. */
export async function readStaffChoices(
	deps: {
		drafts: Pick<DraftRepository, 'draft'>
		availability: Pick<AvailabilityRepository, 'eligibleStaff'>
	},
	draftId: string,
	now: Instant,
	wishedPosition = 0,
): Promise<StaffChoices | null> {
	const [draft, eligible] = await Promise.all([
		deps.drafts.draft(draftId),
		deps.availability.eligibleStaff({ draftId }),
	])
	if (!draft || !isDraftAlive(draft, now) || draft.appointmentId !== null) return null
	const unasked = draft.services.findIndex((service) => service.staff === null)
	const wished = draft.services[wishedPosition] ? wishedPosition : 0
	const position = unasked >= 0 ? unasked : wished
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
			.map(({ staffMemberId, name, isSenior }) => ({ staffMemberId, name, isSenior })),
		chosen: service.staff?.kind === 'named' ? service.staff.staffMemberId : service.staff ? ANY_STAFF : null,
	}
}
