import type { SessionRepository } from '#app/domain/identity/session-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { WriteBatch } from '#app/kernel/write-batch.server.ts'

type EndSessionsDeps = { sessions: SessionRepository; writeBatch: WriteBatch }

/**
 * Signs out one other device of the actor, or all others when `sessionId` is null. Gives how many sessions ended: 0
 * for one that had ended already, or is another customer's.
 */
export async function endSessions(
	{ sessions, writeBatch }: EndSessionsDeps,
	actor: Actor,
	sessionId: string | null,
): Promise<number> {
	const { ended } = await writeBatch({
		ended:
			sessionId === null ? sessions.deleteOtherSessions(actor) : sessions.deleteOwnSession(actor, sessionId),
	})
	return ended
}

/** Ends the session of a browser that signs out. */
export async function signOut({ sessions, writeBatch }: EndSessionsDeps, sessionHash: string): Promise<void> {
	await writeBatch([sessions.deleteSession(sessionHash)])
}
