import type { Ordered } from './list-page.ts'

const MAX_CURSOR_LENGTH = 2_000

/** Where the next page begins, as text for a URL. */
export function encodeCursor({ sortName, id }: Ordered): string {
	const bytes = new TextEncoder().encode(JSON.stringify([sortName, id]))
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replace(/=+$/, '')
}

/** The position that a cursor names. Null for text that `encodeCursor` cannot have made, which means the first page. */
export function decodeCursor(text: string | null): Ordered | null {
	if (text === null || text.length > MAX_CURSOR_LENGTH || !/^[\w-]+$/.test(text)) return null
	try {
		const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
			letter.charCodeAt(0),
		)
		const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
		if (!Array.isArray(value) || value.length !== 2) return null
		const [sortName, id]: unknown[] = value
		return isPlainText(sortName) && isPlainText(id) ? { sortName, id } : null
	} catch {
		return null
	}
}

/** The database accepts no halves of characters. Names from before D70 stand in cursors as they are. */
function isPlainText(value: unknown): value is string {
	return typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value)
}
