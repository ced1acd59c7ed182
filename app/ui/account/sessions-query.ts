import { type ListPlace, readPlace, writePlace } from '#app/kernel/list-place.ts'
import { readTrail, type Trail } from './origin.ts'

/** What of the sessions an address shows. */
export type SessionsQuery = {
	tab: 'available' | 'bookings'
	/** Of the tab My Bookings. */
	isPast: boolean
	/** The plan that the available sessions are of; null for all. */
	plan: string | null
	/** Where the list goes on; null at its beginning. */
	after: ListPlace | null
	/** Where the customer came from. */
	back: Trail | null
	/** The address names a place that no page of ours has written. */
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

/** The address of a page of the sessions; a part that is left out has its default. */
export function sessionsPath(query: Partial<SessionsQuery> = {}): string {
	const params = paramsOf(query)
	return params.size === 0 ? '/sessions' : `/sessions?${params}`
}

/** Where a session of that page is booked: its Back leads to the same page. */
export function bookSessionPath(sessionId: string, subscriptionId: string, query: SessionsQuery): string {
	const params = paramsOf(query)
	params.set('subscription', subscriptionId)
	return `/sessions/${sessionId}/book?${params}`
}

function paramsOf({ tab, isPast, plan, after, back }: Partial<SessionsQuery>): URLSearchParams {
	const params = new URLSearchParams()
	if (tab === 'bookings') params.set('tab', tab)
	if (tab === 'bookings' && isPast) params.set('show', 'past')
	if (plan) params.set('plan', plan)
	if (after) params.set('after', writePlace(after))
	if (back) params.set('back', back)
	return params
}
