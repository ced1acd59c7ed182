import type { AppointmentPageRefusal } from '#app/domain/booking/appointment/appointment-page-refusal.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Input = { actor: Actor; appointmentId: string }

/**
 * Adds a guest's booking to an account with the booking's proven e-mail; otherwise mails a link to that e-mail, which
 * adds it (D8). Refuses 'too_many_claims' above three an hour of an account.
 */
export async function askToClaim(
	deps: Pick<Repositories, 'booking' | 'messaging' | 'identity' | 'writeBatch'>,
	{ actor, appointmentId, userId }: Input & { userId: string },
): Promise<Outcome<{ isOwn: boolean }, AppointmentPageRefusal>> {
	const now = actor.at
	const rateLimit = { kind: 'claim-account', subject: userId } as const
	const messageId = newId()
	try {
		const { isOwn } = await deps.writeBatch({
			withinLimit: deps.identity.rateLimits.requireAttemptLeft(rateLimit, now),
			counted: deps.identity.rateLimits.recordAttempt(rateLimit, now),
			claimed: deps.booking.people.claimBooking(actor, appointmentId, 'confirmed_email', now),
			mailed: deps.messaging.outbox.insertChangeMessage({
				id: messageId,
				kind: 'claim_link',
				dedupeKey: `claim-link:${messageId}`,
				appointmentId,
				now,
			}),
			isOwn: deps.booking.people.isOwnBooking(actor, appointmentId),
		})
		return accepted({ isOwn: isOwn[0] === true })
	} catch (error) {
		if (isViolation(error, 'promo_rate_limited')) return refused('too_many_claims')
		throw error
	}
}

/** Adds the booking of a mailed link to the account that opened it. */
export async function claimByLink(
	deps: Pick<Repositories, 'booking' | 'writeBatch'>,
	{ actor, appointmentId }: Input,
): Promise<Outcome<null, AppointmentPageRefusal>> {
	const { isOwn } = await writeIdempotent(deps.writeBatch, {
		claimed: deps.booking.people.claimBooking(actor, appointmentId, 'mailed_link', actor.at),
		isOwn: deps.booking.people.isOwnBooking(actor, appointmentId),
	})
	return isOwn[0] ? accepted(null) : refused('booking_of_account')
}
