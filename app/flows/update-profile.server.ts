import { isEndedSession, isUsedEmail } from '#app/domain/identity/account-error.server.ts'
import type { ProfileForm } from '#app/domain/identity/profile-form.server.ts'
import type { ProfileRepository } from '#app/domain/identity/profile-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type ConfirmPasswordDeps, confirmPassword, type PasswordRefusal } from './confirm-password.server.ts'
import { type SendLinkDeps, verificationMail } from './link-mail.server.ts'

export type UpdateProfileDeps = SendLinkDeps & ConfirmPasswordDeps & { profiles: ProfileRepository }

export type ProfileRefusal = PasswordRefusal | { code: 'email_used' } | { code: 'not_signed_in' }

export type UpdateProfileInput = {
	actor: Actor
	/** As the page's own read found them. */
	user: { id: string; email: string }
	/** Already checked by `profileFormSchema`. */
	form: ProfileForm
	accountSubject: string
	/** Makes the token of the mailed link. */
	linkKey: string
}

/**
 * Saves the actor's details. Another e-mail needs the password, begins unproven and gets a mail with a link: until that
 * is followed it links no bookings (decision D8).
 */
export async function updateProfile(
	deps: UpdateProfileDeps,
	{ actor, user, form, accountSubject, linkKey }: UpdateProfileInput,
): Promise<Outcome<{ emailChanged: boolean }, ProfileRefusal>> {
	const details = deps.profiles.updateDetails(actor, form)
	if (form.email === user.email) {
		const [saved] = await deps.writeBatch([details])
		return saved?.rowsAffected === 1 ? accepted({ emailChanged: false }) : refused({ code: 'not_signed_in' })
	}
	const confirmed = await confirmPassword(deps, {
		email: user.email,
		password: form.password ?? '',
		accountSubject,
		now: actor.at,
	})
	if (!confirmed.ok) return confirmed
	const { passwordHash } = confirmed.value
	try {
		await deps.writeBatch([
			...deps.profiles.changeEmail(actor, { userId: user.id, email: form.email, passwordHash }),
			details,
			...verificationMail(deps, { userId: user.id, email: form.email, linkKey, now: actor.at }),
		])
	} catch (error) {
		if (isUsedEmail(error)) return refused({ code: 'email_used' })
		if (isEndedSession(error)) return refused({ code: 'not_signed_in' })
		throw error
	}
	return accepted({ emailChanged: true })
}
