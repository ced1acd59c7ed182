import type { Clock } from '#app/kernel/instant.ts'

/** Gives back a place. Calling it again does nothing. */
export type ReleasePlace = () => void

export type Places = {
	/** One of the places; null while all are taken. It must be released however its work ends. */
	take: () => ReleasePlace | null
}

/**
 * Places that the requests of an isolate share. A request that is killed releases nothing, so a place ends by itself
 * after `leaseMs`.
 */
export function createPlaces(count: number, { leaseMs, now }: { leaseMs: number; now: Clock }): Places {
	const leases = new Set<{ endsAt: number }>()
	return {
		take() {
			for (const lease of leases) if (lease.endsAt <= now()) leases.delete(lease)
			if (leases.size >= count) return null
			const lease = { endsAt: now() + leaseMs }
			leases.add(lease)
			return () => void leases.delete(lease)
		},
	}
}
