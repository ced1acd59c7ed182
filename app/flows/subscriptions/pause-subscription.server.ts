import type { SubscriptionDetail } from '#app/domain/subscriptions/own-subscription-repository.server.ts'
import {
	pauseChoices,
	paused,
	pauseProblem,
	placesGivenUp,
	resumed,
} from '#app/domain/subscriptions/pause.ts'
import type { PlaceToGiveUp } from '#app/domain/subscriptions/subscription-change-repository.server.ts'
import type { SubscriptionRefusal } from '#app/domain/subscriptions/subscription-refusal.ts'
import { subscriptionState } from '#app/domain/subscriptions/subscription-state.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type GiveUpDeps, giveUpPlaces } from './give-up-places.server.ts'

type Deps = GiveUpDeps & Pick<Repositories, 'subscriptions' | 'writeBatch'>

/** What pausing or resuming would change, and which places it gives up. */
export type PlannedChange = { after: SubscriptionDetail; lost: PlaceToGiveUp[] }

/** A subscription of the actor with its places ahead, in one trip; null for one that is not there, or somebody else's. */
export async function readForPause(
	{ subscriptions, subscriptionChanges }: Pick<Deps, 'subscriptions' | 'subscriptionChanges'>,
	actor: Actor,
	id: string,
) {
	const [held, places] = await Promise.all([
		subscriptions.subscriptionOf(actor, id),
		subscriptionChanges.placesOfPeriods(actor, id),
	])
	return held && { held, places }
}
type ReadForPause = NonNullable<Awaited<ReturnType<typeof readForPause>>>

/** A pause of so many days that begins now. */
export function plannedPause({ held, places }: ReadForPause, days: number, now: number): PlannedChange {
	const after = paused(held, days, now)
	return { after, lost: placesGivenUp(places, { before: held, after }) }
}

/** The pause ends now. */
export function plannedResume({ held, places }: ReadForPause, now: number): PlannedChange {
	const after = resumed(held, now)
	return { after, lost: placesGivenUp(places, { before: held, after }) }
}

/**
 * Pauses a subscription of the actor from now on (D44): its end moves, sessions booked in the pause are given up and their
 * entries come back. `seenPlaces`: how many the customer was told of; another number is refused ('subscription_changed').
 */
export async function pauseSubscription(
	deps: Deps,
	actor: Actor,
	{ id, days, seenPlaces }: { id: string; days: number; seenPlaces: number },
): Promise<Outcome<SubscriptionDetail, SubscriptionRefusal>> {
	const found = await readForPause(deps, actor, id)
	if (!found) return refused('subscription_not_found')
	const problem = pauseProblem(found.held, actor.at)
	if (problem) return refused(problem)
	if (!pauseChoices(found.held.maxPauseDays).includes(days)) return refused('pause_too_long')
	return change(deps, actor, found, { ...plannedPause(found, days, actor.at), action: 'pause', seenPlaces })
}

/** Ends a pause now. What was given up for it is not booked again. Refuses what is not paused. */
export async function resumeSubscription(
	deps: Deps,
	actor: Actor,
	{ id, seenPlaces }: { id: string; seenPlaces: number },
): Promise<Outcome<SubscriptionDetail, SubscriptionRefusal>> {
	const found = await readForPause(deps, actor, id)
	if (!found) return refused('subscription_not_found')
	if (subscriptionState(found.held, actor.at) !== 'paused') return refused('subscription_not_paused')
	return change(deps, actor, found, { ...plannedResume(found, actor.at), action: 'resume', seenPlaces })
}

async function change(
	deps: Deps,
	actor: Actor,
	{ held, places }: ReadForPause,
	{ after, lost, action, seenPlaces }: PlannedChange & { action: 'pause' | 'resume'; seenPlaces: number },
): Promise<Outcome<SubscriptionDetail, SubscriptionRefusal>> {
	if (lost.length !== seenPlaces) return refused('subscription_changed')
	const { at: now } = actor
	const { subscriptionChanges, entries, writeBatch } = deps
	const periodIds = [...new Set([held.id, ...places.map(({ period }) => period.id)])]
	const placeIds = places.map(({ id }) => id)
	try {
		await writeIdempotent(writeBatch, [
			subscriptionChanges.requireNoOtherPlaces(periodIds, placeIds, now),
			...subscriptionChanges.changePeriod(actor, held, after),
			...giveUpPlaces(deps, lost, { by: 'pause', timeZone: held.shop.timeZone, now }),
			...(action === 'pause' ? [subscriptionChanges.endWaits(actor, held.id, after.resumesAt ?? now)] : []),
			entries.logUsage({ id: newId(), subscriptionId: held.id, action, change: 0, sessionId: null, now }),
		])
		return accepted(after)
	} catch (error) {
		return refused(refusalOfWrite(error, { subscription_not_usable: 'subscription_changed' }))
	}
}
