import { isKnownPushService, type PushAddress } from '#app/domain/messaging/push-sender.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Keeps a browser to remind: for the account of the booking, or for a guest's booking alone. Refuses
 * 'unknown_push_service', and 'appointment_not_found'.
 */
export async function keepPushSubscription(
	{ messaging: { pushSubscriptions }, writeBatch }: Pick<Repositories, 'messaging' | 'writeBatch'>,
	{
		actor,
		appointmentId,
		address,
		isProduction,
		now,
	}: {
		actor: Actor | null
		appointmentId: string
		address: PushAddress
		isProduction: boolean
		now: Instant
	},
): Promise<Outcome<null, 'unknown_push_service' | 'appointment_not_found'>> {
	if (!isKnownPushService(address.endpoint, { isProduction })) return refused('unknown_push_service')
	const { forAccount, forAppointment } = await writeBatch({
		forAccount: actor ? pushSubscriptions.keepForAccount(actor, appointmentId, address) : [],
		forAppointment: pushSubscriptions.keepForAppointment(appointmentId, { address, now }),
	})
	return forAccount + forAppointment > 0 ? accepted(null) : refused('appointment_not_found')
}
