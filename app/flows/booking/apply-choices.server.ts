import { isTypedCodeRefusal } from '#app/domain/booking/checkout/money-refusal.ts'
import type { Quote } from '#app/domain/booking/checkout/price-draft.ts'
import type { Draft } from '#app/domain/booking/draft/draft.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { type DraftWriteRefusal, draftConstraints } from '#app/domain/booking/draft/draft-refusal.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import { isRetryable, type Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { refusalOfWriting } from './booking-write.server.ts'
import { type DraftWithCalendar, quoteDraft } from './read-draft.server.ts'

/** The draft with the posted choices, and its price. Other shops' add-ons are dropped. */
export function applyChoices(
	priced: DraftWithCalendar,
	choices: CheckoutChoices,
	now: Instant,
): { draft: Draft; quote: Quote } {
	const { addOnIds, ...rest } = choices
	const addOns = priced.shopAddOns.filter((addOn) => addOnIds.includes(addOn.addOnId))
	const draft: Draft = { ...priced.draft, ...rest, addOns }
	const hasCode = choices.promoCode !== ''
	const promo = hasCode ? priced.typedPromo : null
	const referral = hasCode ? priced.typedReferral : null
	return { draft, quote: quoteDraft(draft, { promo, referral, savings: priced.savings }, now) }
}

/** Whether the add-ons of two versions of a draft differ in minutes. */
export function changesLength(before: Draft, after: Draft): boolean {
	const minutes = (draft: Draft) => draft.addOns.reduce((sum, addOn) => sum + addOn.durationMinutes, 0)
	return minutes(before) !== minutes(after)
}

/**
 * Saves the customer's choices after a refused booking or payment, and gives the outcome. A held start stays: unfitting
 * new add-ons are left out ('add_on_does_not_fit'). An invalid code or reward is not saved.
 */
export async function saveChoicesOnRefusal<Value, Refusal extends string>(
	deps: Pick<Repositories, 'booking' | 'writeBatch'>,
	outcome: Outcome<Value, Refusal>,
	input: {
		priced: DraftWithCalendar
		requested: DraftWithCalendar
		choices: CheckoutChoices
		startsAt: Instant
		alongside?: readonly Statement[] | undefined
		now: Instant
	},
): Promise<Outcome<Value, Refusal | DraftWriteRefusal | 'add_on_does_not_fit'>> {
	if (outcome.ok || isRetryable(outcome.refusal)) return outcome
	const { priced, requested, choices, startsAt, alongside = [], now } = input
	const { refusal } = outcome
	const isTooLong =
		priced.hold?.startsAt === startsAt &&
		changesLength(priced.draft, requested.draft) &&
		(refusal === 'slot_taken' || refusal === 'slot_outside_hours')
	const kept = {
		...choices,
		promoCode: isTypedCodeRefusal(refusal) ? '' : choices.promoCode,
		rewardId: refusal === 'reward_not_available' ? null : choices.rewardId,
		addOnIds: isTooLong ? priced.draft.addOns.map(({ addOnId }) => addOnId) : choices.addOnIds,
	}
	const saved = deps.booking.drafts.saveCheckoutChoices(priced.draft.id, kept, now)
	const unsaved = await refusalOfWriting(deps.writeBatch, [...alongside, ...saved], draftConstraints)
	if (unsaved) return refused(unsaved)
	return isTooLong ? refused('add_on_does_not_fit') : outcome
}
