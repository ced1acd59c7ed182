import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import { isDraftAlive } from '#app/domain/booking/draft.ts'
import type { DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { ANY_STAFF } from './choose-staff.server.ts'

export type StaffChoices = {
	shopId: string
	/** The service that is asked about: the first whose person is not chosen yet, else the first. */
	position: number
	service: { name: string; durationMinutes: number }
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
): Promise<StaffChoices | null> {
	const [draft, eligible] = await Promise.all([
		deps.drafts.draft(draftId),
		deps.availability.eligibleStaff({ draftId }),
	])
	if (!draft || !isDraftAlive(draft, now) || draft.appointmentId !== null) return null
	const position = Math.max(
		0,
		draft.services.findIndex((service) => service.staff === null),
	)
	const service = draft.services[position]
	if (!service) return null
	return {
		shopId: draft.shopId,
		position,
		service: { name: service.name, durationMinutes: service.durationMinutes },
		staff: eligible
			.filter((member) => member.position === position)
			.map(({ staffMemberId, name, isSenior }) => ({ staffMemberId, name, isSenior })),
		chosen: service.staff?.kind === 'named' ? service.staff.staffMemberId : service.staff ? ANY_STAFF : null,
	}
}
