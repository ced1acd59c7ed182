import type { PushAddress } from '#app/domain/messaging/push-sender.server.ts'
import { isKnownPushService } from '#app/domain/messaging/push-services.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Marks an account's messages as seen, and gives the address of their list; null without messages. */
export async function markMessagesSeen(
	{ messaging: { notifications }, writeBatch }: Pick<Repositories, 'messaging' | 'writeBatch'>,
	actor: Actor | null,
): Promise<string | null> {
	const bell = actor && (await notifications.bell(actor))
	if (!bell || bell.newestAt === null) return null
	if (bell.newestAt > bell.seenAt) await writeBatch([notifications.markSeen(actor, bell.newestAt)])
	return bell.unseen > 0 ? `/notifications?new=${bell.seenAt}` : '/notifications'
}

/**
 * Keeps a push subscription: of the account's session, or of a guest's one booking. Refuses 'unknown_push_service',
 * 'appointment_not_found'.
 */
export async function keepPushSubscription(
	{ messaging: { pushSubscriptions }, writeBatch }: Pick<Repositories, 'messaging' | 'writeBatch'>,
	input: {
		actor: Actor | null
		appointmentId: string
		address: PushAddress
		isProduction: boolean
		now: Instant
	},
): Promise<Outcome<null, 'unknown_push_service' | 'appointment_not_found'>> {
	const { actor, appointmentId, address, isProduction, now } = input
	if (!isKnownPushService(address.endpoint, { isProduction })) return refused('unknown_push_service')
	const { forAccount, forAppointment } = await writeBatch({
		forAccount: actor ? pushSubscriptions.keepForAccount(actor, appointmentId, address) : [],
		forAppointment: pushSubscriptions.keepForAppointment(appointmentId, { address, now }),
	})
	return forAccount + forAppointment > 0 ? accepted(null) : refused('appointment_not_found')
}
