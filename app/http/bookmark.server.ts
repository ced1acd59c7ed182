import { keyedHash } from '#app/kernel/signed.server.ts'
import { leavesBookmark } from './replica-pages.ts'
import { signedCookie } from './signed-cookie.server.ts'

/** Longer than a replica may lag before it is no longer asked. */
const TWO_MINUTES_SECONDS = 120

/**
 * The last change of the database that this browser has made or seen, by its number. Reads of a replica wait for it.
 * Signed, because a far number would make each page wait; bound to its database, because numbers of another begin anew.
 */
const bookmarkCookie = signedCookie('seen', TWO_MINUTES_SECONDS)

export type Bookmark = {
	/** What the browser has seen; null where it has shown none. */
	change: number | null
	/** The primary has told this number while the request was answered. */
	note: (change: number) => void
	/** The `Set-Cookie` value for the answer; null where the browser has nothing new to keep. */
	header: () => string | null
}

/** Without a replica nothing is read or kept. */
export function openBookmark(
	request: Request,
	settings: { cookieKeys: readonly string[]; database: { url: string }; replica: object | null },
): Bookmark {
	if (settings.replica === null) return { change: null, note: () => {}, header: () => null }
	const { cookieKeys } = settings
	const generation = keyedHash(cookieKeys[0] ?? '', 'database', settings.database.url).slice(0, 12)
	const change = readChange(bookmarkCookie.read(request, cookieKeys), generation)
	let written: number | null = null
	return {
		change,
		note: (number) => {
			written = Math.max(written ?? 0, number)
		},
		header() {
			if (written === null) return null
			// A restored database counts from the beginning again: its number is the true one.
			const isAhead = change !== null && written < change
			return isAhead || leavesBookmark(request)
				? bookmarkCookie.header(request, cookieKeys, [generation, written])
				: null
		},
	}
}

function readChange(value: unknown, generation: string): number | null {
	if (!Array.isArray(value) || value[0] !== generation) return null
	return Number.isSafeInteger(value[1]) && value[1] > 0 ? value[1] : null
}
