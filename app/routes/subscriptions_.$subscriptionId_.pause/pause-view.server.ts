import { waitsView } from '#app/domain/subscriptions/lost-plans.server.ts'
import { pauseChoices, pauseProblem } from '#app/domain/subscriptions/pause.server.ts'
import { entryOnCancelling } from '#app/domain/subscriptions/session-booking.ts'
import { subscriptionState } from '#app/domain/subscriptions/subscription-state.ts'
import {
	type PlannedChange,
	plannedPause,
	plannedResume,
	type readForPause,
} from '#app/flows/subscriptions/pause-subscription.server.ts'
import { lastDayShortLabel, nearMomentLabelAt, shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'

type Read = NonNullable<Awaited<ReturnType<typeof readForPause>>>

/** For a pause or its end. `days`: one of the choices, from the address. */
export function pauseView(read: Read, days: number | null, now: Instant) {
	const { held } = read
	const { id, title, shop, maxPauses, pauseCount } = held
	const choices = pauseChoices(held.maxPauseDays)
	const chosen = choices.find((one) => one === days) ?? choices[0] ?? held.maxPauseDays
	const page = { id, title, shopName: shop.name }
	if (subscriptionState(held, now) === 'paused')
		return { ...page, kind: 'resume' as const, ...changeView(plannedResume(read, now), read, now) }
	const problem = pauseProblem(held, now)
	if (problem) return { ...page, kind: 'refused' as const, problem }
	return {
		...page,
		kind: 'pause' as const,
		choices,
		days: chosen,
		pausesLeft: maxPauses - pauseCount - 1,
		...changeView(plannedPause(read, chosen, now), read, now),
	}
}

export type PauseView = ReturnType<typeof pauseView>

function changeView({ after, lost, forfeited, lostWaits }: PlannedChange, { held }: Read, now: Instant) {
	const zone = held.shop.timeZone
	return {
		runsAgain: shortDateLabelAt(zone, after.resumesAt ?? 0, now),
		ends: lastDayShortLabel(zone, after.endsAt, now),
		forfeited,
		lost: lost.map(({ id, startsAt, title }) => ({
			id,
			when: nearMomentLabelAt(zone, startsAt, now),
			title,
			isForfeited: entryOnCancelling(startsAt, now) !== 'returned',
		})),
		lostWaits: waitsView(lostWaits, zone, now),
	}
}
