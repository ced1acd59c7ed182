/** Whole milliseconds since 1970-01-01T00:00Z. Named `…At` wherever it is a field. */
export type Instant = number

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A caller passes it in, so that a test can pass its own time. */
export type Clock = () => Instant
