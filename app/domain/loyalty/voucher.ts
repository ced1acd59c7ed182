import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** How long an opened voucher locks its code (D51). */
export const VOUCHER_MS = 3 * MINUTE_MS

/** True while the voucher of a reward is shown: meanwhile no checkout takes the reward. */
export function isVoucherOpen(openedAt: Instant | null, now: Instant): boolean {
	return openedAt !== null && openedAt > now - VOUCHER_MS
}
