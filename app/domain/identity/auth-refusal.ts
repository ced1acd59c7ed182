import type { Instant } from '#app/kernel/instant.ts'
import { retryLabel } from './guess-limit.ts'

/** Why signing in, registering or a mailed link was refused. Expected answers, each worded once below; bugs throw. */
export type AuthRefusal =
	| { code: 'invalid_credentials' }
	| { code: 'profile_not_found' }
	| { code: 'role_not_client'; role: string }
	| { code: 'role_not_set' }
	| { code: 'too_many_tries'; retryAt: Instant }
	| { code: 'link_not_valid' }
	| { code: 'unexpected' }

/** What a customer reads, word for word where the specification has words (spec 1 §8), and the answer's status. */
export function authRefusalWords(refusal: AuthRefusal, now: Instant): { text: string; status: number } {
	switch (refusal.code) {
		case 'invalid_credentials':
			return { text: 'Invalid login credentials', status: 401 }
		case 'profile_not_found':
			return {
				text: 'Access denied: Your account profile was not found. Please contact support.',
				status: 403,
			}
		case 'role_not_client':
			return {
				text: `Access denied: This app is for clients only. Your account has '${refusal.role}' access.`,
				status: 403,
			}
		case 'role_not_set':
			return { text: 'Access denied: Your account role is not set. Please contact support.', status: 403 }
		case 'too_many_tries':
			return {
				text: `Too many tries. Please try again ${retryLabel(refusal.retryAt, now)}.`,
				status: 429,
			}
		case 'link_not_valid':
			return { text: 'This link is invalid or expired.', status: 422 }
		case 'unexpected':
			return { text: 'An unexpected error occurred', status: 503 }
	}
}

/** Whether an account may use this app, once its password is known to be right (spec 1 §4, decision D19). */
export function accessRefusal(
	profile: { role: string | null } | null,
	clientRole: string,
): AuthRefusal | null {
	if (!profile) return { code: 'profile_not_found' }
	if (profile.role === null || profile.role.trim() === '') return { code: 'role_not_set' }
	return profile.role === clientRole ? null : { code: 'role_not_client', role: profile.role }
}
