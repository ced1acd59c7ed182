import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import { completionProblem, missProblem } from './close-visit.ts'

/** What a kiosk has just done can be taken back for so long. */
export const UNDO_WITHIN_MS = 10 * MINUTE_MS

type Visit = {
	status: AppointmentStatus
	startsAt: Instant
	arrivedAt: Instant | null
	completedAt: Instant | null
	missedAt: Instant | null
	/** Of the account that is signed in on the device. */
	isOfSignedIn: boolean
}

export type VisitState = { word: string; tone: 'plain' | 'marigold' | 'leaf' | 'clay' }

/** Where a visit stands, for whoever looks at the kiosk. */
export function visitState({ status, startsAt, arrivedAt }: Visit, now: Instant): VisitState {
	if (status === 'COMPLETED') return { word: 'Completed', tone: 'leaf' }
	if (status === 'NO_SHOW') return { word: 'No-show', tone: 'clay' }
	if (status === 'CANCELLED') return { word: 'Cancelled', tone: 'clay' }
	if (arrivedAt !== null) return { word: now < startsAt ? 'Waiting' : 'Here', tone: 'marigold' }
	if (now >= startsAt) return { word: 'Not here yet', tone: 'clay' }
	return { word: status === 'CONFIRMED' ? 'Confirmed' : 'Expected', tone: 'plain' }
}

export type VisitDeed = 'arrive' | 'complete' | 'miss' | 'undo'

/** What a shop most likely does next with a visit, the likeliest first; nothing for its own account's (D52). */
export function likelyDeeds(visit: Visit, now: Instant): VisitDeed[] {
	if (visit.isOfSignedIn) return []
	const closedAt = visit.completedAt ?? visit.missedAt
	if (isClosed(visit)) return closedAt !== null && now < closedAt + UNDO_WITHIN_MS ? ['undo'] : []
	const mayComplete = completionProblem(visit, now) === null
	if (visit.arrivedAt !== null) return mayComplete ? ['complete'] : []
	const mayMiss = missProblem(visit, now) === null
	return ['arrive', ...(mayComplete ? (['complete'] as const) : []), ...(mayMiss ? (['miss'] as const) : [])]
}

/** Over, one way or another. */
export function isClosed({ status }: Pick<Visit, 'status'>): boolean {
	return status === 'COMPLETED' || status === 'NO_SHOW' || status === 'CANCELLED'
}
