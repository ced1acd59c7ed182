import type { Instant } from '#app/kernel/instant.ts'
import type { Bookmark } from './bookmark.server.ts'
import { OFFLINE_COPY_KEY_HEADER, offlineCopyKey } from './offline-copy-key.server.ts'
import { mayBeKept, mayBeListed } from './public-page.ts'
import { type SecurityOptions, withSecurityHeaders } from './security-headers.ts'
import { brokenCookieHeaders } from './signed-cookie.server.ts'

/** What a request learns for its answer, besides the body: `context.response`. */
export type ResponseNotes = ReturnType<typeof newResponseNotes>

export function newResponseNotes(bookmark: Bookmark) {
	return {
		/** The browser's session or kiosk key has ended. */
		isSignedOut: false,
		/** Says that an owner's post was let in; the page that answers it is behind the same PIN. */
		ownerCookie: null as string | null,
		/** For a rate limit. Error pages drop the header, so it is noted here. */
		retryAfterSeconds: null as number | null,
		/** When an old replica's rows were current; null for current rows. */
		asOf: null as Instant | null,
		/** For search engines. Not in the loaders' data, which would send it twice. */
		structuredData: null as object | null,
		/** The last database change that this browser has seen. */
		bookmark,
	}
}

type Input = {
	response: ResponseNotes
	cspNonce: string
	now: () => Instant
	settings: {
		cookieKeys: readonly string[]
		environment: SecurityOptions['environment']
		payments: { checkoutOrigin: string } | null
		release: string
	}
}

/**
 * Adds the headers of every answer and of its notes. Removes signed cookies that no key can read, unless the answer
 * sets them.
 */
export function withNotes(
	answer: Response,
	request: Request,
	{ response: notes, cspNonce: nonce, now, settings }: Input,
): Response {
	const { cookieKeys, environment, payments, release } = settings
	const noted = withSecurityHeaders(answer, {
		nonce,
		environment,
		// Chromium follows a form's redirect only to hosts that the page's own policy allows.
		formHosts: payments ? [payments.checkoutOrigin] : [],
		pathname: new URL(request.url).pathname,
		isListed: mayBeListed(request),
		isKept: mayBeKept(request, answer),
	})
	const { headers } = noted
	headers.set(
		OFFLINE_COPY_KEY_HEADER,
		offlineCopyKey(request, { release, cookieKeys, now: now() }, notes.isSignedOut),
	)
	if (notes.retryAfterSeconds !== null) headers.set('retry-after', String(notes.retryAfterSeconds))
	for (const cookie of [notes.bookmark.header(), notes.ownerCookie])
		if (cookie !== null) headers.append('set-cookie', cookie)
	const set = headers.getSetCookie().map((line) => line.slice(0, line.indexOf('=') + 1))
	for (const line of brokenCookieHeaders(request, cookieKeys))
		if (!set.some((name) => line.startsWith(name))) headers.append('set-cookie', line)
	return noted
}
