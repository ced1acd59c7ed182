type NamedSaving =
	| { kind: 'reward'; label: string }
	| { kind: 'promo' | 'referral'; code: string }
	| { kind: 'shop' }

/** What a bill calls a saving, before the booking and after it. */
export function savingLabel(saving: NamedSaving): string {
	if (saving.kind === 'reward') return `Reward: ${saving.label}`
	if (saving.kind === 'shop') return 'Discount'
	return `${saving.kind === 'promo' ? 'Promo' : 'Friend’s code'} ${saving.code}`
}

/** What a booking knows of its saving: one of these at most. */
export type SavingNames = { rewardLabel: string | null; promoCode: string | null; friendCode: string | null }

/** As checkout named it; without a name where its code is no longer there, or the shop itself took it off. */
export function discountLabel({ rewardLabel, promoCode, friendCode }: SavingNames): string {
	if (rewardLabel !== null) return savingLabel({ kind: 'reward', label: rewardLabel })
	if (promoCode !== null) return savingLabel({ kind: 'promo', code: promoCode })
	return friendCode === null ? 'Discount' : savingLabel({ kind: 'referral', code: friendCode })
}
