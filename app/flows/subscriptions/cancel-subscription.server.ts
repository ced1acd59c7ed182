import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import { planMoneyBack } from '#app/domain/subscriptions/plan-money-back.ts'
import type { SubscriptionRefusal } from '#app/domain/subscriptions/subscription-refusal.ts'
import { subscriptionState } from '#app/domain/subscriptions/subscription-state.ts'
import { type GiveUpDeps, giveUpPlaces } from '#app/flows/lifecycle/offer-seats.server.ts'
import { type PlanRefundDeps, planRefundStatements } from '#app/flows/lifecycle/refund-plan.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { isRepeated } from '#app/kernel/repeated-post.ts'
import { refusalOfWrite, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type CancelSubscriptionDeps = GiveUpDeps & PlanRefundDeps & Pick<Repositories, 'subscriptions' | 'writeBatch'>

/** The actor's subscription with what cancelling it does, in one trip. */
export async function readForCancelling(
	deps: Pick<CancelSubscriptionDeps, 'subscriptions'>,
	actor: Actor,
	id: string,
) {
	const { periods, subscriptionChanges, planOrders } = deps.subscriptions
	const [held, places, waits, isUsed, paid] = await Promise.all([
		periods.subscriptionOf(actor, id),
		subscriptionChanges.placesOfPeriods(actor, id),
		subscriptionChanges.waitsOfPeriods(actor, id),
		subscriptionChanges.isUsed(actor, id),
		planOrders.paymentOfSubscription(id),
	])
	if (!held || !paid) return null
	return {
		held,
		paid,
		/** Of this period: paid periods after it stay. */
		lost: places.filter(({ period }) => period.id === id),
		lostWaits: waits.filter(({ period }) => period.id === id),
		moneyBack: planMoneyBack({ ...held, returnedKobo: paid.returnedKobo, isUsed }, actor.at),
		problem: cancelProblem(subscriptionState(held, actor.at)),
	}
}

/** An active, paused or upcoming subscription can be cancelled. */
function cancelProblem(state: ReturnType<typeof subscriptionState>): SubscriptionRefusal | null {
	return state === 'expired' || state === 'cancelled' ? 'subscription_over' : null
}

/**
 * Cancels the actor's subscription at once (D46): its places are free, and `planMoneyBack` decides the refund. Refuses
 * 'subscription_changed' where it differs from `seenKobo`. A repeated post gets the same answer (F26).
 */
export async function cancelSubscription(
	deps: CancelSubscriptionDeps,
	actor: Actor,
	{ id, reason, seenKobo }: { id: string; reason: string; seenKobo: Kobo },
): Promise<Outcome<{ moneyKobo: Kobo; from: 'us' | 'shop' }, SubscriptionRefusal>> {
	const found = await readForCancelling(deps, actor, id)
	if (!found) return refused('subscription_not_found')
	const { held, paid, lost, lostWaits, moneyBack, problem } = found
	if (held.cancellationReason === reason && isRepeated(held.cancelledAt, actor.at))
		return accepted({ moneyKobo: seenKobo, from: moneyBack.from })
	if (problem) return refused(problem)
	if (moneyBack.moneyKobo + moneyBack.cashbackKobo !== seenKobo) return refused('subscription_changed')
	const { at: now } = actor
	const placeIds = lost.map((place) => place.id)
	const sessionIds = [...lost, ...lostWaits].map(({ sessionId }) => sessionId)
	const after = { ...held, cancelledAt: now }
	try {
		await writeIdempotent(deps.writeBatch, [
			deps.subscriptions.subscriptionChanges.requireUseAsSeen(held, moneyBack.isRefundable, now),
			...deps.subscriptions.subscriptionChanges.changePeriod(actor, { before: held, after }, reason),
			deps.subscriptions.subscriptionChanges.requireLostAsRead(id, placeIds, now),
			...giveUpPlaces(deps, id, { by: 'plan', sessionIds, timeZone: held.shop.timeZone, now }),
			...planRefundStatements(deps, { paid, moneyBack, now }),
			deps.subscriptions.entries.logUsage({ subscriptionId: id, action: 'cancelled', change: 0, now }),
		])
		return accepted({ moneyKobo: moneyBack.moneyKobo, from: moneyBack.from })
	} catch (error) {
		// Its payer's bank decides about the money, or a part is undecided (S19).
		if (isRefundNotDue(error)) return refused('subscription_disputed')
		return refused(refusalOfWrite(error, { subscription_not_usable: 'subscription_changed' }))
	}
}

/** Switches the reminder to pay for the next period (D45). */
export async function switchAutoRenewal(
	deps: Pick<Repositories, 'subscriptions' | 'writeBatch'>,
	actor: Actor,
	{ id, autoRenews }: { id: string; autoRenews: boolean },
): Promise<Outcome<null, SubscriptionRefusal>> {
	const { periods, subscriptionChanges } = deps.subscriptions
	const { writeBatch } = deps
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
