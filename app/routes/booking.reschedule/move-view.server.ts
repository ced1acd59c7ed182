import { type WeekOfTimes, weekView } from '#app/domain/availability/week-view.ts'
import type { BookedVisit } from '#app/domain/booking/appointment-repository.server.ts'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { isAhead, isFreeToCancel, mayMove, movableUntil } from '#app/domain/booking/cancellation-policy.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { momentLabelAt, zonePlace } from '#app/kernel/zone.server.ts'

/** What the page of moving draws: the times, or why there are none to choose. */
export function moveView(
	{ visit, ...week }: WeekOfTimes & { visit: BookedVisit },
	token: string,
	now: Instant,
) {
	const { shop } = visit
	const labelOf = (at: Instant) => momentLabelAt(shop.timeZone, at)
	const { rescheduleCutoffMinutes } = shop
	const untilLabel = labelOf(movableUntil(visit.startsAt, rescheduleCutoffMinutes))
	const isLate = isAhead(visit, now) && !mayMove(visit, rescheduleCutoffMinutes, now)
	const people = visit.services.map(({ name, staffName }) => `${name} with ${staffName}`)
	return {
		nowLabel: labelOf(visit.startsAt),
		startsAt: String(visit.startsAt),
		shopName: shop.name,
		phone: shop.phone && { href: `tel:${shop.phone}`, label: phoneLabel(shop.phone) },
		summary: `${people.join(', ')} · ${durationLabel(visit.durationMinutes)} · ${zonePlace(shop.timeZone)} time`,
		isAhead: isAhead(visit, now),
		/** Why there is nothing to choose. */
		problem: isLate
			? {
					title: bookingRefusals.too_late_to_move.title,
					text: `A visit can be moved until ${durationLabel(rescheduleCutoffMinutes)} before it begins: this one until ${untilLabel}. It stays as it is.`,
				}
			: isAhead(visit, now)
				? null
				: { title: bookingRefusals.visit_not_ahead.title, text: bookingRefusals.visit_not_ahead.text },
		/** Moving never moves the instant until which money was refundable. */
		policy: isFreeToCancel(visit.refundableUntilAt, now)
			? `Free to cancel until ${labelOf(visit.refundableUntilAt)}, as before`
			: 'The price and what you have paid stay',
		bookingPage: `/booking/confirmation?visit=${token}`,
		movePage: `/booking/reschedule?visit=${token}`,
		week: weekView(week, `?visit=${token}&`),
	}
}

export type MoveView = ReturnType<typeof moveView>
