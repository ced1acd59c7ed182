import type { Quote } from '#app/domain/booking/checkout/price-draft.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { draftConstraints } from '#app/domain/booking/draft/draft-refusal.ts'
import { mayRenewHold, renewedHoldExpiry, wasJustRenewed } from '#app/domain/booking/hold/hold-policy.ts'
import { applyChoices, changesLength } from '#app/flows/booking/apply-choices.server.ts'
import { type UnmetSaving, unmetSaving } from '#app/flows/booking/booking-problem.server.ts'
import { refusalOfWriting } from '#app/flows/booking/booking-write.server.ts'
import {
	type HoldRefusal,
	newHoldConstraints,
	type ResizeHoldDeps,
	resizeHold,
} from '#app/flows/booking/hold-slot.server.ts'
import { type DraftWithCalendar, postedDays } from '#app/flows/booking/read-draft.server.ts'
import { parseEmail } from '#app/kernel/email.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import { isRetryable, type Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type SaveCheckoutDeps = ResizeHoldDeps & Pick<Repositories, 'booking' | 'writeBatch'>

type LengthRefusal = Exclude<HoldRefusal, 'slot_taken' | 'slot_outside_hours'> | 'add_on_does_not_fit'

export type SaveCheckoutRefusal =
	| LengthRefusal
	| UnmetSaving
	| 'session_error'
	| 'hold_not_renewable'
	| 'slot_taken'

/** By another server's clock a renewed hold may be over, and its time taken. */
const constraints = { ...newHoldConstraints, slot_taken: 'slot_taken' } as const

/**
 * Saves the checkout form and gives the new price; the same write resizes a live hold for add-ons. What is not
 * available is left out, and the rest is saved:
 * - 'add_on_does_not_fit' keeps the earlier add-ons;
 * - 'promo_not_valid', 'referral_not_valid', 'reward_not_available';
 * - 'too_many_holds' of the contact;
 * - 'hold_not_renewable' for a second or late renewal, 'slot_taken' for a lost time.
 * Refuses 'session_error' without a draft.
 */
export async function saveCheckout(
	deps: SaveCheckoutDeps,
	input: {
		draftId: string
		choices: CheckoutChoices
		/** A guest is null. */
		customer?: { userId: string } | null
		startsAt: Instant | null
		/** Ten more minutes, once, near the end (R8, M6). */
		renewsHold?: boolean
		alongside?: readonly Statement[]
		read: { priced: DraftWithCalendar | null }
		now: Instant
	},
): Promise<Outcome<{ quote: Quote }, SaveCheckoutRefusal>> {
	const { draftId, choices, alongside = [], now } = input
	const days = postedDays(input.startsAt, now)
	const { priced } = input.read
	if (!priced || priced.draft.appointmentId !== null) return refused('session_error')

	const requested = applyChoices(priced, choices, now)
	const unmet = unmetSaving(choices, { ...priced, ...requested })
	const kept = unmet === null ? choices : { ...choices, promoCode: '', rewardId: null }
	const contact = { email: parseEmail(choices.contact.email), phone: parsePhone(choices.contact.phone) }
	const userId = input.customer?.userId ?? null
	const renewedUntilAt =
		input.renewsHold && priced.hold !== null && mayRenewHold(priced.hold, now)
			? renewedHoldExpiry(priced.hold)
			: null
	const saved = [
		...deps.booking.drafts.saveCheckoutChoices(draftId, kept, now),
		...deps.booking.holds.saveHoldContact(draftId, contact, { userId }, now),
		...(renewedUntilAt === null ? [] : [deps.booking.holds.renewHold(draftId, renewedUntilAt, now)]),
	]

	const refusal =
		priced.hold && changesLength(priced.draft, requested.draft)
			? refusalOfLength(
					await resizeHold(deps, {
						priced: { ...priced, draft: requested.draft },
						hold: priced.hold,
						days,
						contact,
						userId,
						saved,
						alongside,
						now,
					}),
				)
			: await refusalOfWriting(deps.writeBatch, [...alongside, ...saved], constraints)
	if (refusal !== null) {
		const before = priced.draft.addOns.map((addOn) => addOn.addOnId)
		const rest = deps.booking.drafts.saveCheckoutChoices(draftId, { ...kept, addOnIds: before }, now)
		const unsaved = isRetryable(refusal)
			? null
			: await refusalOfWriting(deps.writeBatch, [...alongside, ...rest], draftConstraints)
		return refused(unsaved ?? refusal)
	}
	const isRenewed = renewedUntilAt !== null || (priced.hold !== null && wasJustRenewed(priced.hold, now))
	if (input.renewsHold && !isRenewed) return refused('hold_not_renewable')
	return unmet === null ? accepted({ quote: requested.quote }) : refused(unmet)
}

function refusalOfLength(taken: Outcome<null, HoldRefusal>): LengthRefusal | null {
	if (taken.ok) return null
	const { refusal } = taken
	return refusal === 'slot_taken' || refusal === 'slot_outside_hours' ? 'add_on_does_not_fit' : refusal
}
