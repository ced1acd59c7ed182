import { clockLabelAt, lastDayLabel, nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { WaitToEnd } from './lost-place-repository.server.ts'

/** Lost with a deleted account (D54). */
export type LostPlan = {
	title: string
	shopName: string
	timeZone: ZoneName
	totalKobo: Kobo
	endsAt: Instant
}

/** 'Four Classes a Week at Èkó Dance & Fitness, ₦32,000, until Dec 29, 2026'. */
export function lostPlanLines(plans: readonly LostPlan[]): string[] {
	return plans.map(
		({ title, shopName, timeZone, totalKobo, endsAt }) =>
			`${title} at ${shopName}, ${formatNaira(totalKobo)}, until ${lastDayLabel(timeZone, endsAt)}`,
	)
}

/** Waits in the question before a pause or a cancellation. `heldUntil`: the end of a held seat (D67). */
export function waitsView(waits: readonly WaitToEnd[], zone: ZoneName, now: Instant) {
	return waits.map(({ id, startsAt, title, offerExpiresAt }) => ({
		id,
		when: nearMomentLabelAt(zone, startsAt, now),
		title,
		heldUntil: offerExpiresAt !== null && offerExpiresAt > now ? clockLabelAt(zone, offerExpiresAt) : null,
	}))
}
