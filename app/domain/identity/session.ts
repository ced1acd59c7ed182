import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { isFreshProof } from '#app/kernel/proof.ts'

/** A session ends after this long without use (W24). */
export const SESSION_IDLE_MS = 14 * DAY_MS
/** A session ends this long after signing in, however much it is used. */
export const SESSION_ABSOLUTE_MS = 30 * DAY_MS

/** The end of a session, from its beginning and its last use. */
export function sessionExpiry(createdAt: Instant, lastSeenAt: Instant): Instant {
	return Math.min(lastSeenAt + SESSION_IDLE_MS, createdAt + SESSION_ABSOLUTE_MS)
}

/** True at most once a day, so that opening many pages writes once (W24). */
export function shouldExtendSession(session: { lastSeenAt: Instant }, now: Instant): boolean {
	return now - session.lastSeenAt >= DAY_MS
}

/** Whether the password of a session was typed within ten minutes; signing in counts (S42). */
export function hasProvenSession(
	{ createdAt, provenAt }: Pick<SignedInUser['session'], 'createdAt' | 'provenAt'>,
	now: Instant,
): boolean {
	return isFreshProof(provenAt ?? createdAt, now)
}

/** The signed-in customer of a page, with exactly what pages need. */
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
