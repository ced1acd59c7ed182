import { reversedLines } from '#app/domain/payments/ledger-lines.ts'
import type { Payment, ReceivedMoney } from '#app/domain/payments/payment.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type GiveUpDeps, giveUpPlaces } from './give-up-places.server.ts'
import { type PlanSavingsDeps, returnPlanSavings } from './refund-plan.server.ts'

export type PlanRefundedDeps = GiveUpDeps & PlanSavingsDeps & Pick<Repositories, 'subscriptions'>

/**
 * The statements that follow when the payment of a plan goes back otherwise than by cancelling: by the operator, or
 * by a lost dispute. The plan ends at once and frees its places, those too that are booked meanwhile (F17); what its
 * payment had used comes back (F21); the shop is due nothing for it.
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
		occurredAt: now,
		now,
	})
	if (!started) return reversed
	const { id, timeZone, sessionIds, paid } = started
	return [
		...reversed,
		deps.subscriptions.planOrders.endRefunded(id, now),
		...giveUpPlaces(deps, id, { by: 'plan', sessionIds, timeZone, now }),
		deps.subscriptions.entries.logUsage(
			{
				id: `${id}:refunded`,
				subscriptionId: id,
				action: 'cancelled',
				change: 0,
				sessionId: null,
				now,
			},
			deps.subscriptions.planOrders.isEndedAt(id, now),
		),
		...returnPlanSavings(deps, paid, now),
	]
}
