import type { NotificationRepository } from '#app/domain/messaging/notification-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { WriteBatch } from '#app/kernel/write-batch.server.ts'

type Deps = { notifications: NotificationRepository; writeBatch: WriteBatch }

/**
 * Marks an account's messages until now as seen, and gives the address that shows them, with the new ones. Null for a
 * signed-out reader, and where there are none.
 */
export async function ringBell(
	{ notifications, writeBatch }: Deps,
	actor: Actor | null,
): Promise<string | null> {
	const bell = actor && (await notifications.bell(actor))
	if (!bell || bell.newestAt === null) return null
	if (bell.newestAt > bell.seenAt) await writeBatch([notifications.markSeen(actor, bell.newestAt)])
	return bell.unseen > 0 ? `/notifications?new=${bell.seenAt}` : '/notifications'
}
