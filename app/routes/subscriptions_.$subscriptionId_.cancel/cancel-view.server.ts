import { repaymentIfBack } from '#app/domain/booking/checkout/saving-words.ts'
import { waitsView } from '#app/domain/subscriptions/lost-plans.server.ts'
import type { planMoneyBack } from '#app/domain/subscriptions/plan-money-back.ts'
import type { readForCancelling } from '#app/flows/subscriptions/cancel-subscription.server.ts'
import { nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'

type Read = NonNullable<Awaited<ReturnType<typeof readForCancelling>>>

/** Says first what is refunded (D46). */
export function cancelView({ held, lost, lostWaits, moneyBack, problem }: Read, now: Instant) {
	return {
		id: held.id,
		title: held.title,
		shopName: held.shop.name,
		problem,
		hasLaterPeriod: held.renewedUntil !== null,
		money: moneyWords(moneyBack, held),
		sumKobo: moneyBack.moneyKobo + moneyBack.cashbackKobo,
		lost: lost.map(({ id, startsAt, title }) => ({
			id,
			when: nearMomentLabelAt(held.shop.timeZone, startsAt, now),
			title,
		})),
		lostWaits: waitsView(lostWaits, held.shop.timeZone, now),
	}
}

function moneyWords(
	{ isRefundable, moneyKobo, cashbackKobo, from }: ReturnType<typeof planMoneyBack>,
	{ shop, owedCashbackKobo }: Read['held'],
): { title: string; text: string; isLost: boolean } {
	if (!isRefundable)
		return {
			title: 'No refund.',
			text: 'Plans can be refunded within 7 days if unused.',
			isLost: true,
		}
	const repaidKobo = Math.min(owedCashbackKobo, cashbackKobo)
	const cashback =
		cashbackKobo > 0
			? [
					` You’ll get ${formatNaira(cashbackKobo)} back as cashback at ${shop.name}.`,
					...repaymentIfBack({ cashbackKobo, repaidKobo, shop }),
				].join(' ')
			: ''
	if (moneyKobo === 0) return { title: 'You paid with cashback', text: cashback.trim(), isLost: false }
	return from === 'us'
		? {
				title: `You’ll get ${formatNaira(moneyKobo)} back`,
				text: `We’ll refund the full amount to the card or account you used.${cashback}`,
				isLost: false,
			}
		: {
				title: `Ask the shop for your money back: ${formatNaira(moneyKobo)}`,
				text: `You paid it at ${shop.name}.${cashback}`,
				isLost: false,
			}
}
