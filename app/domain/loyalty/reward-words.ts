import { formatNaira } from '#app/kernel/money.ts'
import type { RewardKind, RewardUnit } from '#app/kernel/vocabulary/loyalty.ts'

export type Reward = {
	kind: RewardKind
	/** Percent or kobo; null for what staff give by hand. */
	value: number | null
	unit: RewardUnit | null
	serviceName: string | null
}

/** '10% off', '₦500 off', '₦200 cashback', 'Free Wash and set' (D42). */
export function rewardWords({ kind, value, unit, serviceName }: Reward): string {
	switch (kind) {
		case 'discount':
			return unit === 'percent' ? `${value}% off` : `${formatNaira(value ?? 0)} off`
		case 'cashback':
			return `${formatNaira(value ?? 0)} cashback`
		case 'free_service':
			return `Free ${serviceName ?? 'service'}`
		default:
			return rewardKindWords[kind]
	}
}

/** What staff give by hand has no amount: its description names it (D30). */
export const rewardKindWords: Record<RewardKind, string> = {
	discount: 'Discount',
	free_service: 'Free service',
	cashback: 'Cashback',
	upgrade: 'Upgrade',
	milestone_reward: 'Gift',
	manual: 'At the shop',
	custom: 'Special',
}

/** A page then prints the worth once: 'Free wash and set'. */
export function beginsWithWorth(description: string, worth: string): boolean {
	return description.toLowerCase().startsWith(worth.toLowerCase())
}
