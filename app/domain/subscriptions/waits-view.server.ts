import { clockLabelAt, nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { WaitToEnd } from './lost-place-repository.server.ts'

/** For the question of a pause or a cancellation; a held seat matters most (D67). */
export function waitsView(waits: readonly WaitToEnd[], zone: ZoneName, now: Instant) {
	return waits.map(({ id, startsAt, title, offerExpiresAt }) => ({
		id,
		when: nearMomentLabelAt(zone, startsAt, now),
		title,
		heldUntil: offerExpiresAt !== null && offerExpiresAt > now ? clockLabelAt(zone, offerExpiresAt) : null,
	}))
}
