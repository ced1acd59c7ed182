import { isDatabaseError } from '#app/kernel/database-error.ts'
import type { FaultProxy } from '#scripts/site/fault-proxy.ts'
import type { FaultKind } from '#scripts/site/trip.ts'

/** What the work gives through the proxy while that trip of it fails; null when it fails as a whole. */
export async function whileFailing<Value>(
	proxy: FaultProxy,
	kind: FaultKind,
	onTrip: number,
	work: () => Promise<Value>,
): Promise<Value | null> {
	proxy.inject({ kind, onTrip, delayMs: 100 })
	try {
		return await work()
	} catch (error) {
		// Anything else would be a bug and not a failure.
		if (!isDatabaseError(error)) throw error
		return null
	} finally {
		proxy.heal()
	}
}
