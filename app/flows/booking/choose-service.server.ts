import { type NewDraftRefusal, newDraftConstraints } from '#app/domain/booking/customer/customer-refusal.ts'
import { type Draft, isDraftAlive } from '#app/domain/booking/draft/draft.ts'
import { draftConstraints } from '#app/domain/booking/draft/draft-refusal.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { RateLimitedCaller } from '#app/kernel/rate-limited-caller.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { refusalOfWriting } from './booking-write.server.ts'

export type ChooseServiceDeps = Pick<Repositories, 'booking' | 'writeBatch'>

/**
 * Makes a service the draft's first answer (C38). Without a live draft a new one is made. Another shop wipes the draft
 * (D1). Another service of the same shop keeps the customer's details and releases person and time, because both depend
 * on the service. The chosen service again changes nothing.
 * Refuses 'service_not_offered' for a service that is unknown, disabled, or of a shop that takes no bookings,
 * 'too_many_drafts' from a network that began too many (D33), and passes on the refusal of the write.
 */
export async function chooseService(
	deps: ChooseServiceDeps,
	input: { draftId: string | null; serviceId: string; caller: RateLimitedCaller; now: Instant },
): Promise<Outcome<{ draftId: string; shopChanged: boolean }, NewDraftRefusal>> {
	const { serviceId, now } = input
	if (input.draftId === null) return beginDraft(deps, input, null)
	const {
		booking: { drafts, holds },
		writeBatch,
	} = deps
	const [found, service] = await Promise.all([drafts.draft(input.draftId), drafts.bookableService(serviceId)])
	if (!service) return refused('service_not_offered')
	const current = found && isDraftAlive(found, now) && found.appointmentId === null ? found : null

	if (current?.shopId === service.shopId) {
		const isSame = current.services.length === 1 && current.services[0]?.serviceId === serviceId
		const refusal = isSame
			? null
			: await refusalOfWriting(
					writeBatch,
					[
						...holds.giveUpHold(current.id, now),
						...drafts.replaceServices(current.id, [{ serviceId, staff: null }]),
						drafts.saveStart(current.id, null, now),
					],
					draftConstraints,
				)
		return refusal ? refused(refusal) : accepted({ draftId: current.id, shopChanged: false })
	}

	return beginDraft(deps, input, current)
}

/**
 * Begins a draft in the place of `current`. A browser without one has nothing to compare with: whether the service is
 * offered is all that has to be known, and the write asks it (docs/decisions/098).
 */
async function beginDraft(
	{ booking: { drafts, holds }, writeBatch }: ChooseServiceDeps,
	{ serviceId, caller, now }: { serviceId: string; caller: RateLimitedCaller; now: Instant },
	current: Draft | null,
): Promise<Outcome<{ draftId: string; shopChanged: boolean }, NewDraftRefusal>> {
	const draftId = newId()
	const refusal = await refusalOfWriting(
		writeBatch,
		[
			...(current ? [...holds.giveUpHold(current.id, now), drafts.deleteDraft(current.id)] : []),
			// The new id is the idempotency key: a repeated write deletes the draft of the first one before inserting.
			drafts.deleteDraft(draftId),
			...drafts.insertDraftFor(draftId, serviceId, now),
			...drafts.replaceServices(draftId, [{ serviceId, staff: null }]),
			...holds.countAct({ kind: 'draft', subjectId: draftId, shopId: null, caller, now }),
		],
		newDraftConstraints,
	)
	return refusal ? refused(refusal) : accepted({ draftId, shopChanged: current !== null })
}
