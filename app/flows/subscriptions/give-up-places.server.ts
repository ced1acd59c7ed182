import type { PlaceToGiveUp } from '#app/domain/subscriptions/subscription-change-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PlaceEnding } from '#app/kernel/vocabulary/subscriptions.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Gives up places that a pause or the end of a plan takes: each entry comes back, and the history says so. */
export function giveUpPlaces(
	{ entries, subscriptionChanges }: Pick<Repositories, 'entries' | 'subscriptionChanges'>,
	places: readonly PlaceToGiveUp[],
	by: PlaceEnding,
	now: Instant,
): Statement[] {
	return places.flatMap(({ id, sessionId, period }) => [
		entries.returnEntryOf(id, subscriptionChanges.isPlaceBooked(id), now),
		subscriptionChanges.giveUpPlace(id, by, now),
		entries.logUsage(
			{ id: newId(), subscriptionId: period.id, action: 'cancel', change: -1, sessionId, now },
			subscriptionChanges.isPlaceGivenUp(id, by, now),
		),
	])
}
