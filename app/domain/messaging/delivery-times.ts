import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/**
 * The wait after the first failed attempt; it doubles each time. It is also how long a claim lasts, so it is longer than
 * a provider may take to answer.
 */
export const FIRST_RETRY_MS = MINUTE_MS

/** What the wait grows to: a provider that was down for a day is tried 24 times more, not a thousand. */
export const LONGEST_RETRY_MS = HOUR_MS

/** The next attempt of a message that is not to be sent any more: 9999-12-31. */
export const NO_MORE_ATTEMPTS_AT: Instant = 253_402_214_400_000
