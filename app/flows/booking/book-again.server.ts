import { type NewDraftRefusal, newDraftConstraints } from '#app/domain/booking/customer/customer-refusal.ts'
import { isDraftAlive, type StaffChoice } from '#app/domain/booking/draft/draft.ts'
import type { RateLimitedCaller } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { refusalOfWriting } from './booking-write.server.ts'

/** `missingStaff` no longer do the services; `missingServices` are no longer offered. */
export type BookedAgain =
	| { kind: 'draft'; draftId: string; missingStaff: string[] }
	| { kind: 'not_offered'; shopId: string; missingServices: string[] }

/**
 * Makes a draft with a visit's services and people (L31). A person who left stays open to choose; a missing service
 * prevents it. A draft of this shop keeps its typed values; one of another shop is wiped (D1). Refuses 'session_error'
 * for a missing visit.
 */
export async function bookAgain(
	{ booking: { drafts, holds, appointments }, writeBatch }: Pick<Repositories, 'booking' | 'writeBatch'>,
	input: { appointmentId: string; draftId: string | null; caller: RateLimitedCaller; now: Instant },
): Promise<Outcome<BookedAgain, NewDraftRefusal | 'session_error'>> {
	const { caller, now } = input
	const [booked, found] = await Promise.all([
		appointments.servicesToRepeat(input.appointmentId),
		input.draftId === null ? null : drafts.draft(input.draftId),
	])
	const shopId = booked[0]?.shopId
	if (shopId === undefined) return refused('session_error')
	const missingServices = booked.filter(({ isOffered }) => !isOffered).map(({ name }) => name)
	if (missingServices.length > 0) return accepted({ kind: 'not_offered', shopId, missingServices })

	const services = booked.map(({ serviceId, staffMemberId, staffName: name, isDoneByThem }) => {
		const staff: StaffChoice | null = isDoneByThem ? { kind: 'named', staffMemberId, name } : null
		return { serviceId, staff }
	})
	const current = found && isDraftAlive(found, now) && found.appointmentId === null ? found : null
	const isSameShop = current?.shopId === shopId
	const draftId = isSameShop ? current.id : newId()
	const refusal = await refusalOfWriting(
		writeBatch,
		[
			...(current ? holds.giveUpHold(current.id, now) : []),
			...(current && !isSameShop ? [drafts.deleteDraft(current.id)] : []),
			// A repeat deletes the first draft before inserting.
			...(isSameShop ? [] : [drafts.deleteDraft(draftId), drafts.insertDraft(draftId, shopId, now)]),
			...drafts.replaceServices(draftId, services),
			...(isSameShop ? [drafts.saveStart(draftId, null, now)] : []),
			...(isSameShop ? [] : holds.countAct({ kind: 'draft', subjectId: draftId, shopId, caller, now })),
		],
		newDraftConstraints,
	)
	if (refusal) return refused(refusal)
	const gone = booked.filter(({ isDoneByThem }) => !isDoneByThem).map(({ staffName }) => staffName)
	return accepted({ kind: 'draft', draftId, missingStaff: [...new Set(gone)] })
}
