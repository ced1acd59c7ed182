import { keyedHash } from '#app/kernel/signed.server.ts'
import { leavesBookmark } from './replica-pages.ts'
import { signedCookie } from './signed-cookie.server.ts'

/** Longer than a replica may lag before it is skipped. */
const TWO_MINUTES_SECONDS = 120

/**
 * The last database change that this browser made or saw: replica reads wait for it. Signed, because a far number would
 * make each page wait. Bound to its database, because each counts its own changes.
 */
const bookmarkCookie = signedCookie('seen', TWO_MINUTES_SECONDS)

export type Bookmark = {
	/** Null where the browser has no cookie. */
	change: number | null
	/** Notes the number that the primary reported in this request. */
	note: (change: number) => void
	/** Null where nothing changed. */
	header: () => string | null
}

/** Does nothing without a replica. */
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
			// A restored database counts on from an earlier number, which is then the right one.
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
