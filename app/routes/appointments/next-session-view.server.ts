import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'

/** The customer's next booked session; null for none ahead. */
export function nextSessionRow(places: readonly Place[], now: Instant) {
	const [place] = places.filter(({ status }) => status === 'booked')
	if (!place) return null
	const { shop, planTitle, startsAt } = place
	return {
		when: nearMomentLabelAt(shop.timeZone, startsAt, now),
		what: `${planTitle} · ${shop.name}`,
	}
}

export type NextSessionRow = ReturnType<typeof nextSessionRow>
