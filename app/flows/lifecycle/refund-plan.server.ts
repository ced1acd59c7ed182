import { cashbackSpentLines } from '#app/domain/loyalty/cashback-lines.ts'
import { reversedLines } from '#app/domain/payments/ledger-lines.ts'
import type { Payment, ReceivedMoney } from '#app/domain/payments/payment.ts'
import type { planMoneyBack } from '#app/domain/subscriptions/plan-money-back.ts'
import type { PlanPayment } from '#app/domain/subscriptions/started-plan-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { repayWriteOffs } from './cashback.server.ts'
import { type GiveUpDeps, giveUpPlaces } from './offer-seats.server.ts'

type PlanSavingsDeps = Pick<Repositories, 'payments' | 'loyalty' | 'booking'>
export type PlanRefundDeps = PlanSavingsDeps & Pick<Repositories, 'payments' | 'messaging'>

/**
 * The statements that refund a cancelled plan (D46): the online part by its payment, cashback as cashback, and the
 * promo use is released. Money paid at the shop is the shop's to refund. Refused (`isRefundNotDue`) where the payment
 * is disputed, or was refunded otherwise.
 */
export function planRefundStatements(
	deps: PlanRefundDeps,
	{ paid, moneyBack, now }: { paid: PlanPayment; moneyBack: ReturnType<typeof planMoneyBack>; now: Instant },
): Statement[] {
	if (!moneyBack.isRefundable) return []
	const { shopId, paymentReference } = paid
	const { moneyKobo: amountKobo } = moneyBack
	const currency = 'NGN'
	return [
		...(paymentReference === null
			? []
			: [
					deps.payments.attempts.decideRefundOfPlan(paymentReference, now),
					deps.payments.refunds.insertRefund({
						paymentReference,
						amountKobo,
						currency,
						reason: 'plan_cancelled',
						now,
					}),
					...deps.payments.ledger.postEntry({
						key: `given-back:${paymentReference}`,
						lines: reversedLines({ paymentReference, currency, shopId, amountKobo, tipKobo: 0 }),
						now,
					}),
					...deps.messaging.outbox.insertPaymentMessage({ kind: 'refund_started', paymentReference, now }),
				]),
		...returnPlanSavings(deps, paid, now),
	]
}

/** At every refund of a plan: returns its cashback and releases its promo use, once (F21). */
function returnPlanSavings(
	deps: PlanSavingsDeps,
	{ checkoutId, shopId, cashbackKobo, cashbackAccountId }: PlanPayment,
	now: Instant,
): Statement[] {
	return [
		...(cashbackKobo === 0 || cashbackAccountId === null
			? []
			: [
					...deps.payments.ledger.postEntry(
						{
							key: `cashback-returned:${checkoutId}:${now}`,
							lines: cashbackSpentLines({ shopId, cashbackAccountId, amountKobo: -cashbackKobo }),
							now,
						},
						deps.loyalty.savingUses.isCashbackOfCheckoutKept(checkoutId),
					),
					...repayWriteOffs(deps, deps.loyalty.savingUses.repaymentOfCheckout(checkoutId), now),
					...deps.loyalty.savingUses.releaseUsesOfCheckout(checkoutId, now),
				]),
		deps.booking.promos.releaseUsesOfCheckout(checkoutId),
	]
}

export type PlanRefundedDeps = GiveUpDeps & PlanSavingsDeps & Pick<Repositories, 'subscriptions'>

/**
 * The statements for a plan's refund by the operator or a lost dispute. The plan ends at once and frees its places,
 * also later ones than were read (F17). What its payment used is returned (F21), and the shop is due nothing.
 */
export async function onPlanRefunded(
	deps: PlanRefundedDeps,
	{ paymentReference, shopId, received }: Payment & { received: ReceivedMoney },
	now: Instant,
): Promise<Statement[]> {
	const { outcome, leftKobo: amountKobo, currency } = received
	if (outcome !== 'subscribed') return []
	const started = await deps.subscriptions.planOrders.startedBy(paymentReference, now)
	const reversed = deps.payments.ledger.postEntry({
		key: `given-back:${paymentReference}`,
		lines: reversedLines({ paymentReference, currency, shopId, amountKobo, tipKobo: 0 }),
		now,
	})
	if (!started) return reversed
	const { id, timeZone, sessionIds, paid } = started
	return [
		...reversed,
		deps.subscriptions.planOrders.endRefunded(id, now),
		...giveUpPlaces(deps, id, { by: 'plan', sessionIds, timeZone, now }),
		deps.subscriptions.entries.logUsage(
			{ id: `${id}:refunded`, subscriptionId: id, action: 'cancelled', change: 0, now },
			deps.subscriptions.planOrders.isEndedAt(id, now),
		),
		...returnPlanSavings(deps, paid, now),
	]
}
