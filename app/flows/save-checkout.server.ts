import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { CheckoutChoices, DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import { holdExpiry, mayRenewHold, wasJustRenewed } from '#app/domain/booking/hold-policy.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import type { Quote } from '#app/domain/booking/price-visit.ts'
import { isForLater, refusalOfWriting, type WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import { parseEmail } from '#app/kernel/email.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import { applyChoices, changesLength } from './apply-choices.server.ts'
import {
	postedDays,
	type ReadVisitDeps,
	readPostedVisit,
	type VisitWithCalendar,
} from './read-visit.server.ts'
import { type RetakeHoldDeps, retakeHold } from './retake-hold.server.ts'

export type SaveCheckoutDeps = ReadVisitDeps &
	RetakeHoldDeps & {
		drafts: Pick<DraftRepository, 'saveCheckoutChoices'>
		holds: Pick<HoldRepository, 'saveHoldContact' | 'renewHold'>
		writeBatch: WriteBatch
	}

/**
 * Saves what checkout asks for and gives the new price. Add-ons come after the time: a live hold is taken anew for the
 * longer visit, in the same write. What cannot be had is left out and everything else is still saved:
 * 'add_on_does_not_fit' keeps the add-ons as they were, 'promo_not_valid' keeps no code, 'too_many_holds' is the contact's,
 * 'hold_not_renewable' is a second renewal, or too late.
 * Refuses 'session_error' without a draft.
 */
export async function saveCheckout(
	deps: SaveCheckoutDeps,
	input: {
		draftId: string
		choices: CheckoutChoices
		startsAt: Instant | null
		/** Ask for ten more minutes, once (R8). */
		renewsHold: boolean
		/** What was read already, by `readPostedVisit`; else it is read here. */
		visit?: VisitWithCalendar | null
		now: Instant
	},
): Promise<Outcome<{ quote: Quote }, BookingRefusal>> {
	const { draftId, choices, now } = input
	const days = postedDays(input.startsAt, now)
	const visit =
		input.visit === undefined
			? await readPostedVisit(deps, { draftId, startsAt: input.startsAt, promoCode: choices.promoCode, now })
			: input.visit
	if (!visit || visit.draft.appointmentId !== null) return refused('session_error')

	const wished = applyChoices(visit, choices, now)
	const isPromoRefused = choices.promoCode !== '' && wished.quote.promo === null
	const kept = { ...choices, promoCode: isPromoRefused ? '' : choices.promoCode }
	const contact = { email: parseEmail(choices.contact.email), phone: parsePhone(choices.contact.phone) }
	const renews = input.renewsHold && visit.hold !== null && mayRenewHold(visit.hold, now)
	const saved = [
		...deps.drafts.saveCheckoutChoices(draftId, kept, now),
		deps.holds.saveHoldContact(draftId, contact.email, contact.phone, now),
		...(renews ? [deps.holds.renewHold(draftId, holdExpiry(now), now)] : []),
	]

	const refusal =
		visit.hold && changesLength(visit.draft, wished.draft)
			? refusalOfLength(
					await retakeHold(deps, {
						visit: { ...visit, draft: wished.draft },
						hold: visit.hold,
						days,
						contact,
						saved,
						now,
					}),
				)
			: await refusalOfWriting(deps.writeBatch, saved)
	if (refusal !== null) {
		const before = visit.draft.addOns.map((addOn) => addOn.addOnId)
		const rest = deps.drafts.saveCheckoutChoices(draftId, { ...kept, addOnIds: before }, now)
		const unsaved = isForLater(refusal) ? null : await refusalOfWriting(deps.writeBatch, rest)
		return refused(unsaved ?? refusal)
	}
	const isRenewed = renews || (visit.hold !== null && wasJustRenewed(visit.hold, now))
	if (input.renewsHold && !isRenewed) return refused('hold_not_renewable')
	return isPromoRefused ? refused('promo_not_valid') : accepted({ quote: wished.quote })
}

function refusalOfLength(taken: Outcome<null, BookingRefusal>): BookingRefusal | null {
	if (taken.ok) return null
	const doesNotFit = taken.refusal === 'slot_taken' || taken.refusal === 'slot_outside_hours'
	return doesNotFit ? 'add_on_does_not_fit' : taken.refusal
}
