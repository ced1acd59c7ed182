import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { sessionTimeLabelAt, shortDateLabelAt } from '#app/kernel/date-labels.server.ts'

/** The next session that the customer has a place in, in a line of words; null where none is ahead. */
export function nextSessionRow(places: readonly Place[]) {
	const [place] = places.filter(({ status }) => status === 'booked')
	if (!place) return null
	const { shop, planTitle, startsAt } = place
	return {
		when: `${shortDateLabelAt(shop.timeZone, startsAt)}, ${sessionTimeLabelAt(shop.timeZone, startsAt)}`,
		what: `${planTitle} · ${shop.name}`,
	}
}

export type NextSessionRow = ReturnType<typeof nextSessionRow>
