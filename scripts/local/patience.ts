import { HOUR_MS } from '#app/kernel/instant.ts'

/**
 * Deadlines of a program that fills its own database: the app's are too short for a busy machine. A server that ends
 * breaks the connection anyway.
 */
export const withPatience = { readTimeoutMs: HOUR_MS, writeTimeoutMs: HOUR_MS }
