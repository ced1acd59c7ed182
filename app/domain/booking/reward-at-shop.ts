import type { Kobo } from '#app/kernel/money.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { VisitBill } from './change-visit.ts'
import { closedAs } from './close-visit.ts'
import { priceDraft, type Quote } from './price-draft.ts'
import type { RewardSaving } from './saving.ts'
import { NO_TIP } from './tip.ts'

/** Why a reward takes nothing off a visit. */
export type RewardVisitRefusal =
	| 'no_visit_today'
	| 'visit_not_chosen'
	| 'visit_over'
	| 'visit_has_saving'
	| 'visit_paid'
	| 'reward_does_not_fit'

/** The one place where these are worded, for the staff. */
export const rewardVisitRefusalWords: Record<RewardVisitRefusal, string> = {
	no_visit_today: 'This takes something off a visit of today, and there is none. Book them in first.',
	visit_not_chosen: 'They have several visits today. Choose the one that this is for.',
	visit_over: 'Today’s visit is closed already. Undo that first, then use the code.',
	visit_has_saving: 'A code or reward is used for this visit already. A visit takes one.',
	visit_paid: 'Less is left to pay for this visit than this takes off. It can be used for another visit.',
	reward_does_not_fit: 'This is for a service that is not in this visit.',
}

/** A visit's bill once a reward is off it, and what is left to pay at the shop. */
export type RewardBill = Quote & { dueAtShopKobo: Kobo }

/**
 * What a reward that is shown at the shop makes of a visit's bill (D61): prices stay as they were agreed, and so does the tip.
 * What was paid stays paid: a reward that takes off more than is left to pay is refused.
 */
export function billWithReward(
	visit: VisitBill & { status: AppointmentStatus },
	reward: RewardSaving,
): RewardBill | RewardVisitRefusal {
	if (closedAs(visit.status)) return 'visit_over'
	if (visit.saving !== null) return 'visit_has_saving'
	const { tipKobo, cashbackKobo } = visit
	const quote = priceDraft({
		services: [...visit.services],
		addOns: [...visit.addOns],
		saving: reward,
		cashbackKobo,
		tip: tipKobo === 0 ? NO_TIP : { kind: 'custom', percent: 0, customKobo: tipKobo },
	})
	if (quote.saving === null) return 'reward_does_not_fit'
	const dueAtShopKobo = quote.toPayKobo - visit.paidKobo - visit.paidAtShopKobo
	return quote.cashbackKobo < cashbackKobo || dueAtShopKobo < 0 ? 'visit_paid' : { ...quote, dueAtShopKobo }
}
