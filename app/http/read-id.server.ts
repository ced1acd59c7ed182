import { ID_PATTERN } from '#app/kernel/id.server.ts'

/** Null for a text that is not shaped like an id. Says nothing about whether it exists. */
export function readId(value: unknown): string | null {
	return typeof value === 'string' && ID_PATTERN.test(value) ? value : null
}
