import { isViolation } from '#app/kernel/database-error.ts'

/** True when another account has this e-mail: a request at the same time wrote it first. */
export function isUsedEmail(error: unknown): boolean {
	return isViolation(error, 'unique:users.email')
}

/** True when the session ended or the password changed before the write (see `changeEmail`). */
export function isEndedSession(error: unknown): boolean {
	return isViolation(error, 'session_or_password_changed')
}
