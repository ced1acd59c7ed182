import { isCalledOffAt } from '#app/domain/subscriptions/plan-session-repository.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	refusalOfWrite,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** A session that did not take place can be called off until then. */
const CALL_OFF_MS = 30 * DAY_MS

export type CallOffRefusal = 'session_not_found' | 'session_long_over' | WriteFailure

/** Ended places and returned entries; null where it was called off before. */
export type CalledOff = { places: number; entries: number } | null

/**
 * The shop's side calls a session off: one write ends all its places and waits, returns every entry, and tells everyone
 * (D47). A checked-in place stays. A repeat changes nothing.
 */
export async function callOffSession(
	deps: Pick<Repositories, 'subscriptions' | 'messaging' | 'writeBatch'>,
	{ sessionId, alongside = [], now }: { sessionId: string; alongside?: Alongside; now: Instant },
): Promise<Outcome<CalledOff, CallOffRefusal>> {
	const session = await deps.subscriptions.planSessions.sessionToCallOff(sessionId)
	if (!session) return refused('session_not_found')
	if (session.calledOffAt !== null) return accepted(null)
	if (now - session.startsAt > CALL_OFF_MS) return refused('session_long_over')
	try {
		const written = await writeIdempotent(deps.writeBatch, {
			alongside: await alongside,
			calledOff: deps.subscriptions.planSessions.callOff(sessionId, now),
			mails: deps.messaging.sessionMails.insertCalledOff(sessionId, now),
			...deps.subscriptions.places.callOffPlaces(sessionId, now),
			waits: deps.subscriptions.waits.endWaits({ sessionId }, 'called_off', {
				isDue: isCalledOffAt(sessionId, now),
				now,
			}),
		})
		if (written.calledOff === 0) return accepted(null)
		return accepted({ places: written.places, entries: written.entries })
	} catch (error) {
		return refused(refusalOfWrite<CallOffRefusal>(error, {}))
	}
}
