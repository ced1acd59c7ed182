import type { Actor } from '#app/kernel/actor.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type CancelOrderRefusal = 'order_not_found' | 'order_started' | WriteFailure

/**
 * Cancels an order of the actor that waits at a shop (D62). One that was cancelled before is the answer to a post that
 * is sent again (F26). Refuses one that has become a plan ('order_started'), and another's, one that is paid online, or
 * any where the session has ended ('order_not_found').
 */
export async function cancelOrder(
	{ subscriptions: { planOrders }, writeBatch }: Pick<Repositories, 'subscriptions' | 'writeBatch'>,
	actor: Actor,
	referenceNumber: string,
): Promise<Outcome<null, CancelOrderRefusal>> {
	try {
		const { cancelled } = await writeIdempotent(writeBatch, {
			cancelled: planOrders.cancelOrder(actor, referenceNumber),
		})
		if (cancelled > 0) return accepted(null)
	} catch (error) {
		return refused(refusalOfWrite<CancelOrderRefusal>(error, {}))
	}
	const order = await planOrders.ownOrder(actor, referenceNumber)
	if (order?.isStarted) return refused('order_started')
	return order?.isEnded ? accepted(null) : refused('order_not_found')
}
