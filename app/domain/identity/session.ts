import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { isFreshProof } from '#app/kernel/proof.ts'

/** Without use (W24). */
export const SESSION_IDLE_MS = 14 * DAY_MS
/** After signing in, however much it is used. */
export const SESSION_ABSOLUTE_MS = 30 * DAY_MS

export function sessionExpiry(createdAt: Instant, lastSeenAt: Instant): Instant {
	return Math.min(lastSeenAt + SESSION_IDLE_MS, createdAt + SESSION_ABSOLUTE_MS)
}

/** True at most once a day, so that many pages write once (W24). */
export function shouldExtendSession(session: { lastSeenAt: Instant }, now: Instant): boolean {
	return now - session.lastSeenAt >= DAY_MS
}

/** Whether the password was typed within ten minutes; signing in counts (S42). */
export function hasProvenSession(
	{ createdAt, provenAt }: Pick<SignedInUser['session'], 'createdAt' | 'provenAt'>,
	now: Instant,
): boolean {
	return isFreshProof(provenAt ?? createdAt, now)
}

export type SignedInUser = {
	id: string
	sessionId: string
	firstName: string
	lastName: string
	email: string
	phone: string | null
	isEmailVerified: boolean
	session: { createdAt: Instant; lastSeenAt: Instant; provenAt: Instant | null }
}
