import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import type { SavingsOnCancelling } from './cancellation-policy.ts'

/** 'reward and ₦1,200 cashback': what of these a visit uses. */
function savingsLabel({ hasReward, cashbackKobo }: UsedSavings): string {
	const cashback = cashbackKobo > 0 ? [`${formatNaira(cashbackKobo)} cashback`] : []
	return [...(hasReward ? ['reward'] : []), ...cashback].join(' and ')
}

type UsedSavings = { hasReward: boolean; cashbackKobo: Kobo }

/** What cancelling now will do to the reward and cashback of a visit; empty where it uses none (D37). */
export function savingsIfCancelled(does: SavingsOnCancelling, used: UsedSavings): string {
	if (does === 'none') return ''
	return does === 'given_back'
		? `You’ll get your ${savingsLabel(used)} back.`
		: `It’s too late to get your ${savingsLabel(used)} back.`
}

/** What cancelling has done to them; empty where the visit used none. */
export function savingsAfterCancelling(did: SavingsOnCancelling, used: UsedSavings): string {
	if (did === 'none') return ''
	return did === 'given_back'
		? `Your ${savingsLabel(used)} can be used again.`
		: `This was a late cancellation, so your ${savingsLabel(used)} can’t be used again.`
}
