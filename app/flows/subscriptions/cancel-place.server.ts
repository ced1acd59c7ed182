import { isCancelledAt } from '#app/domain/subscriptions/place-repository.server.ts'
import { entryOnCancelling } from '#app/domain/subscriptions/session-cancellation.ts'
import type { SessionRefusal } from '#app/domain/subscriptions/session-refusal.ts'
import { offerSeats } from '#app/flows/lifecycle/offer-seats.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** What became of the entry; 'was_cancelled' for a place that had been given up before. */
export type CancelledPlace = 'returned' | 'forfeited' | 'was_cancelled'

/**
 * Gives up a place of the actor's until its session begins (D47). Its entry comes back up to 24 hours before, and is
 * forfeited later (D11). The seat is held for the next in line, or free. A second time changes nothing and says so.
 * Refuses 'place_not_found', 'session_begun', and 'place_used' for one that was checked in.
 */
export async function cancelPlace(
	deps: Pick<Repositories, 'subscriptions' | 'messaging' | 'writeBatch'>,
	actor: Actor,
	bookingId: string,
): Promise<Outcome<CancelledPlace, SessionRefusal>> {
	const now = actor.at
	const place = await deps.subscriptions.places.ownPlace(actor, bookingId)
	if (!place) return refused('place_not_found')
	if (place.status === 'cancelled') return accepted('was_cancelled')
	if (place.status === 'completed') return refused('place_used')
	const entry = entryOnCancelling(place.startsAt, now)
	if (entry === 'too_late') return refused('session_begun')
	const { sessionId, subscriptionId, shop } = place
	const isOurs = isCancelledAt(bookingId, now)
	try {
		const { status } = await writeIdempotent(deps.writeBatch, {
			cancelled: deps.subscriptions.places.cancelPlace(actor, bookingId),
			entry: entry === 'returned' ? [deps.subscriptions.entries.returnEntryOf(bookingId, isOurs, now)] : [],
			usage: deps.subscriptions.entries.logUsage(
				{
					id: `${bookingId}:cancel`,
					subscriptionId,
					action: entry === 'returned' ? 'cancel' : 'late_cancel',
					change: entry === 'returned' ? -1 : 0,
					sessionId,
					now,
				},
				isOurs,
			),
			offers: offerSeats(deps, { sessionId, timeZone: shop.timeZone, now }),
			status: deps.subscriptions.places.statusOf(bookingId),
		})
		// Another tab, the shop or a check-in may have been first, so the state after the batch counts.
		if (status[0]?.status !== 'cancelled') return refused('place_used')
		return accepted(status[0].cancelledAt === now ? entry : 'was_cancelled')
	} catch (error) {
		return refused(refusalOfWrite<SessionRefusal>(error, {}))
	}
}
