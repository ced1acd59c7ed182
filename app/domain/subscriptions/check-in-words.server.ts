import type { Wording } from '#app/kernel/action-answer.ts'
import { momentLabelAt, sessionTimeLabelAt, shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type CheckInSubject, checkInSubjectProblem, OPENS_BEFORE_START_MS } from './check-in.ts'
import type { CheckInSubscription } from './check-in-repository.server.ts'
import { countWords, entriesLeft } from './entry-allowance.ts'
import { nextWeekStartsAt } from './plan-times.server.ts'

/** Why the customer cannot check in, and the next step; null where they can (M36). */
export function noCheckInWords(
	held: CheckInSubscription,
	now: Instant,
): (Wording & { title: string }) | null {
	const problem = checkInSubjectProblem(held, now)
	return problem && { title: 'Check-in isn’t available', status: 409, ...refusalWords(held, now)[problem]() }
}

const details = (held: CheckInSubscription) => ({
	label: 'See your plan',
	path: `/subscriptions/${held.subscriptionId}`,
})

function refusalWords(held: CheckInSubscription, now: Instant) {
	const { subscriptionId, startsAt, resumesAt, nextPlaceStartsAt } = held
	const zone = held.shop.timeZone
	return {
		subscription_paused: () => ({
			text: `This plan is paused until ${momentLabelAt(zone, resumesAt ?? now)}. Resume it first.`,
			nextStep: { label: 'Resume', path: `/subscriptions/${subscriptionId}/pause` },
		}),
		subscription_over: () => ({ text: 'This plan has ended.', nextStep: details(held) }),
		subscription_not_begun: () => ({
			text: `This plan starts on ${momentLabelAt(zone, startsAt)}.`,
			nextStep: details(held),
		}),
		no_entry_left: () =>
			nextPlaceStartsAt === null
				? { text: usedUpWords(held, now), nextStep: details(held) }
				: {
						text: `Your entry is for ${shortDateLabelAt(zone, nextPlaceStartsAt)}, ${sessionTimeLabelAt(zone, nextPlaceStartsAt)}. Check-in opens ${sessionTimeLabelAt(zone, nextPlaceStartsAt - OPENS_BEFORE_START_MS)}.`,
						nextStep: { label: 'See my bookings', path: '/sessions?tab=bookings' },
					},
	}
}

function usedUpWords({ entryKind, maxEntriesPerWeek, shop }: CheckInSubscription, now: Instant): string {
	if (entryKind !== 'weekly') return 'You’ve used all the entries in your plan.'
	const newOnes = shortDateLabelAt(shop.timeZone, nextWeekStartsAt(shop.timeZone, now))
	return `You’ve used your ${countWords(maxEntriesPerWeek ?? 0, 'entry', 'entries')} for this week. New ones start ${newOnes}.`
}

/** '1 entry left'; null for a plan without a limit. */
export function entriesLeftWords(use: CheckInSubject): string | null {
	const left = entriesLeft(use)
	return left === null ? null : `${countWords(left, 'entry', 'entries')} left`
}
