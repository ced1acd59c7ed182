import type { PlanOrderRepository } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	refusalOfWrite,
	type WriteBatch,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'

/** Cancels an order of the actor that waits at a shop (D62). One that is not open, or not theirs, stays as it is. */
export async function cancelOrder(
	deps: { planOrders: Pick<PlanOrderRepository, 'cancelOrder'>; writeBatch: WriteBatch },
	actor: Actor,
	referenceNumber: string,
): Promise<Outcome<null, WriteFailure>> {
	try {
		await writeIdempotent(deps.writeBatch, [deps.planOrders.cancelOrder(actor, referenceNumber)])
		return accepted(null)
	} catch (error) {
		return refused(refusalOfWrite<WriteFailure>(error, {}))
	}
}
