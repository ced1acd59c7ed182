import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/**
 * The wait after the first failed attempt; each further wait doubles. A claim lasts as long as the wait, so the wait is
 * longer than a provider may take to answer.
 */
export const FIRST_RETRY_MS = MINUTE_MS

/** The longest wait: a provider that is down for a day gets 24 further attempts, not a thousand. */
export const LONGEST_RETRY_MS = HOUR_MS

/** The next attempt of a message that must not be sent: 9999-12-31. */
export const NO_MORE_ATTEMPTS_AT: Instant = 253_402_214_400_000
