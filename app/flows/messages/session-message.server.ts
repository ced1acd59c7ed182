import * as z from 'zod'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { MailedSession } from '#app/domain/messaging/mailed-session.server.ts'
import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { FREE_CANCELLATION_MS } from '#app/domain/subscriptions/session-cancellation.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { MessageNotice } from './message-kind.server.ts'

/** The payload of messages about a place in a session. The ceiling of mails reads `holderId`. */
export const placePayload = z.object({ bookingId: z.string(), holderId: z.string() })

/** A session as its mails tell of it. */
export function mailedSession({
	planTitle,
	startsAt,
	durationMinutes,
	staff,
	shop,
}: Pick<Place, 'planTitle' | 'startsAt' | 'durationMinutes' | 'staff' | 'shop'>): MailedSession {
	return {
		planTitle,
		startsAt,
		durationMinutes,
		staffName: staff && `${staff.firstName} ${staff.lastName}`,
		shop: { ...shop, address: fullAddress(shop) },
	}
}

/** What an account is told of a session. */
export function noticeOfSession(
	title: string,
	{ planTitle, startsAt, shop }: Pick<Place, 'planTitle' | 'startsAt' | 'shop'>,
	lockScreen: string,
): MessageNotice {
	return {
		title,
		words: `${planTitle} at ${shop.name}, ${momentLabelAt(shop.timeZone, startsAt)}`,
		path: '/sessions?tab=bookings',
		lockScreen,
		goodUntilAt: startsAt,
	}
}

/** The last instant at which giving up a place brings its entry back (D11). */
export function freeUntil({ startsAt }: Pick<Place, 'startsAt'>): Instant {
	return startsAt - FREE_CANCELLATION_MS
}
