import type { OwnDataRepository } from '#app/domain/booking/own-data-repository.server.ts'
import type { ProfileRepository } from '#app/domain/identity/profile-repository.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type ConfirmPasswordDeps, confirmPassword, type PasswordRefusal } from './confirm-password.server.ts'

export type DeleteAccountDeps = ConfirmPasswordDeps & {
	ownData: Pick<OwnDataRepository, 'forgetCustomer'>
	profiles: Pick<ProfileRepository, 'deleteAccount'>
	outbox: Pick<OutboxRepository, 'deleteMessagesTo'>
}

/** `has_visits_ahead`: they are cancelled, or over, first: nobody loses money or leaves a shop waiting by this. */
export type DeleteRefusal = PasswordRefusal | { code: 'has_visits_ahead' }

/**
 * Deletes the actor's account with its profile, sessions, favorites and links, and takes their person out of what shops
 * keep (issue 4, "Data rights"). In one batch: all of it or nothing.
 */
export async function deleteAccount(
	deps: DeleteAccountDeps,
	{
		actor,
		user,
		password,
		accountSubject,
	}: { actor: Actor; user: { email: string }; password: string; accountSubject: string },
): Promise<Outcome<null, DeleteRefusal>> {
	const confirmed = await confirmPassword(deps, {
		email: user.email,
		password,
		accountSubject,
		now: actor.at,
	})
	if (!confirmed.ok) return confirmed
	const { passwordHash } = confirmed.value
	const written = await deps.writeBatch([
		...deps.ownData.forgetCustomer(actor, passwordHash),
		deps.profiles.deleteAccount(actor, passwordHash),
		deps.outbox.deleteMessagesTo(user.email),
	])
	const [, , , deleted] = written
	return deleted?.rowsAffected === 1 ? accepted(null) : refused({ code: 'has_visits_ahead' })
}
