import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { CheckoutChoices, DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import { refusalOfWrite, type WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { parseEmail } from '#app/kernel/email.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import { applyChoices } from './apply-choices.server.ts'
import { type ReadVisitDeps, readVisitWithCalendar } from './read-visit.server.ts'
import { type RetakeHoldDeps, retakeHold } from './retake-hold.server.ts'
import { withoutService } from './without-service.ts'

export type RemoveServiceDeps = ReadVisitDeps &
	RetakeHoldDeps & {
		drafts: Pick<DraftRepository, 'replaceServices' | 'saveCheckoutChoices' | 'saveStart'>
		holds: Pick<HoldRepository, 'releaseHold'>
		writeBatch: WriteBatch
	}

/**
 * Takes one service out of a visit of several, and saves what else checkout posted (`choices`, null from elsewhere). The
 * hold becomes shorter in the same write; where the shorter visit cannot have its start it is let go, and `keepsTime` is
 * false. A service that is not in the visit is gone already.
 * Refuses 'session_error' without a draft, 'invalid_selection' for the only service.
 */
export async function removeService(
	deps: RemoveServiceDeps,
	input: {
		draftId: string
		serviceId: string
		choices: CheckoutChoices | null
		/** The start that the page showed; it says which days to read. */
		startsAt: Instant | null
		now: Instant
	},
): Promise<Outcome<{ keepsTime: boolean }, BookingRefusal>> {
	const { draftId, serviceId, choices, now } = input
	const days = { firstDate: dateOfInstant(input.startsAt ?? now, -1), dayCount: 3 }
	const visit = await readVisitWithCalendar(deps, { draftId, ...days, now })
	if (!visit || visit.draft.appointmentId !== null) return refused('session_error')
	const removed = visit.draft.services.findIndex((service) => service.serviceId === serviceId)
	if (removed < 0) return accepted({ keepsTime: visit.hold !== null })
	if (visit.draft.services.length === 1) return refused('invalid_selection')

	const rest = withoutService(visit, removed)
	const { draft } = choices ? applyChoices(rest, choices, now) : rest
	const saved = [
		...deps.drafts.replaceServices(draftId, draft.services),
		...(choices ? deps.drafts.saveCheckoutChoices(draftId, choices, now) : []),
		deps.drafts.saveStart(draftId, draft.startsAt, now),
	]
	if (rest.hold) {
		const contact = { email: parseEmail(draft.contact.email), phone: parsePhone(draft.contact.phone) }
		const change = { visit: { ...rest, draft }, hold: rest.hold, days, contact, saved, now }
		const retaken = await retakeHold(deps, change)
		if (retaken.ok) return accepted({ keepsTime: true })
		if (retaken.refusal === 'busy' || retaken.refusal === 'not_saved') return retaken
	}
	try {
		await deps.writeBatch([deps.holds.releaseHold(draftId), ...saved])
		return accepted({ keepsTime: false })
	} catch (error) {
		return refused(refusalOfWrite(error))
	}
}
