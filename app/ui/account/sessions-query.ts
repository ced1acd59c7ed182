import { type ListPlace, readPlace, writePlace } from '#app/kernel/list-place.ts'
import { readTrail, type Trail } from './origin.ts'

export type SessionsQuery = {
	tab: 'available' | 'bookings'
	/** My Bookings only. */
	isPast: boolean
	/** Available sessions only; null for all plans. */
	plan: string | null
	after: ListPlace | null
	back: Trail | null
	/** The address names a place in the list that none of our pages wrote. */
	isForged: boolean
}

export function readSessionsQuery(params: URLSearchParams): SessionsQuery {
	const requested = params.get('after')
	const after = requested === null ? null : readPlace(requested)
	return {
		tab: params.get('tab') === 'bookings' ? 'bookings' : 'available',
		isPast: params.get('show') === 'past',
		plan: params.get('plan') || null,
		after,
		back: readTrail(params),
		isForged: requested !== null && after === null,
	}
}

/** Omitted parts have their defaults. */
export function sessionsPath(query: Partial<SessionsQuery> = {}): string {
	const params = toParams(query)
	return params.size === 0 ? '/sessions' : `/sessions?${params}`
}

/** Its Back leads to the page of the list that it came from. */
export function bookSessionPath(sessionId: string, subscriptionId: string, query: SessionsQuery): string {
	const params = toParams(query)
	params.set('subscription', subscriptionId)
	return `/sessions/${sessionId}/book?${params}`
}

function toParams({ tab, isPast, plan, after, back }: Partial<SessionsQuery>): URLSearchParams {
	const params = new URLSearchParams()
	if (tab === 'bookings') params.set('tab', tab)
	if (tab === 'bookings' && isPast) params.set('show', 'past')
	if (plan) params.set('plan', plan)
	if (after) params.set('after', writePlace(after))
	if (back) params.set('back', back)
	return params
}
