import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/**
 * The wait after the first failed attempt; it doubles. A claim lasts as long, so the wait exceeds a provider's timeout.
 */
export const FIRST_RETRY_MS = MINUTE_MS

/** A provider that is down for a day gets 24 further attempts. */
export const LONGEST_RETRY_MS = HOUR_MS

/** For a message that must not be sent: 9999-12-31. */
export const NO_MORE_ATTEMPTS_AT: Instant = 253_402_214_400_000
