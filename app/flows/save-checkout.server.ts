import type { AvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { CheckoutChoices, DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import { holdExpiry, mayRenewHold, wasJustRenewed } from '#app/domain/booking/hold-policy.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import type { Quote } from '#app/domain/booking/price-visit.ts'
import {
	isForLater,
	refusalOfWriting,
	type WriteBatch,
	writeKeyed,
} from '#app/domain/booking/refusal-of-write.server.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import { applyChoices, changesLength } from './apply-choices.server.ts'
import {
	heldSearch,
	type ReadVisitDeps,
	readVisitWithCalendar,
	slotSearchOf,
	type VisitWithCalendar,
} from './read-visit.server.ts'
import { takeSlot } from './take-slot.server.ts'

export type SaveCheckoutDeps = ReadVisitDeps & {
	drafts: Pick<DraftRepository, 'saveCheckoutChoices'>
	holds: Pick<HoldRepository, 'insertHold' | 'releaseHold' | 'saveHoldContact' | 'renewHold'>
	availability: Pick<AvailabilityRepository, 'takeTime'>
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
		now: Instant
	},
): Promise<Outcome<{ quote: Quote }, BookingRefusal>> {
	const { draftId, choices, now } = input
	const days = { firstDate: dateOfInstant(input.startsAt ?? now, -1), dayCount: 3 }
	const visit = await readVisitWithCalendar(deps, {
		draftId,
		...days,
		typedPromoCode: choices.promoCode,
		now,
	})
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
			? await saveWithNewLength(deps, { visit, wished, hold: visit.hold, saved, days, contact, now })
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

async function saveWithNewLength(
	deps: SaveCheckoutDeps,
	change: {
		visit: VisitWithCalendar
		wished: Pick<VisitWithCalendar, 'draft'>
		hold: NonNullable<VisitWithCalendar['hold']>
		saved: Parameters<WriteBatch>[0]
		days: { firstDate: string; dayCount: number }
		contact: { email: string | null; phone: string | null }
		now: Instant
	},
): Promise<BookingRefusal | null> {
	const { visit, wished, hold, saved, days, contact, now } = change
	const held = heldSearch(slotSearchOf({ ...visit, draft: wished.draft }, days, now), hold)
	const holdId = newId()
	const taken = await takeSlot(held, hold.startsAt, (times) =>
		writeKeyed(deps.writeBatch, [
			deps.holds.releaseHold(visit.draft.id),
			...deps.availability.takeTime({ holdId, heldUntilAt: hold.expiresAt }, visit.shop.id, times, now),
			deps.holds.insertHold({
				id: holdId,
				draftId: visit.draft.id,
				shopId: visit.shop.id,
				segmentCount: times.length,
				startsAt: hold.startsAt,
				expiresAt: hold.expiresAt,
				renewedAt: hold.renewedAt,
				contactEmail: contact.email,
				contactPhone: contact.phone,
				networkKey: hold.networkKey,
				now,
			}),
			...saved,
		]),
	)
	if (taken.ok) return null
	return taken.refusal === 'slot_taken' || taken.refusal === 'slot_outside_hours'
		? 'add_on_does_not_fit'
		: taken.refusal
}
