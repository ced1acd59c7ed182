import { isFull } from '#app/domain/availability/day-slots.ts'
import { monthOf } from '#app/domain/availability/month-view.server.ts'
import { type WeekOfTimes, weekView } from '#app/domain/availability/week-view.server.ts'
import { draftMinutes } from '#app/domain/booking/draft/draft.ts'
import { draftSummary } from '#app/domain/booking/draft/draft-summary.ts'
import type { Times } from '#app/flows/booking/read-times.server.ts'
import { waitPath } from '#app/kernel/booking-paths.ts'
import { clockLabelAt, clockOrNearMomentWordsAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, type ZoneName, zonePlace } from '#app/kernel/zone.server.ts'

export function timesView({ found, ...week }: Times, now: Instant) {
	const { draft, shop, hold } = found
	const formatTime = (at: Instant) => clockLabelAt(shop.timeZone, at)
	const chosenAt = hold?.startsAt ?? draft.startsAt
	const full = week.days.filter(isFull)
	const [onlyFull] = full
	return {
		...weekView(week, '?'),
		full:
			onlyFull === undefined
				? null
				: {
						words:
							full.length === 1
								? `${shortDateLabel(onlyFull.date)} is full.`
								: `${full.length} days are full.`,
						to: waitPath(
							`from=${week.days[0]?.date ?? ''}${full.length === 1 ? `&date=${onlyFull.date}` : ''}`,
						),
					},
		month: monthOf(week.chosen?.date ?? week.days[0]?.date ?? week.today),
		shopName: shop.name,
		place: zonePlace(shop.timeZone),
		summary: draftSummary(draft.services, draftMinutes(draft), hold?.staff),
		/** The held start; without a hold, the draft's start. */
		chosenStartAt: String(chosenAt ?? ''),
		/** The chosen time, once it is taken. */
		lostLabel: chosenAt !== null && isLost(week, shop.timeZone, chosenAt) ? formatTime(chosenAt) : null,
		held: hold && {
			whenLabel: clockOrNearMomentWordsAt(shop.timeZone, hold.startsAt, now),
			clock: { untilLabel: formatTime(hold.expiresAt), leftMs: hold.expiresAt - now },
		},
	}
}

/** False on other days: only the slots of the shown day are known. */
function isLost({ chosen }: WeekOfTimes, zone: ZoneName, requestedStartAt: Instant): boolean {
	if (chosen?.date !== civilAt(zone, requestedStartAt).date) return false
	return !chosen.slots.some((slot) => slot.startsAt === requestedStartAt && slot.free)
}
