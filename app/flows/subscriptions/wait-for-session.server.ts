import { entryProblem } from '#app/domain/subscriptions/session-booking.ts'
import type { SessionRefusal } from '#app/domain/subscriptions/session-refusal.ts'
import { isLineClosed, seatWaitState } from '#app/domain/subscriptions/waitlist.ts'
import { offerSeats } from '#app/flows/lifecycle/offer-seats.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, writeIdempotent, writeOrRefuse } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { chooseSubscription } from './book-session.server.ts'

type WaitDeps = Pick<Repositories, 'subscriptions' | 'messaging' | 'writeBatch'>

const waitConstraints: Readonly<Record<string, SessionRefusal>> = {
	wait_not_needed: 'wait_not_needed',
	subscription_not_usable: 'subscription_not_usable',
}

/** Joins the line of a full session, with a subscription that has an entry left (D49). A repeat keeps the place. */
export async function joinWaitlist(
	deps: WaitDeps,
	actor: Actor,
	{ sessionId, subscriptionId }: { sessionId: string; subscriptionId: string | null },
): Promise<Outcome<null, SessionRefusal>> {
	const now = actor.at
	const [session, subscriptions] = await Promise.all([
		deps.subscriptions.planSessions.session(actor, sessionId),
		deps.subscriptions.planSessions.subscriptionsOfSession(actor, sessionId),
	])
	if (!session) return refused('session_not_found')
	if (session.ownBookingId !== null) return refused('already_booked')
	if (session.wait && seatWaitState(session.wait, now).kind !== 'spent') return accepted(null)
	if (session.calledOffAt !== null) return refused('session_called_off')
	if (now >= session.startsAt) return refused('session_begun')
	if (isLineClosed(session.startsAt, now)) return refused('line_closed')
	const subscription = chooseSubscription(session, subscriptions, { subscriptionId, now })
	const problem = entryProblem(session, subscription, now)
	if (problem !== null) return refused(problem)
	if (subscription === null) return refused('subscription_not_usable')
	try {
		await writeIdempotent(deps.writeBatch, [
			...offerSeats(deps, { sessionId, timeZone: session.shop.timeZone, now }),
			...deps.subscriptions.waits.join({
				id: newId(),
				sessionId,
				subscriptionId: subscription.id,
				userId: subscription.userId,
				now,
			}),
		])
		return accepted(null)
	} catch (error) {
		const refusal = refusalOfWrite(error, {
			...waitConstraints,
			'unique:session_waits.session_id': 'waits_already' as const,
		})
		return refusal === 'waits_already' ? accepted(null) : refused(refusal)
	}
}

/** Leaves the line; a held seat is offered to the next. */
export async function leaveWaitlist(
	deps: WaitDeps,
	actor: Actor,
	sessionId: string,
): Promise<Outcome<null, SessionRefusal>> {
	const session = await deps.subscriptions.planSessions.session(actor, sessionId)
	if (!session) return refused('session_not_found')
	return writeOrRefuse(null, () =>
		writeIdempotent(deps.writeBatch, [
			deps.subscriptions.waits.leave(actor, sessionId),
			...offerSeats(deps, { sessionId, timeZone: session.shop.timeZone, now: actor.at }),
		]),
	)
}
