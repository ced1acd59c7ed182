import type { Instant } from '#app/kernel/instant.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { RewardUnit } from '#app/kernel/vocabulary/loyalty.ts'
import { type DiscountRule, discountAmount } from './promo-code.ts'

/** What takes something off the bill of a visit. A visit has one of these at most; cashback pays, and is none (D36). */
export type Saving =
	| ({ kind: 'promo'; id: string; code: string } & DiscountRule)
	| { kind: 'referral'; id: string; code: string; friendKobo: Kobo }
	| RewardSaving
	/** What the shop itself took off a booking that it made. */
	| { kind: 'shop'; amountKobo: Kobo }

/** A reward of the customer's at this shop that takes something off (D30, D42). */
export type RewardSaving = {
	kind: 'reward'
	id: string
	/** '10% off', 'Free wash and set'. */
	label: string
	discount: { unit: RewardUnit; value: number } | { serviceId: string }
}

/** A reward with until when it can be used. */
export type UsableReward = RewardSaving & { expiresAt: Instant }

/** What the customer who is signed in could use at a shop. */
export type UsableSavings = {
	rewards: readonly UsableReward[]
	/** Their cashback left there, less what other checkouts reserve; null for none. */
	cashback: { accountId: string; availableKobo: Kobo } | null
}

type Priced = { services: readonly { id: string; priceKobo: Kobo }[]; subtotalKobo: Kobo }

/**
 * What a saving takes off services and add-ons, in kobo, never more than they come to. Null where it does not fit: the
 * amount is under a code's minimum, or the free service is not in the visit.
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

/** What of a total is paid with cashback: as far as it goes, and never the tip (D36). */
export function cashbackPart(
	cashbackKobo: Kobo,
	{ totalKobo, tipKobo }: { totalKobo: Kobo; tipKobo: Kobo },
): Kobo {
	return Math.max(0, Math.min(cashbackKobo, totalKobo - tipKobo))
}

/** Which saving a customer asks for: a code (a promo code, or a friend's), a reward, or neither. */
export type AskedSaving = { promoCode: string; rewardId: string | null }

/**
 * Of the posted savings, the one that was not there before. Null when both are new, because only the customer knows
 * which is meant.
 */
export function oneSaving(posted: AskedSaving, before: AskedSaving): AskedSaving | null {
	if (posted.promoCode === '' || posted.rewardId === null) return posted
	const isNewCode = posted.promoCode !== before.promoCode
	const isNewReward = posted.rewardId !== before.rewardId
	if (isNewCode && isNewReward) return null
	return isNewCode ? { ...posted, rewardId: null } : { ...posted, promoCode: '' }
}

/**
 * The reward that takes most off this visit, the first to end of equal ones; null where none takes anything off, or the
 * saving that is chosen takes as much.
 */
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
