/** An id from a URL or a form field, as far as any of ours could look like it; null for everything else. */
export function readId(value: unknown): string | null {
	return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null
}
