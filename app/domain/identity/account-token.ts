import { MINUTE_MS } from '#app/kernel/instant.ts'

/** How long a mailed link works (W28). */
export const MAILED_TOKEN_MS = 30 * MINUTE_MS
