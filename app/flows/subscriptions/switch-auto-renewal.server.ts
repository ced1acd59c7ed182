import type { SubscriptionRefusal } from '#app/domain/subscriptions/subscription-refusal.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'subscriptions' | 'writeBatch'>

/** Whether the actor is asked to pay for the next period (D45). Saying the same twice changes nothing more. */
export async function switchAutoRenewal(
	{ subscriptions: { periods, subscriptionChanges }, writeBatch }: Deps,
	actor: Actor,
	{ id, autoRenews }: { id: string; autoRenews: boolean },
): Promise<Outcome<null, SubscriptionRefusal>> {
	try {
		const { changed } = await writeIdempotent(writeBatch, {
			changed: subscriptionChanges.setAutoRenews(actor, id, autoRenews),
		})
		if (changed > 0) return accepted(null)
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
	return refused((await periods.subscriptionOf(actor, id)) ? 'subscription_over' : 'subscription_not_found')
}
