import { type ListPlace, readPlace, writePlace } from '#app/kernel/list-place.ts'
import { type Origin, readOrigin } from '#app/ui/origin.ts'

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
	back: Origin | null
	/** The address names a place that no page of ours has written. */
	isForged: boolean
}

export function readSessionsQuery(params: URLSearchParams): SessionsQuery {
	const asked = params.get('after')
	const after = asked === null ? null : readPlace(asked)
	return {
		tab: params.get('tab') === 'bookings' ? 'bookings' : 'available',
		isPast: params.get('show') === 'past',
		plan: params.get('plan') || null,
		after,
		back: readOrigin(params),
		isForged: asked !== null && after === null,
	}
}

/** The address of a page of the sessions; what is left out is the default. */
export function sessionsPath({ tab, isPast, plan, after, back }: Partial<SessionsQuery> = {}): string {
	const params = new URLSearchParams()
	if (tab === 'bookings') params.set('tab', tab)
	if (tab === 'bookings' && isPast) params.set('show', 'past')
	if (plan) params.set('plan', plan)
	if (after) params.set('after', writePlace(after))
	if (back) params.set('back', back)
	return params.size === 0 ? '/sessions' : `/sessions?${params}`
}
