import type { SavingsOnCancelling } from '#app/domain/booking/appointment/cancellation-policy.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'

/** `repaidKobo`: the part of its cashback that, refunded, pays the customer's debt to the shop (D38). */
type UsedSavings = { hasReward: boolean; cashbackKobo: Kobo; repaidKobo: Kobo; shop: { name: string } }

/** 'reward and ₦1,200 cashback'. */
function savingsLabel({ hasReward, cashbackKobo }: Pick<UsedSavings, 'hasReward' | 'cashbackKobo'>): string {
	const cashback = cashbackKobo > 0 ? [`${formatNaira(cashbackKobo)} cashback`] : []
	return [...(hasReward ? ['reward'] : []), ...cashback].join(' and ')
}

/** What cancelling now does to a visit's reward and cashback; '' without any (D37). */
export function savingsIfCancelled(does: SavingsOnCancelling, used: UsedSavings): string {
	if (does === 'none') return ''
	if (does === 'forfeited') return `It’s too late to get your ${savingsLabel(used)} back.`
	return [`You’ll get your ${savingsLabel(used)} back.`, ...repaymentIfBack(used)].join(' ')
}

/** What cancelling did to a visit's reward and cashback; '' without any. */
export function savingsAfterCancelling(did: SavingsOnCancelling, used: UsedSavings): string {
	if (did === 'none') return ''
	if (did === 'forfeited')
		return `This was a late cancellation, so your ${savingsLabel(used)} can’t be used again.`
	const left = savingsLabel({ ...used, cashbackKobo: used.cashbackKobo - used.repaidKobo })
	return [...(left === '' ? [] : [`Your ${left} can be used again.`]), ...repaymentAfterBack(used)].join(' ')
}

/** Which part of refunded cashback will pay the customer's debt: a sentence, or none. */
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

/** Which part of refunded cashback has paid the customer's debt: a sentence, or none. */
export function repaymentAfterBack({ repaidKobo, shop }: Pick<UsedSavings, 'repaidKobo' | 'shop'>): string[] {
	return repaidKobo === 0
		? []
		: [`${formatNaira(repaidKobo)} of your cashback covered ${owedWords(shop, 'owed')}.`]
}

function owedWords({ name }: { name: string }, owe: 'owe' | 'owed'): string {
	return `what you ${owe} ${name} for reversed cashback you already spent`
}
