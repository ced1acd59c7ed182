import type { Actor } from '#app/kernel/actor.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'messaging' | 'writeBatch'>

/**
 * Marks an account's messages as seen, and gives the address of its list, with the new ones. Null for a signed-out
 * reader, and without messages.
 */
export async function markMessagesSeen(
	{ messaging: { notifications }, writeBatch }: Deps,
	actor: Actor | null,
): Promise<string | null> {
	const bell = actor && (await notifications.bell(actor))
	if (!bell || bell.newestAt === null) return null
	if (bell.newestAt > bell.seenAt) await writeBatch([notifications.markSeen(actor, bell.newestAt)])
	return bell.unseen > 0 ? `/notifications?new=${bell.seenAt}` : '/notifications'
}
