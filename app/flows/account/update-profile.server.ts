import type { ProfileForm } from '#app/domain/identity/account-forms.server.ts'
import { isEndedSession, isUsedEmail } from '#app/domain/identity/account-repository.server.ts'
import { networkLimits, type RateLimit } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type ConfirmPasswordDeps, confirmPassword, type PasswordRefusal } from './confirm-password.server.ts'
import { verificationMail } from './link-mail.server.ts'

export type ProfileRefusal =
	| PasswordRefusal
	| { code: 'email_used' }
	| { code: 'not_signed_in' }
	| { code: 'too_many_changes'; retryAt: Instant }

export type UpdateProfileInput = {
	actor: Actor
	user: { id: string; email: string }
	form: ProfileForm
	/** The account's id in the rate limits. */
	accountSubject: string
	networkKey: string | null
	/** Makes the token of the mailed link. */
	linkKey: string
}

/**
 * Saves the actor's details. A new e-mail needs the password, and links bookings only once its mailed link is followed
 * (D8). The old address is mailed, and the other sessions end (S17). Gives whether the e-mail changed. Refuses
 * 'too_many_changes' above three a day (S28), 'email_used', and what `confirmPassword` refuses.
 */
export async function updateProfile(
	deps: ConfirmPasswordDeps & Pick<Repositories, 'messaging' | 'identity'>,
	{ actor, user, form, accountSubject, networkKey, linkKey }: UpdateProfileInput,
): Promise<Outcome<{ emailChanged: boolean }, ProfileRefusal>> {
	const details = deps.identity.profiles.updateDetails(actor, form)
	if (form.email === user.email) {
		const { saved } = await deps.writeBatch({ saved: details })
		return saved === 1 ? accepted({ emailChanged: false }) : refused({ code: 'not_signed_in' })
	}
	const confirmed = await confirmPassword(deps, {
		actor,
		email: user.email,
		password: form.password ?? '',
		accountSubject,
	})
	if (!confirmed.ok) return confirmed
	const { passwordHash } = confirmed.value
	const limits: RateLimit[] = [
		{ kind: 'email-change', subject: accountSubject },
		...networkLimits('email-change-network', networkKey),
	]
	const { recorded } = await deps.writeBatch({
		recorded: deps.identity.rateLimits.recordAttempts(limits, actor.at),
	})
	if (!isWithinLimit(recorded, limits))
		return refused({
			code: 'too_many_changes',
			retryAt: await deps.identity.rateLimits.retryAt(limits, actor.at),
		})
	const messageId = newId()
	try {
		await deps.writeBatch([
			...deps.identity.profiles.changeEmail(actor, { userId: user.id, email: form.email, passwordHash }),
			details,
			deps.identity.accountEvents.insertActors(actor, { id: messageId, kind: 'email_changed' }),
			deps.identity.sessions.deleteOtherSessions(actor),
			...deps.messaging.accountMails.insertAccountMail({
				id: messageId,
				kind: 'email_changed',
				dedupeKey: `email_changed:${messageId}`,
				recipientEmail: user.email,
				payload: { userId: user.id },
				now: actor.at,
			}),
			...verificationMail(deps, { userId: user.id, email: form.email, linkKey, now: actor.at }),
		])
	} catch (error) {
		if (isUsedEmail(error)) return refused({ code: 'email_used' })
		if (isEndedSession(error)) return refused({ code: 'not_signed_in' })
		throw error
	}
	return accepted({ emailChanged: true })
}
