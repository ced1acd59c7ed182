import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { CalendarEvent } from '#app/domain/messaging/calendar-file.server.ts'
import { isCancelledAt, type Place } from '#app/domain/subscriptions/place-repository.server.ts'
import type {
	PlanSession,
	SessionSubscription,
} from '#app/domain/subscriptions/plan-session-repository.server.ts'
import {
	entryOnCancelling,
	entryProblem,
	sessionBookingProblem,
} from '#app/domain/subscriptions/session-booking.ts'
import type { SessionRefusal } from '#app/domain/subscriptions/session-refusal.ts'
import { offerSeats } from '#app/flows/lifecycle/offer-seats.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { reminderTimes } from '#app/kernel/quiet-hours.server.ts'
import { isRepeated } from '#app/kernel/repeated-post.ts'
import { refusalOfWrite, type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type BookSessionDeps = Pick<Repositories, 'subscriptions' | 'messaging' | 'writeBatch'>

const placeConstraints: Readonly<Record<string, SessionRefusal>> = {
	session_full: 'session_full',
	session_not_bookable: 'session_called_off',
	'unique:session_bookings.session_id': 'already_booked',
	subscription_not_usable: 'subscription_not_usable',
	entries_used_up: 'entries_used_up',
	session_overlaps: 'session_overlaps',
	too_many_sessions_ahead: 'too_many_sessions_ahead',
}

/**
 * Books a place in a session with the actor's named subscription, else the first with an entry for it. One write takes
 * seat and entry, and queues the messages (D10). Free seats are first offered to the line (D49). A repeated post gets
 * its new place (F26). Refuses as `SessionRefusal` says.
 */
export async function bookSession(
	deps: BookSessionDeps,
	actor: Actor,
	{ sessionId, subscriptionId }: { sessionId: string; subscriptionId: string | null },
): Promise<Outcome<{ bookingId: string }, SessionRefusal>> {
	const now = actor.at
	const [session, subscriptions] = await Promise.all([
		deps.subscriptions.planSessions.session(actor, sessionId),
		deps.subscriptions.planSessions.subscriptionsOfSession(actor, sessionId),
	])
	if (!session) return refused('session_not_found')
	const { ownBookingId, ownBookedAt } = session
	if (ownBookingId !== null && isRepeated(ownBookedAt, now)) return accepted({ bookingId: ownBookingId })
	const subscription = chooseSubscription(session, subscriptions, { subscriptionId, now })
	const problem = sessionBookingProblem(session, subscription, now)
	if (problem !== null) return refused(problem)
	if (subscription === null) return refused('subscription_not_usable')
	const place = {
		id: newId(),
		sessionId,
		subscriptionId: subscription.id,
		userId: subscription.userId,
		now,
	}
	try {
		await writeIdempotent(deps.writeBatch, [
			...offerSeats(deps, { sessionId, timeZone: session.shop.timeZone, now }),
			...deps.subscriptions.places.insertPlace(place),
			...deps.subscriptions.entries.takeEntry({
				...place,
				id: `entry:${place.id}`,
				weekStartsAt: session.weekStartsAt,
				usableAt: session.startsAt,
				bookingId: place.id,
			}),
			deps.subscriptions.entries.logUsage({
				...place,
				id: `${place.id}:booking`,
				action: 'booking',
				change: 1,
			}),
			deps.subscriptions.waits.endWaits({ sessionId, userId: place.userId }, 'booked', { now }),
			...deps.messaging.sessionMails.insertBooked(place.id, now),
			...reminders(deps, place.id, session, now),
		])
		return accepted({ bookingId: place.id })
	} catch (error) {
		const refusal = refusalOfWrite(error, placeConstraints)
		// Of two requests at once, both get the first one's place.
		const own =
			refusal === 'already_booked' ? await deps.subscriptions.planSessions.session(actor, sessionId) : null
		if (own?.ownBookingId && isRepeated(own.ownBookedAt, now))
			return accepted({ bookingId: own.ownBookingId })
		return refused(
			refusal === 'entries_used_up' && subscription.entryKind === 'weekly'
				? 'entries_used_up_in_week'
				: refusal,
		)
	}
}

/** The named subscription, else the first with an entry for the session, else the first of all. */
export function chooseSubscription(
	session: PlanSession,
	subscriptions: readonly SessionSubscription[],
	{ subscriptionId, now }: { subscriptionId: string | null; now: Instant },
): SessionSubscription | null {
	if (subscriptionId !== null) return subscriptions.find(({ id }) => id === subscriptionId) ?? null
	const fitting = subscriptions.find((subscription) => entryProblem(session, subscription, now) === null)
	return fitting ?? subscriptions[0] ?? null
}

function reminders(
	{ messaging: { sessionMails } }: BookSessionDeps,
	bookingId: string,
	{ shop, startsAt }: PlanSession,
	now: Instant,
): Statement[] {
	return reminderTimes(shop.timeZone, startsAt, now).flatMap(({ hoursBefore, dueAt }) =>
		sessionMails.insertReminder(bookingId, { hoursBefore, dueAt, now }),
	)
}

/** 'was_cancelled': the place had been given up before. */
export type CancelledPlace = 'returned' | 'forfeited' | 'was_cancelled'

/**
 * Gives up a place of the actor's until its session begins (D47). Its entry is returned up to 24 hours before, and
 * forfeited later (D11). The next in line gets the seat. A repeat changes nothing. Refuses 'place_not_found',
 * 'session_begun', 'place_used'.
 */
export async function cancelPlace(
	deps: Pick<Repositories, 'subscriptions' | 'messaging' | 'writeBatch'>,
	actor: Actor,
	bookingId: string,
): Promise<Outcome<CancelledPlace, SessionRefusal>> {
	const now = actor.at
	const place = await deps.subscriptions.places.ownPlace(actor, bookingId)
	if (!place) return refused('place_not_found')
	if (place.status === 'cancelled') return accepted('was_cancelled')
	if (place.status === 'completed') return refused('place_used')
	const entry = entryOnCancelling(place.startsAt, now)
	if (entry === 'too_late') return refused('session_begun')
	const { sessionId, subscriptionId, shop } = place
	const isOurs = isCancelledAt(bookingId, now)
	try {
		const { status } = await writeIdempotent(deps.writeBatch, {
			cancelled: deps.subscriptions.places.cancelPlace(actor, bookingId),
			entry: entry === 'returned' ? [deps.subscriptions.entries.returnEntryOf(bookingId, isOurs, now)] : [],
			usage: deps.subscriptions.entries.logUsage(
				{
					id: `${bookingId}:cancel`,
					subscriptionId,
					action: entry === 'returned' ? 'cancel' : 'late_cancel',
					change: entry === 'returned' ? -1 : 0,
					sessionId,
					now,
				},
				isOurs,
			),
			offers: offerSeats(deps, { sessionId, timeZone: shop.timeZone, now }),
			status: deps.subscriptions.places.statusOf(bookingId),
		})
		// Another request may have been first, so the state after the batch counts.
		if (status[0]?.status !== 'cancelled') return refused('place_used')
		return accepted(status[0].cancelledAt === now ? entry : 'was_cancelled')
	} catch (error) {
		return refused(refusalOfWrite<SessionRefusal>(error, {}))
	}
}

export function calendarSession(input: Place): CalendarEvent {
	const { id, planTitle, shop, staff, startsAt, durationMinutes, status } = input
	const isCancelled = status === 'cancelled'
	return {
		id,
		title: `${planTitle} at ${shop.name}`,
		startsAt,
		durationMinutes,
		location: `${shop.name}, ${fullAddress(shop)}`,
		description: staff ? `Instructor: ${staff.firstName} ${staff.lastName}` : '',
		sequence: isCancelled ? 1 : 0,
		isCancelled,
	}
}
