import { type Instant, MINUTE_MS } from './instant.ts'

/** So long a typed PIN or password shows who is there: keys, devices, calendars and a file of one's data ask for it. */
const PROOF_MS = 10 * MINUTE_MS

/** Whether what was typed then still shows who is there now (S42). */
export function isFreshProof(provenAt: Instant, now: Instant): boolean {
	return now < provenAt + PROOF_MS
}
