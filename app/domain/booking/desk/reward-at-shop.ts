import type { AppointmentBill } from '#app/domain/booking/appointment/change-appointment.ts'
import { closedAs } from '#app/domain/booking/appointment/close-appointment.ts'
import { NO_TIP, priceDraft, type Quote } from '#app/domain/booking/checkout/price-draft.ts'
import type { RewardSaving } from '#app/domain/booking/checkout/saving.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'

export const rewardAppointmentRefusalWords = {
	no_visit_today: 'This is for a visit today, and the customer has none. Book them in first.',
	visit_not_chosen: 'The customer has several visits today. Choose the one this is for.',
	visit_over: 'Today’s visit is already closed. Undo that first, then use the code.',
	visit_has_saving: 'This visit already has a code, a reward or a lower price, and can only have one.',
	visit_paid: 'This is worth more than what is left to pay for this visit. Use it for another visit.',
	reward_does_not_fit: 'This is for a service that is not in this visit.',
} satisfies Record<string, string>

/** Why a reward takes nothing off a visit. */
export type RewardAppointmentRefusal = keyof typeof rewardAppointmentRefusalWords

export type RewardBill = Quote & { dueAtShopKobo: Kobo }

/**
 * A visit's bill with a reward used at the shop (D61): agreed prices and the tip stay. Refused where the reward is
 * worth more than what is left to pay.
 */
export function billWithReward(
	appointment: AppointmentBill & { status: AppointmentStatus },
	reward: RewardSaving,
): RewardBill | RewardAppointmentRefusal {
	if (closedAs(appointment.status)) return 'visit_over'
	if (appointment.saving !== null) return 'visit_has_saving'
	const { tipKobo, cashbackKobo } = appointment
	const quote = priceDraft({
		services: [...appointment.services],
		addOns: [...appointment.addOns],
		saving: reward,
		cashbackKobo,
		tip: tipKobo === 0 ? NO_TIP : { kind: 'custom', percent: 0, customKobo: tipKobo },
	})
	if (quote.saving === null) return 'reward_does_not_fit'
	const dueAtShopKobo = quote.toPayKobo - appointment.paidKobo - appointment.paidAtShopKobo
	return quote.cashbackKobo < cashbackKobo || dueAtShopKobo < 0 ? 'visit_paid' : { ...quote, dueAtShopKobo }
}
