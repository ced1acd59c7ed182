import type { Wording } from '#app/kernel/action-answer.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { retryLabel, retrySeconds } from './rate-limit.ts'

/** Why signing in, registering or a mailed link was refused. */
export type AuthRefusal =
	| { code: 'invalid_credentials' }
	| { code: 'profile_not_found' }
	| { code: 'role_not_client'; role: string }
	| { code: 'role_not_set' }
	| { code: 'rate_limited'; retryAt: Instant }
	| { code: 'link_not_valid' }
	| { code: 'weak_password'; why: WeakPassword }
	| { code: 'busy' }
	| { code: 'unexpected' }

/** What a customer reads (C8), and the answer's status. */
export function authRefusalWords(refusal: AuthRefusal, now: Instant): Wording {
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
		case 'rate_limited':
			return {
				text: `Too many attempts. Please try again ${retryLabel(refusal.retryAt, now)}.`,
				status: 429,
				retryAfterSeconds: retrySeconds(refusal.retryAt, now),
			}
		case 'busy':
			return { text: 'We are busy. Please try again in a few seconds.', status: 429, retryAfterSeconds: 5 }
		case 'link_not_valid':
			return { text: 'This link is invalid or expired.', status: 422 }
		case 'weak_password':
			return { text: weakPasswordWords[refusal.why], status: 400 }
		case 'unexpected':
			return { text: 'An unexpected error occurred', status: 503 }
	}
}

/** Why an account may not use this app, or null. Checked only after the correct password (C2, D19). */
export function accessRefusal(
	profile: { role: string | null } | null,
	clientRole: string,
): AuthRefusal | null {
	if (!profile) return { code: 'profile_not_found' }
	if (profile.role === null || profile.role.trim() === '') return { code: 'role_not_set' }
	return profile.role === clientRole ? null : { code: 'role_not_client', role: profile.role }
}

export type WeakPassword = 'common' | 'first_name' | 'own_name' | 'own_email' | 'pattern'

const weakPasswordWords: Record<WeakPassword, string> = {
	common: 'This password is one of the most used, so it’s easy to guess. Please choose another one.',
	first_name: 'A first name with a few digits is easy to guess. Please choose another password.',
	own_name: 'Your own name is easy to guess. Please choose another password.',
	own_email: 'Your own email is easy to guess. Please choose another password.',
	pattern: 'Characters that repeat or follow each other are easy to guess. Please choose another password.',
}
