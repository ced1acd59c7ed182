import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { sessionBookingState } from '#app/domain/subscriptions/session-booking.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { longDateLabelAt, sessionTimeLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PlaceEnding, SessionBookingState } from '#app/kernel/vocabulary/subscriptions.ts'
import { zonePlace } from '#app/kernel/zone.server.ts'

const badges: Record<SessionBookingState, { label: string; tone: 'leaf' | 'clay' | 'plain' }> = {
	booked: { label: 'Confirmed', tone: 'leaf' },
	completed: { label: 'Completed', tone: 'plain' },
	cancelled: { label: 'Cancelled', tone: 'clay' },
	no_show: { label: 'No Show', tone: 'clay' },
}

const endingWords: Record<PlaceEnding, string> = {
	customer: 'You cancelled',
	shop: 'Called off by the shop',
	pause: 'Cancelled when you paused',
	plan: 'Ended with your plan',
}

/** Times are on the shop's clock. */
export function placeCard(place: Place, now: Instant) {
	const { id, planTitle, shop, staff, startsAt, durationMinutes } = place
	const state = sessionBookingState(place, now)
	return {
		id,
		planTitle,
		shopName: shop.name,
		badge: badges[state],
		day: longDateLabelAt(shop.timeZone, startsAt),
		time: `${sessionTimeLabelAt(shop.timeZone, startsAt)} (${zonePlace(shop.timeZone)} time) · ${durationLabel(durationMinutes)}`,
		isNow: state === 'booked' && startsAt <= now && now < place.endsAt,
		instructor: staff && `${staff.firstName} ${staff.lastName}`,
		ending:
			place.cancelledBy &&
			`${endingWords[place.cancelledBy]}. ${place.entryReturnedAt === null ? 'Your entry was not refunded.' : 'You got your entry back.'}`,
		/** Late customers are still let in. */
		checkInPath:
			state === 'booked' && now < place.endsAt ? `/subscriptions/${place.subscriptionId}/check-in` : null,
		canCancel: state === 'booked' && now < startsAt,
		/** A cancelled session may still stand in the customer's calendar. */
		calendar:
			now >= startsAt || state === 'completed'
				? null
				: { path: `/sessions/bookings/${id}/calendar`, isRemoval: state === 'cancelled' },
	}
}

export type PlaceCardView = ReturnType<typeof placeCard>
