import { HOUR_MS } from '#app/kernel/instant.ts'

/**
 * Deadlines of a program that fills its own database. No customer waits for it, and on a busy machine the app's own are
 * too short. A server that ends breaks the connection, and is not waited for.
 */
export const withPatience = { readTimeoutMs: HOUR_MS, writeTimeoutMs: HOUR_MS }
