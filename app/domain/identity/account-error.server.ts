import { isDatabaseError, isUniqueViolation } from '#db/database-error.server.ts'

/** The address belongs to an account already: somebody was faster. */
export function isUsedEmail(error: unknown): boolean {
	return isUniqueViolation(error, 'users.email')
}

/** The session or the password was not the one that the change was made for (see `changeEmail`). */
export function isEndedSession(error: unknown): boolean {
	return isDatabaseError(error) && error.rule === 'not_null'
}
