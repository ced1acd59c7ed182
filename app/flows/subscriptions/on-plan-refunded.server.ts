import { reversedLines } from '#app/domain/payments/ledger-lines.ts'
import type { Payment, ReceivedMoney } from '#app/domain/payments/payment.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type GiveUpDeps, giveUpPlaces } from './give-up-places.server.ts'

export type PlanRefundedDeps = GiveUpDeps & Pick<Repositories, 'planOrders' | 'ledger'>

/**
 * The statements that follow when the payment of a plan goes back otherwise than by cancelling: by the operator, or by a
 * lost dispute. The plan ends at once and frees its places; the shop is due nothing for it.
 */
export async function onPlanRefunded(
	deps: PlanRefundedDeps,
	{ paymentReference, shopId, received }: Payment & { received: ReceivedMoney },
	now: Instant,
): Promise<Statement[]> {
	const { outcome, amountKobo, currency } = received
	if (outcome !== 'subscribed') return []
	const started = await deps.planOrders.startedBy(paymentReference, now)
	const reversed = deps.ledger.postEntry({
		occasion: `given-back:${paymentReference}`,
		lines: reversedLines({ paymentReference, currency, shopId, amountKobo, tipKobo: 0 }),
		occurredAt: now,
		now,
	})
	if (!started) return reversed
	const { id, timeZone, places } = started
	return [
		...reversed,
		deps.planOrders.endRefunded(id, now),
		...giveUpPlaces(
			deps,
			places.map((place) => ({ ...place, period: { id } })),
			{ by: 'plan', timeZone, now },
		),
		deps.entries.logUsage({
			id: newId(),
			subscriptionId: id,
			action: 'cancelled',
			change: 0,
			sessionId: null,
			now,
		}),
	]
}
