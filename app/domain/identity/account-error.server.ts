import { isUniqueViolation } from '#db/database-error.server.ts'

/** The address belongs to an account already: somebody was faster. */
export function isUsedEmail(error: unknown): boolean {
	return isUniqueViolation(error, 'users.email')
}
