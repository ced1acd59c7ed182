import { LAST_OFFER_MS } from '#app/domain/subscriptions/waitlist.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { isQuietAt } from '#app/kernel/quiet-hours.server.ts'
import { type HasTime, untilDone } from '#app/kernel/time-budget.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type OfferDeps = Pick<Repositories, 'subscriptions' | 'messaging'>

/**
 * Holds the free seats of a session for those who wait, and tells them (D49). It stands in each batch that frees a
 * seat, after what frees it, and in each that takes one, before that.
 */
export function offerSeats(
	{ subscriptions: { waits }, messaging: { sessionMails } }: OfferDeps,
	{ sessionId, timeZone, now }: { sessionId: string; timeZone: ZoneName; now: Instant },
): Statement[] {
	return [
		waits.offerFreeSeats(sessionId, { isQuiet: isQuietAt(timeZone, now), now }),
		...sessionMails.insertOffered(sessionId, now),
	]
}

/** How many sessions are read for one run of the job. */
const MAX_SESSIONS = 200

/**
 * Every minute: offers seats whose offer has ended, that were freed in quiet hours, or that a returned entry lets a
 * waiting customer take. Safe at once with itself: each write offers the seats that are free at its turn. Sessions
 * beyond the time limit have their turn a minute later. Gives how many sessions were offered.
 */
export async function offerFreeSeats(
	deps: OfferDeps & Pick<Repositories, 'writeBatch'>,
	now: Instant,
	hasTime: HasTime = untilDone,
): Promise<number> {
	const sessions = await deps.subscriptions.waits.sessionsToOffer(now, MAX_SESSIONS)
	const awake = sessions.filter(({ timeZone }) => !isQuietAt(timeZone, now))
	let offered = 0
	for (const { sessionId, timeZone } of awake) {
		if (!hasTime()) break
		await deps.writeBatch(offerSeats(deps, { sessionId, timeZone, now }))
		offered++
	}
	return offered
}

/** Tells waiting customers once, an hour before the session, that their line has closed (M31). Gives how many. */
export async function tellClosedLines(
	{ messaging: { sessionMails }, writeBatch }: Pick<Repositories, 'messaging' | 'writeBatch'>,
	now: Instant,
): Promise<number> {
	const { closed } = await writeBatch({ closed: sessionMails.insertLineClosed(now + LAST_OFFER_MS, now) })
	return Number(closed)
}

export type GiveUpDeps = Pick<Repositories, 'subscriptions' | 'messaging'>

/**
 * After what pauses or ends a subscription: gives up all places and waits that it no longer covers, old and new
 * (F17). `sessionIds`: the sessions that were read: their seats are offered to the line at once; the cron offers the
 * others.
 */
export function giveUpPlaces(
	deps: GiveUpDeps,
	subscriptionId: string,
	{
		by,
		sessionIds,
		timeZone,
		now,
	}: { by: 'pause' | 'plan'; sessionIds: readonly string[]; timeZone: ZoneName; now: Instant },
): Statement[] {
	return [
		...deps.subscriptions.subscriptionChanges.giveUpLostPlaces(subscriptionId, by, now),
		deps.subscriptions.subscriptionChanges.endLostWaits(subscriptionId, now),
		...sessionIds.flatMap((sessionId) => offerSeats(deps, { sessionId, timeZone, now })),
	]
}
