import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { offerSeats } from './offer-seats.server.ts'

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
