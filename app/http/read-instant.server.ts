import type { Instant } from '#app/kernel/instant.ts'

/** An instant from a form field: the milliseconds that our own page printed, in the years 2001 to 2199; else null. */
export function readInstant(value: unknown): Instant | null {
	return typeof value === 'string' && /^[1-7]?\d{12}$/.test(value) ? Number(value) : null
}
