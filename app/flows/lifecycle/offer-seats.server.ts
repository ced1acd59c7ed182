import { LAST_OFFER_MS } from '#app/domain/subscriptions/waitlist.ts'
import { type HasTime, type Instant, untilDone } from '#app/kernel/instant.ts'
import { isQuietAt } from '#app/kernel/quiet-hours.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type OfferDeps = Pick<Repositories, 'subscriptions' | 'messaging'>

/**
 * Holds the free seats of a session for its line, and tells it (D49). In a batch it stands after a statement that frees
 * a seat, and before one that takes a seat.
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

const MAX_SESSIONS = 200

/**
 * Every minute: offers seats after an ended offer, after quiet hours, or to a customer with a returned entry. Safe
 * beside itself: each write offers the seats free at its turn. Gives the number of sessions.
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

/** Tells waiting customers an hour before the session, once, that their line has closed (M31). Gives how many. */
export async function tellClosedLines(
	{ messaging: { sessionMails }, writeBatch }: Pick<Repositories, 'messaging' | 'writeBatch'>,
	now: Instant,
): Promise<number> {
	const { closed } = await writeBatch({ closed: sessionMails.insertLineClosed(now + LAST_OFFER_MS, now) })
	return Number(closed)
}

export type GiveUpDeps = Pick<Repositories, 'subscriptions' | 'messaging'>

/**
 * Gives up all places and waits that a paused or ended subscription no longer covers, also later ones than were read
 * (F17). The seats of the read `sessionIds` are offered at once; the cron offers the others.
 */
export function giveUpPlaces(
	deps: GiveUpDeps,
	subscriptionId: string,
	input: { by: 'pause' | 'plan'; sessionIds: readonly string[]; timeZone: ZoneName; now: Instant },
): Statement[] {
	const { by, sessionIds, timeZone, now } = input
	return [
		...deps.subscriptions.subscriptionChanges.giveUpLostPlaces(subscriptionId, by, now),
		deps.subscriptions.subscriptionChanges.endLostWaits(subscriptionId, now),
		...sessionIds.flatMap((sessionId) => offerSeats(deps, { sessionId, timeZone, now })),
	]
}
