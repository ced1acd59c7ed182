import { HOUR_MS } from '#app/kernel/instant.ts'

/** For a program that fills its own database: the app's deadlines are too short for a busy machine. */
export const withPatience = { readTimeoutMs: HOUR_MS, writeTimeoutMs: HOUR_MS }
