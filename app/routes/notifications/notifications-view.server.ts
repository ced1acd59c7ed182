import { nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type ListPlace, readPlace, writePlace } from '#app/kernel/list-place.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'

export const NOTIFICATIONS_PER_PAGE = 25

/** `newSince`: later notifications still show as new, although the tap on the bell marked them as seen. */
type Query = { after: ListPlace | null; newSince: Instant | null }

/** Ignores a malformed place or instant. */
export function readNotificationsQuery(params: URLSearchParams): Query {
	const newSince = params.get('new') ?? ''
	return {
		after: readPlace(params.get('after') ?? ''),
		newSince: /^\d{1,15}$/.test(newSince) ? Number(newSince) : null,
	}
}

/** One line more is read than shown. */
export function notificationsView(
	notifications: readonly {
		id: string
		title: string
		words: string
		path: string
		toldAt: Instant
		seenAt: Instant
	}[],
	{ newSince }: Query,
	now: Instant,
) {
	const shown = notifications.slice(0, NOTIFICATIONS_PER_PAGE)
	const last = shown.at(-1)
	const rest = newSince === null ? '' : `&new=${newSince}`
	return {
		rows: shown.map(({ toldAt, seenAt, ...one }) => ({
			...one,
			when: nearMomentLabelAt(DEFAULT_ZONE, toldAt, now),
			isNew: toldAt > Math.min(seenAt, newSince ?? seenAt),
		})),
		hasUnseen: shown.some(({ toldAt, seenAt }) => toldAt > seenAt),
		next:
			notifications.length > NOTIFICATIONS_PER_PAGE && last
				? `/notifications?after=${writePlace({ at: last.toldAt, id: last.id })}${rest}`
				: null,
	}
}
