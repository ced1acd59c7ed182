/** '1 shop', '2 shops': for nouns whose plural takes an s. */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`
}

type NamedSaving =
	| { kind: 'reward'; label: string }
	| { kind: 'promo' | 'referral'; code: string }
	| { kind: 'shop' }

export function savingLabel(saving: NamedSaving): string {
	if (saving.kind === 'reward') return `Reward: ${saving.label}`
	if (saving.kind === 'shop') return 'Discount'
	return `${saving.kind === 'promo' ? 'Promo' : 'Friend’s code'} ${saving.code}`
}

/** At most one is set. */
export type SavingNames = { rewardLabel: string | null; promoCode: string | null; friendCode: string | null }

/** Without a name where the code is gone, or the shop itself gave the discount. */
export function discountLabel({ rewardLabel, promoCode, friendCode }: SavingNames): string {
	if (rewardLabel !== null) return savingLabel({ kind: 'reward', label: rewardLabel })
	if (promoCode !== null) return savingLabel({ kind: 'promo', code: promoCode })
	return friendCode === null ? 'Discount' : savingLabel({ kind: 'referral', code: friendCode })
}
