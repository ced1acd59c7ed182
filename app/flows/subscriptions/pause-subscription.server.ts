import type { PlaceToGiveUp, WaitToEnd } from '#app/domain/subscriptions/lost-place-repository.server.ts'
import type { SubscriptionDetail } from '#app/domain/subscriptions/own-subscription-repository.server.ts'
import {
	givenUp,
	movedWith,
	pauseChoices,
	paused,
	pauseProblem,
	resumed,
} from '#app/domain/subscriptions/pause.server.ts'
import { entryOnCancelling } from '#app/domain/subscriptions/session-booking.ts'
import type { MovedPeriod } from '#app/domain/subscriptions/subscription-change-repository.server.ts'
import type { SubscriptionRefusal } from '#app/domain/subscriptions/subscription-refusal.ts'
import { subscriptionState } from '#app/domain/subscriptions/subscription-state.ts'
import { type GiveUpDeps, giveUpPlaces } from '#app/flows/lifecycle/offer-seats.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { isRepeated } from '#app/kernel/repeated-post.ts'
import { refusalOfWrite, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { movedByDays } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = GiveUpDeps & Pick<Repositories, 'subscriptions' | 'writeBatch'>

/** What pausing or resuming would change and give up. */
export type PlannedChange = {
	after: SubscriptionDetail
	moved: MovedPeriod[]
	lost: PlaceToGiveUp[]
	/** How many places begin so soon that their entries are used (D11, D67). */
	forfeited: number
	lostWaits: WaitToEnd[]
}

/** The losses that were shown: others are refused. */
export type SeenLosses = { places: number; forfeited: number }

/** The actor's subscription with places, waits and later periods, in one trip. */
export async function readForPause(
	{ subscriptions: { periods, subscriptionChanges } }: Pick<Deps, 'subscriptions'>,
	actor: Actor,
	id: string,
) {
	const [held, places, waits, later] = await Promise.all([
		periods.subscriptionOf(actor, id),
		subscriptionChanges.placesOfPeriods(actor, id),
		subscriptionChanges.waitsOfPeriods(actor, id),
		subscriptionChanges.periodsAfter(actor, id),
	])
	return held && { held, places, waits, later }
}
type ReadForPause = NonNullable<Awaited<ReturnType<typeof readForPause>>>

/** A pause of some days that begins now. */
export function plannedPause(read: ReadForPause, days: number, now: number): PlannedChange {
	return planned(read, paused(read.held, days, now), now)
}

/** The end of a pause, now. */
export function plannedResume(read: ReadForPause, now: number): PlannedChange {
	return planned(read, resumed(read.held, now), now)
}

function planned(
	{ held, places, waits, later }: ReadForPause,
	after: SubscriptionDetail,
	now: number,
): PlannedChange {
	const change = { before: held, after }
	const lost = givenUp(places, change)
	return {
		after,
		moved: later.map((period) => ({ before: period, after: movedWith(period, change) })),
		lost,
		forfeited: lost.filter(({ startsAt }) => entryOnCancelling(startsAt, now) !== 'returned').length,
		lostWaits: givenUp(waits, change),
	}
}

/**
 * Pauses the actor's subscription from now on (D44): its end moves, and sessions in the pause are cancelled by D11,
 * which uses entries within 24 hours (D67). Refuses 'subscription_changed' where the losses differ from the shown ones.
 * A repeated post gets the same answer (F26).
 */
export async function pauseSubscription(
	deps: Deps,
	actor: Actor,
	{ id, days, seen }: { id: string; days: number; seen: SeenLosses },
): Promise<Outcome<SubscriptionDetail, SubscriptionRefusal>> {
	const found = await readForPause(deps, actor, id)
	if (!found) return refused('subscription_not_found')
	if (isPausedFor(found.held, days) && isRepeated(found.held.pausedAt, actor.at)) return accepted(found.held)
	const problem = pauseProblem(found.held, actor.at)
	if (problem) return refused(problem)
	if (!pauseChoices(found.held.maxPauseDays).includes(days)) return refused('pause_too_long')
	return change(deps, actor, found.held, { ...plannedPause(found, days, actor.at), action: 'pause', seen })
}

/** Ends a pause now. Sessions given up for it are not booked again. */
export async function resumeSubscription(
	deps: Deps,
	actor: Actor,
	{ id, seen }: { id: string; seen: SeenLosses },
): Promise<Outcome<SubscriptionDetail, SubscriptionRefusal>> {
	const found = await readForPause(deps, actor, id)
	if (!found) return refused('subscription_not_found')
	const { resumesAt } = found.held
	if (resumesAt !== null && resumesAt <= actor.at && isRepeated(resumesAt, actor.at))
		return accepted(found.held)
	if (subscriptionState(found.held, actor.at) !== 'paused') return refused('subscription_not_paused')
	return change(deps, actor, found.held, { ...plannedResume(found, actor.at), action: 'resume', seen })
}

function isPausedFor({ pausedAt, resumesAt, shop }: SubscriptionDetail, days: number): boolean {
	return pausedAt !== null && resumesAt === movedByDays(shop.timeZone, pausedAt, days)
}

async function change(
	deps: Deps,
	actor: Actor,
	held: SubscriptionDetail,
	input: PlannedChange & { action: 'pause' | 'resume'; seen: SeenLosses },
): Promise<Outcome<SubscriptionDetail, SubscriptionRefusal>> {
	const { after, moved, lost, forfeited, lostWaits, action, seen } = input
	if (lost.length !== seen.places || forfeited !== seen.forfeited) return refused('subscription_changed')
	const { at: now } = actor
	const { subscriptionChanges, entries } = deps.subscriptions
	const { writeBatch } = deps
	const placeIds = lost.map(({ id }) => id)
	const sessionIds = [...lost, ...lostWaits].map(({ sessionId }) => sessionId)
	try {
		await writeIdempotent(writeBatch, [
			...subscriptionChanges.changePeriod(actor, { before: held, after, moved }),
			subscriptionChanges.requireLostAsRead(held.id, placeIds, now),
			...giveUpPlaces(deps, held.id, { by: 'pause', sessionIds, timeZone: held.shop.timeZone, now }),
			entries.logUsage({ subscriptionId: held.id, action, change: 0, now }),
		])
		return accepted(after)
	} catch (error) {
		const refusal = refusalOfWrite(error, { subscription_not_usable: 'subscription_changed' as const })
		const is =
			refusal === 'subscription_changed'
				? await deps.subscriptions.periods.subscriptionOf(actor, held.id)
				: null
		// Of two requests at once, both get the first one's result.
		const isThere = is?.endsAt === after.endsAt && is.pauseCount === after.pauseCount
		return isThere && is ? accepted(is) : refused(refusal)
	}
}
