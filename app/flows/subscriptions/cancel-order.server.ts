import type { Actor } from '#app/kernel/actor.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Cancels an order of the actor that waits at a shop (D62). One that is not open, or not theirs, stays as it is. */
export async function cancelOrder(
	deps: Pick<Repositories, 'subscriptions' | 'writeBatch'>,
	actor: Actor,
	referenceNumber: string,
): Promise<Outcome<null, WriteFailure>> {
	try {
		await writeIdempotent(deps.writeBatch, [
			deps.subscriptions.planOrders.cancelOrder(actor, referenceNumber),
		])
		return accepted(null)
	} catch (error) {
		return refused(refusalOfWrite<WriteFailure>(error, {}))
	}
}
