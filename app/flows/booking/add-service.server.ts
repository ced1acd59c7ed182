import { isDraftAlive, MAX_SERVICES } from '#app/domain/booking/draft/draft.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type AddServiceDeps = Pick<Repositories, 'booking' | 'writeBatch'>

/**
 * Adds a service after those of the draft; staff selection comes next. The hold is released, because the draft becomes
 * longer. The chosen start is kept and can be held again where it is still free. A service that the draft has already
 * changes nothing.
 * Refuses 'session_error' without a live draft that has a service, 'service_not_offered' for a service that is unknown,
 * disabled or of another shop, 'too_many_services' after the fourth.
 */
export async function addService(
	{ booking: { drafts, holds }, writeBatch }: AddServiceDeps,
	input: { draftId: string; serviceId: string; now: Instant },
): Promise<Outcome<null, 'session_error' | 'service_not_offered' | 'too_many_services'>> {
	const { draftId, serviceId, now } = input
	const [draft, service] = await Promise.all([drafts.draft(draftId), drafts.bookableService(serviceId)])
	if (!draft || !isDraftAlive(draft, now) || draft.appointmentId !== null || draft.services.length === 0)
		return refused('session_error')
	if (service?.shopId !== draft.shopId) return refused('service_not_offered')
	if (draft.services.some((one) => one.serviceId === serviceId)) return accepted(null)
	if (draft.services.length >= MAX_SERVICES) return refused('too_many_services')
	await writeBatch([
		...holds.giveUpHold(draftId, now),
		...drafts.replaceServices(draftId, [...draft.services, { serviceId, staff: null }]),
		drafts.saveStart(draftId, draft.startsAt, now),
	])
	return accepted(null)
}
