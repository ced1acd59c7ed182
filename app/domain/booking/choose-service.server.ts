import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Database } from '#db/client.server.ts'
import { isDraftAlive } from './draft.ts'
import type { DraftRepository } from './draft-repository.server.ts'
import type { HoldRepository } from './hold-repository.server.ts'

export type ChooseServiceDeps = {
	drafts: Pick<
		DraftRepository,
		'draft' | 'bookableService' | 'insertDraft' | 'deleteDraft' | 'replaceServices' | 'saveStart'
	>
	holds: Pick<HoldRepository, 'releaseHold'>
	writeBatch: Database['writeBatch']
}

/**
 * Makes a service the draft's first answer, in a new draft when there is none alive (spec 1 §4). Choosing another shop
 * wipes what was there (decision D1); another service of the same shop keeps the customer's details and lets the chosen
 * person and time go, because both depend on it; the same service again changes nothing.
 * Refuses 'service_not_offered' for a service that is unknown, disabled, or of a shop that takes no bookings.
 */
export async function chooseService(
	{ drafts, holds, writeBatch }: ChooseServiceDeps,
	input: { draftId: string | null; serviceId: string; now: Instant },
): Promise<Outcome<{ draftId: string; shopChanged: boolean }, 'service_not_offered'>> {
	const { serviceId, now } = input
	const [found, service] = await Promise.all([
		input.draftId === null ? null : drafts.draft(input.draftId),
		drafts.bookableService(serviceId),
	])
	if (!service) return refused('service_not_offered')
	const current = found && isDraftAlive(found, now) && found.appointmentId === null ? found : null

	if (current?.shopId === service.shopId) {
		const isSame = current.services.length === 1 && current.services[0]?.serviceId === serviceId
		if (!isSame) {
			await writeBatch([
				holds.releaseHold(current.id),
				...drafts.replaceServices(current.id, [{ serviceId, staff: null }]),
				drafts.saveStart(current.id, null, now),
			])
		}
		return accepted({ draftId: current.id, shopChanged: false })
	}

	const draftId = newId()
	await writeBatch([
		...(current ? [drafts.deleteDraft(current.id)] : []),
		drafts.insertDraft(draftId, service.shopId, now),
		...drafts.replaceServices(draftId, [{ serviceId, staff: null }]),
	])
	return accepted({ draftId, shopChanged: current !== null })
}
