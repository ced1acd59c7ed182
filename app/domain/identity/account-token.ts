import { MINUTE_MS } from '#app/kernel/instant.ts'

/** How long the link of a mail works (issue 4). */
export const MAILED_TOKEN_MS = 30 * MINUTE_MS
