import type { Instant } from '#app/kernel/instant.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { RewardUnit } from '#app/kernel/vocabulary/loyalty.ts'
import { type DiscountRule, discountAmount } from './promo-code.ts'

/** Lowers a visit's bill, at most one. Cashback is a payment, not a saving (D36). */
export type Saving =
	| ({ kind: 'promo'; id: string; code: string } & DiscountRule)
	| { kind: 'referral'; id: string; code: string; friendKobo: Kobo }
	| RewardSaving
	/** The shop's own discount on a booking that it made. */
	| { kind: 'shop'; amountKobo: Kobo }

/** A discount or free service (D30, D42). */
export type RewardSaving = {
	kind: 'reward'
	id: string
	/** '10% off', 'Free wash and set'. */
	label: string
	discount: { unit: RewardUnit; value: number } | { serviceId: string }
}

export type UsableReward = RewardSaving & { expiresAt: Instant }

/** Of the signed-in customer at a shop. */
export type UsableSavings = {
	rewards: readonly UsableReward[]
	/** The balance there, less other checkouts' reservations; null for none. */
	cashback: { accountId: string; availableKobo: Kobo } | null
}

type Priced = { services: readonly { id: string; priceKobo: Kobo }[]; subtotalKobo: Kobo }

/**
 * The saving on services and add-ons, in kobo, at most their sum. Null below a code's minimum, or without the free
 * service.
 */
export function savingAmount(saving: Saving, { services, subtotalKobo }: Priced): Kobo | null {
	if (saving.kind === 'promo') return discountAmount(saving, subtotalKobo)
	if (saving.kind === 'referral') return Math.min(saving.friendKobo, subtotalKobo)
	if (saving.kind === 'shop') return Math.min(saving.amountKobo, subtotalKobo)
	const { discount } = saving
	if ('serviceId' in discount) return services.find(({ id }) => id === discount.serviceId)?.priceKobo ?? null
	const requestedKobo = discount.unit === 'percent' ? percentOf(subtotalKobo, discount.value) : discount.value
	return Math.min(requestedKobo, subtotalKobo)
}

/** The total's part that cashback pays, never the tip (D36). */
export function cashbackPart(
	cashbackKobo: Kobo,
	{ totalKobo, tipKobo }: { totalKobo: Kobo; tipKobo: Kobo },
): Kobo {
	return Math.max(0, Math.min(cashbackKobo, totalKobo - tipKobo))
}

/** A code (a promo code, or a friend's), a reward, or neither. */
export type ChosenSaving = { promoCode: string; rewardId: string | null }

/** The newly posted saving. Null when both are new: only the customer knows which is meant. */
export function oneSaving(posted: ChosenSaving, before: ChosenSaving): ChosenSaving | null {
	if (posted.promoCode === '' || posted.rewardId === null) return posted
	const isNewCode = posted.promoCode !== before.promoCode
	const isNewReward = posted.rewardId !== before.rewardId
	if (isNewCode && isNewReward) return null
	return isNewCode ? { ...posted, rewardId: null } : { ...posted, promoCode: '' }
}

/** The reward that takes most off, of equal ones the first to end. Null where the chosen saving takes as much. */
export function betterReward(
	rewards: readonly UsableReward[],
	appointment: Priced,
	chosenKobo: Kobo,
): { reward: UsableReward; savedKobo: Kobo } | null {
	let best: { reward: UsableReward; savedKobo: Kobo } | null = null
	for (const reward of rewards) {
		const savedKobo = savingAmount(reward, appointment) ?? 0
		const isBest =
			best === null ||
			savedKobo > best.savedKobo ||
			(savedKobo === best.savedKobo && reward.expiresAt < best.reward.expiresAt)
		if (savedKobo > chosenKobo && isBest) best = { reward, savedKobo }
	}
	return best
}
