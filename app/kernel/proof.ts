import { type Instant, MINUTE_MS } from './instant.ts'

/** How long a typed PIN or password lasts for keys, devices, calendars and data exports. */
const PROOF_MS = 10 * MINUTE_MS

/** Whether that PIN or password still proves who is there (S42). */
export function isFreshProof(provenAt: Instant, now: Instant): boolean {
	return now < provenAt + PROOF_MS
}
