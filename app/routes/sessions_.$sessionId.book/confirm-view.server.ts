import type {
	PlanSession,
	SessionSubscription,
} from '#app/domain/subscriptions/plan-session-repository.server.ts'
import {
	entriesLeftFor,
	entryOnCancelling,
	sessionBookingProblem,
} from '#app/domain/subscriptions/session-booking.ts'
import { sessionRefusals } from '#app/domain/subscriptions/session-refusal.ts'
import { isLineClosed } from '#app/domain/subscriptions/waitlist.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { lastDayShortLabel, longDateLabelAt, sessionTimeLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { zonePlace } from '#app/kernel/zone.server.ts'

const FULL_AND_CLOSED = `Session is full. ${sessionRefusals.line_closed.text}`

/** Only informs: the write checks all of it again. */
export function confirmView(session: PlanSession, subscription: SessionSubscription | null, now: Instant) {
	const { id, planTitle, shop, startsAt, durationMinutes, staff } = session
	const problem = sessionBookingProblem(session, subscription, now)
	return {
		sessionId: id,
		planTitle,
		shopName: shop.name,
		day: longDateLabelAt(shop.timeZone, startsAt),
		time: `${sessionTimeLabelAt(shop.timeZone, startsAt)} (${zonePlace(shop.timeZone)} time) · ${durationLabel(durationMinutes)}`,
		instructor: staff && `${staff.firstName} ${staff.lastName}`,
		using: subscription && {
			id: subscription.id,
			until: lastDayShortLabel(shop.timeZone, subscription.endsAt, now),
			entries: entriesWords(subscription, session),
		},
		isLate: entryOnCancelling(startsAt, now) !== 'returned',
		refusal: problem && {
			title: 'This session cannot be booked',
			...sessionRefusals[problem],
			...(problem === 'session_full' && isLineClosed(startsAt, now) && { text: FULL_AND_CLOSED }),
		},
		canWait: problem === 'session_full' && subscription !== null && !isLineClosed(startsAt, now),
	}
}

export type ConfirmView = ReturnType<typeof confirmView>

function entriesWords(subscription: SessionSubscription, { weekStartsAt }: PlanSession): string {
	const left = entriesLeftFor(subscription, weekStartsAt)
	if (left === null) return 'Unlimited entries'
	const after = Math.max(0, left - 1)
	const entries = `${after} ${after === 1 ? 'entry' : 'entries'}`
	return subscription.entryKind === 'weekly'
		? `${entries} left that week after this booking`
		: `${entries} remaining after booking`
}
