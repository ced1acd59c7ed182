import type { planMoneyBack } from '#app/domain/subscriptions/plan-money-back.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** The statements that send a cancelled plan's money back; none where the shop has it. */
export function planRefundStatements(
	_deps: Pick<Repositories, 'refunds' | 'ledger'>,
	_plan: { checkoutId: string; moneyBack: ReturnType<typeof planMoneyBack>; now: Instant },
): Statement[] {
	return []
}
