import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { BookingRefusal } from './booking-refusal.ts'
import { isDraftAlive } from './draft.ts'
import type { DraftRepository } from './draft-repository.server.ts'
import type { HoldRepository } from './hold-repository.server.ts'
import { refusalOfWriting, type WriteBatch } from './refusal-of-write.server.ts'

export type ChooseServiceDeps = {
	drafts: Pick<
		DraftRepository,
		'draft' | 'bookableService' | 'insertDraft' | 'deleteDraft' | 'replaceServices' | 'saveStart'
	>
	holds: Pick<HoldRepository, 'releaseHold'>
	writeBatch: WriteBatch
}

/**
 * Makes a service the draft's first answer, in a new draft when there is none alive (spec 1 §4). Choosing another shop
 * wipes what was there (decision D1); another service of the same shop keeps the customer's details and lets the chosen
 * person and time go, because both depend on it; the same service again changes nothing.
 * Refuses 'service_not_offered' for a service that is unknown, disabled, or of a shop that takes no bookings, and what the
 * write was refused for.
 */
export async function chooseService(
	{ drafts, holds, writeBatch }: ChooseServiceDeps,
	input: { draftId: string | null; serviceId: string; now: Instant },
): Promise<Outcome<{ draftId: string; shopChanged: boolean }, BookingRefusal>> {
	const { serviceId, now } = input
	const [found, service] = await Promise.all([
		input.draftId === null ? null : drafts.draft(input.draftId),
		drafts.bookableService(serviceId),
	])
	if (!service) return refused('service_not_offered')
	const current = found && isDraftAlive(found, now) && found.appointmentId === null ? found : null

	if (current?.shopId === service.shopId) {
		const isSame = current.services.length === 1 && current.services[0]?.serviceId === serviceId
		const refusal = isSame
			? null
			: await refusalOfWriting(writeBatch, [
					holds.releaseHold(current.id),
					...drafts.replaceServices(current.id, [{ serviceId, staff: null }]),
					drafts.saveStart(current.id, null, now),
				])
		return refusal ? refused(refusal) : accepted({ draftId: current.id, shopChanged: false })
	}

	const draftId = newId()
	const refusal = await refusalOfWriting(writeBatch, [
		...(current ? [drafts.deleteDraft(current.id)] : []),
		// Its own id is the key: when the first answer is lost, the second write finds its own draft and makes it anew.
		drafts.deleteDraft(draftId),
		drafts.insertDraft(draftId, service.shopId, now),
		...drafts.replaceServices(draftId, [{ serviceId, staff: null }]),
	])
	return refusal ? refused(refusal) : accepted({ draftId, shopChanged: current !== null })
}
