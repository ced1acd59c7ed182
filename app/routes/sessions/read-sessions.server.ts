import type { AppLoadContext } from '@remix-run/cloudflare'
import { latestSessionsEndAt } from '#app/domain/subscriptions/session-list.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { type SessionsQuery, sessionsPath } from '#app/ui/account/sessions-query.ts'
import { availableView, SESSIONS_PER_PAGE } from './available-view.server.ts'
import { placeCard } from './bookings-view.server.ts'

const PLACES_PER_PAGE = 8

export type AvailableSessions = Awaited<ReturnType<typeof readAvailable>>
export type BookedSessions = Awaited<ReturnType<typeof readBookings>>

export async function readAvailable(
	{ subscriptions: { planSessions } }: AppLoadContext,
	actor: Actor,
	query: SessionsQuery,
) {
	const endAt = latestSessionsEndAt(actor.at)
	const [plans, held, found] = await Promise.all([
		planSessions.plansWithSessions(actor, endAt),
		planSessions.heldSubscriptions(actor),
		query.isForged
			? []
			: planSessions.listSessions(actor, {
					planId: query.plan,
					after: query.after,
					endAt,
					limit: SESSIONS_PER_PAGE + 1,
				}),
	])
	const { groups, next } = availableView(found, held, actor.at)
	return {
		tab: 'available' as const,
		plans,
		holdsPlans: held.length > 0,
		isPlanUnknown: query.plan !== null && !held.some(({ planId }) => planId === query.plan),
		groups,
		next: next && {
			path: sessionsPath({ ...query, after: next.place }),
			label: next.isNextWeek ? 'Later sessions' : 'Show more sessions',
		},
	}
}

export async function readBookings(
	{ subscriptions: { places } }: AppLoadContext,
	actor: Actor,
	{ isPast, plan, after, back, isForged }: SessionsQuery,
) {
	const found = isForged ? [] : await places.listPlaces(actor, { isPast, after, limit: PLACES_PER_PAGE + 1 })
	const shown = found.slice(0, PLACES_PER_PAGE)
	const last = shown.at(-1)
	return {
		tab: 'bookings' as const,
		cards: shown.map((place) => placeCard(place, actor.at)),
		next:
			last && found.length > shown.length
				? sessionsPath({ tab: 'bookings', isPast, plan, back, after: { at: last.startsAt, id: last.id } })
				: null,
	}
}
