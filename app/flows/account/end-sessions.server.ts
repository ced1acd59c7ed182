import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type EndSessionsDeps = Pick<Repositories, 'identity' | 'writeBatch'>

/** Signs out one other device of the actor, or all others when `sessionId` is null. Gives how many sessions ended. */
export async function endSessions(
	{ identity: { sessions, accountEvents }, writeBatch }: EndSessionsDeps,
	actor: Actor,
	sessionId: string | null,
): Promise<number> {
	const { ended } = await writeBatch({
		written: accountEvents.insertSignedOut(actor, { id: newId(), sessionId }),
		ended:
			sessionId === null ? sessions.deleteOtherSessions(actor) : sessions.deleteOwnSession(actor, sessionId),
	})
	return ended
}

/** Signs this browser out. */
export async function signOut(
	{ identity: { sessions }, writeBatch }: EndSessionsDeps,
	sessionHash: string,
): Promise<void> {
	await writeBatch([sessions.deleteSession(sessionHash)])
}
