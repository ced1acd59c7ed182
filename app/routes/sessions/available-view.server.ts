import type {
	PlanSession,
	SessionSubscription,
} from '#app/domain/subscriptions/plan-session-repository.server.ts'
import { entryProblem } from '#app/domain/subscriptions/session-booking.ts'
import {
	findLaterWeek,
	sessionGroup,
	sessionGroups,
	sessionsEndAt,
} from '#app/domain/subscriptions/session-list.server.ts'
import { type SessionProblem, sessionRefusals } from '#app/domain/subscriptions/session-refusal.ts'
import { describeSpots } from '#app/domain/subscriptions/spots.ts'
import { isLineClosed, seatWaitState } from '#app/domain/subscriptions/waitlist.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { sessionDayLabelAt, sessionTimeLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { zonePlace } from '#app/kernel/zone.server.ts'

export const SESSIONS_PER_PAGE = 8

/** At most eight sessions of one week, in groups. `next`: where the list continues, null at its end. */
export function availableView(
	found: readonly PlanSession[],
	subscriptions: readonly SessionSubscription[],
	now: Instant,
) {
	const inWindow = found.filter(({ shop, startsAt }) => startsAt < sessionsEndAt(shop.timeZone, now))
	const weekOf = ({ shop, startsAt }: PlanSession) => findLaterWeek(shop.timeZone, startsAt, now)
	const [first] = inWindow
	const week = first ? weekOf(first) : null
	const ofWeek = inWindow.filter((session) => weekOf(session) === week)
	const shown = ofWeek.slice(0, SESSIONS_PER_PAGE)
	const last = shown.at(-1)
	const next: ListPlace | null =
		last && inWindow.length > shown.length ? { at: last.startsAt, id: last.id } : null
	const groupOf = ({ shop, startsAt }: PlanSession) => sessionGroup(shop.timeZone, startsAt, now)
	return {
		groups: sessionGroups
			.map((name) => ({
				name,
				week: name === 'Later' && week !== null ? `Week of ${shortDateLabel(week)}` : null,
				cards: shown
					.filter((session) => groupOf(session) === name)
					.map((session) => sessionCard(session, subscriptions, now)),
			}))
			.filter(({ cards }) => cards.length > 0),
		next: next && { place: next, isNextWeek: ofWeek.length === shown.length },
	}
}

/** Times are on the shop's clock. */
function sessionCard(session: PlanSession, held: readonly SessionSubscription[], now: Instant) {
	const { id, planTitle, shop, startsAt, durationMinutes, staff, capacity, seatsTaken, ownBookingId } =
		session
	const ofPlan = held.filter(({ planId }) => planId === session.planId)
	const fitting = ofPlan.find((subscription) => entryProblem(session, subscription, now) === null)
	const problem = fitting ? null : entryProblem(session, ofPlan[0] ?? null, now)
	const wait = session.wait && seatWaitState(session.wait, now)
	const spotsLeft = Math.max(0, capacity - seatsTaken)
	return {
		id,
		planTitle,
		shopName: shop.name,
		day: sessionDayLabelAt(shop.timeZone, startsAt, now),
		time: `${sessionTimeLabelAt(shop.timeZone, startsAt)} (${zonePlace(shop.timeZone)} time)`,
		duration: durationLabel(durationMinutes),
		instructor: staff && `${staff.firstName} ${staff.lastName}`,
		isFull: spotsLeft === 0,
		/** In the last hour before the start no seat is offered. */
		isLineClosed: isLineClosed(startsAt, now),
		// No hint of free spots to a customer with a held seat.
		spots: { ...describeSpots({ capacity, spotsLeft }), ...(wait?.kind === 'offered' && { hint: null }) },
		isBooked: ownBookingId !== null,
		wait:
			wait &&
			(wait.kind === 'offered'
				? { kind: wait.kind, until: sessionTimeLabelAt(shop.timeZone, wait.until) }
				: wait),
		/** The subscription whose entry pays; periods of a plan never overlap (F16). */
		subscriptionId: fitting?.id ?? null,
		problem: problem && problemView(problem, ofPlan[0]?.id),
	}
}

/** A problem's words and next step; for a paused plan, the plan's own page (L26). Never a link to this list. */
function problemView(problem: SessionProblem, subscriptionId: string | undefined) {
	const { text, nextStep } = sessionRefusals[problem]
	if (problem === 'plan_paused' && subscriptionId)
		return { text, nextStep: { label: 'Resume it', path: `/subscriptions/${subscriptionId}/pause` } }
	return { text, nextStep: nextStep?.path === '/sessions' ? null : nextStep }
}

export type SessionCardView = ReturnType<typeof sessionCard>
