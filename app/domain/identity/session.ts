import { DAY_MS, type Instant } from '#app/kernel/instant.ts'

/** A session that nobody uses ends after this (guide: reliability, "Sessions"). */
export const SESSION_IDLE_MS = 14 * DAY_MS
/** However much it is used, it ends this long after signing in. */
export const SESSION_ABSOLUTE_MS = 30 * DAY_MS

/** The end of a session that began and was last seen at these instants. */
export function sessionExpiry(createdAt: Instant, lastSeenAt: Instant): Instant {
	return Math.min(lastSeenAt + SESSION_IDLE_MS, createdAt + SESSION_ABSOLUTE_MS)
}

/** Its end is moved at most once a day, so that a visit of many pages writes once (issue 4). */
export function shouldExtendSession(session: { lastSeenAt: Instant }, now: Instant): boolean {
	return now - session.lastSeenAt >= DAY_MS
}

/** The customer that a page is shown to; exactly what pages need. */
export type SignedInUser = {
	id: string
	sessionId: string
	firstName: string
	lastName: string
	email: string
	phone: string | null
	isEmailVerified: boolean
	session: { createdAt: Instant; lastSeenAt: Instant }
}
