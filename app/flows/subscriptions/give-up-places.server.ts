import type { Instant } from '#app/kernel/instant.ts'
import type { PlaceEnding } from '#app/kernel/vocabulary/subscriptions.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { offerSeats } from './offer-seats.server.ts'

export type GiveUpDeps = Pick<Repositories, 'entries' | 'subscriptionChanges' | 'waits' | 'sessionMails'>

/** A place, and the period that gave its entry. */
export type PlaceToGiveUp = { id: string; sessionId: string; period: { id: string } }

/**
 * Gives up places that a pause or the end of a plan takes: each entry comes back, the history says so, and the seats are
 * held for those who wait.
 */
export function giveUpPlaces(
	deps: GiveUpDeps,
	places: readonly PlaceToGiveUp[],
	{ by, timeZone, now }: { by: PlaceEnding; timeZone: ZoneName; now: Instant },
): Statement[] {
	const { entries, subscriptionChanges } = deps
	return [
		...places.flatMap(({ id, sessionId, period }) => [
			entries.returnEntryOf(id, subscriptionChanges.isPlaceBooked(id), now),
			subscriptionChanges.giveUpPlace(id, by, now),
			entries.logUsage(
				{ id: `${id}:cancel`, subscriptionId: period.id, action: 'cancel', change: -1, sessionId, now },
				subscriptionChanges.isPlaceGivenUp(id, by, now),
			),
		]),
		...places.flatMap(({ sessionId }) => offerSeats(deps, { sessionId, timeZone, now })),
	]
}
