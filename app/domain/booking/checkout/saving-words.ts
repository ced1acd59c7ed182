import type { SavingsOnCancelling } from '#app/domain/booking/appointment/cancellation-policy.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'

/** What of these a visit uses, and what of its cashback pays the customer's debt to the shop on its return (D38). */
type UsedSavings = { hasReward: boolean; cashbackKobo: Kobo; repaidKobo: Kobo; shop: { name: string } }

/** 'reward and ₦1,200 cashback'. */
function savingsLabel({ hasReward, cashbackKobo }: Pick<UsedSavings, 'hasReward' | 'cashbackKobo'>): string {
	const cashback = cashbackKobo > 0 ? [`${formatNaira(cashbackKobo)} cashback`] : []
	return [...(hasReward ? ['reward'] : []), ...cashback].join(' and ')
}

/** What cancelling now will do to the reward and cashback of a visit; empty where it uses none (D37). */
export function savingsIfCancelled(does: SavingsOnCancelling, used: UsedSavings): string {
	if (does === 'none') return ''
	if (does === 'forfeited') return `It’s too late to get your ${savingsLabel(used)} back.`
	return [`You’ll get your ${savingsLabel(used)} back.`, ...repaymentIfBack(used)].join(' ')
}

/** What cancelling has done to them; empty where the visit used none. */
export function savingsAfterCancelling(did: SavingsOnCancelling, used: UsedSavings): string {
	if (did === 'none') return ''
	if (did === 'forfeited')
		return `This was a late cancellation, so your ${savingsLabel(used)} can’t be used again.`
	const left = savingsLabel({ ...used, cashbackKobo: used.cashbackKobo - used.repaidKobo })
	return [...(left === '' ? [] : [`Your ${left} can be used again.`]), ...repaymentAfterBack(used)].join(' ')
}

/** What of cashback that comes back will pay what the customer owes the shop: a sentence, or none. */
export function repaymentIfBack({
	cashbackKobo,
	repaidKobo,
	shop,
}: Omit<UsedSavings, 'hasReward'>): string[] {
	if (repaidKobo === 0) return []
	const leftKobo = cashbackKobo - repaidKobo
	if (leftKobo === 0) return [`All of that cashback covers ${owedWords(shop, 'owe')}.`]
	return [
		`${formatNaira(repaidKobo)} of that cashback covers ${owedWords(shop, 'owe')}, so ${formatNaira(leftKobo)} can be used again.`,
	]
}

/** What of cashback that came back has paid what the customer owed the shop: a sentence, or none. */
export function repaymentAfterBack({ repaidKobo, shop }: Pick<UsedSavings, 'repaidKobo' | 'shop'>): string[] {
	return repaidKobo === 0
		? []
		: [`${formatNaira(repaidKobo)} of your cashback covered ${owedWords(shop, 'owed')}.`]
}

function owedWords({ name }: { name: string }, owe: 'owe' | 'owed'): string {
	return `what you ${owe} ${name} for reversed cashback you already spent`
}
