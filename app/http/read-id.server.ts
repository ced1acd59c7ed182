import { ID_PATTERN } from '#app/kernel/id.server.ts'

/** An id from an address; null for a text without the shape of one. Says nothing about whether it exists. */
export function readId(value: unknown): string | null {
	return typeof value === 'string' && ID_PATTERN.test(value) ? value : null
}
