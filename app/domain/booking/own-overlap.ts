import type { Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'

/** A live visit that this customer made before. */
export type OwnVisit = {
	appointmentId: string
	serviceName: string
	shopName: string
	timeZone: ZoneName
	startsAt: Instant
	endsAt: Instant
}

/**
 * The first of a customer's own visits that meets a time, so that they are warned before they book over it (R6); null
 * when none does. Half-open: a visit that begins when another ends meets nothing.
 */
export function overlappingVisit<Visit extends Pick<OwnVisit, 'startsAt' | 'endsAt'>>(
	visits: readonly Visit[],
	startsAt: Instant,
	endsAt: Instant,
): Visit | null {
	return visits.find((visit) => visit.startsAt < endsAt && visit.endsAt > startsAt) ?? null
}
