import { type WeekOfTimes, weekView } from '#app/domain/availability/week-view.ts'
import { visitSummary } from '#app/domain/booking/visit-summary.ts'
import type { Times } from '#app/flows/read-times.server.ts'
import { clockLabel } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, type ZoneName, zonePlace } from '#app/kernel/zone.server.ts'

/** What the page draws of the times, and nothing else. */
export function timesView({ visit, ...week }: Times, now: Instant) {
	const { draft, shop, hold } = visit
	const timeOf = (at: Instant) => clockLabel(civilAt(shop.timeZone, at).minute)
	const chosenAt = hold?.startsAt ?? draft.startsAt
	return {
		...weekView(week, '?'),
		shopName: shop.name,
		place: zonePlace(shop.timeZone),
		summary: visitSummary(draft.services, visit.quote.durationMinutes, hold?.staff),
		/** The owner sees their own hold as chosen; an expired wish is chosen again when it is still free. */
		chosenStartAt: String(chosenAt ?? ''),
		/** The time that the customer had chosen, where it cannot be had any more. */
		lostLabel: chosenAt !== null && isLost(week, shop.timeZone, chosenAt) ? timeOf(chosenAt) : null,
		held: hold && {
			timeLabel: timeOf(hold.startsAt),
			clock: { untilLabel: timeOf(hold.expiresAt), leftMs: hold.expiresAt - now },
		},
	}
}

/** On the day of the wished start only: elsewhere nothing is known of it. */
function isLost({ chosen }: WeekOfTimes, zone: ZoneName, wishedAt: Instant): boolean {
	if (chosen?.date !== civilAt(zone, wishedAt).date) return false
	return !chosen.slots.some((slot) => slot.startsAt === wishedAt && slot.free)
}
