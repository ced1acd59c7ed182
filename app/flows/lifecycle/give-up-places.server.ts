import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { offerSeats } from './offer-seats.server.ts'

export type GiveUpDeps = Pick<Repositories, 'entries' | 'subscriptionChanges' | 'waits' | 'sessionMails'>

/**
 * After what pauses or ends a subscription: gives up all places and lines that it no longer lets in, whenever they were
 * taken (F17). `sessionIds`: those that were read, whose seats the line is offered at once; the cron offers any other.
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
		...deps.subscriptionChanges.giveUpLostPlaces(subscriptionId, by, now),
		deps.subscriptionChanges.endLostWaits(subscriptionId, now),
		...sessionIds.flatMap((sessionId) => offerSeats(deps, { sessionId, timeZone, now })),
	]
}
