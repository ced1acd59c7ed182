import type { Instant } from '#app/kernel/instant.ts'
import type { Bookmark } from './bookmark.server.ts'
import { OFFLINE_COPY_KEY_HEADER, offlineCopyKey } from './offline-copy-key.server.ts'
import { mayBeKept, mayBeListed } from './public-page.ts'
import { type SecurityOptions, withSecurityHeaders } from './security-headers.ts'
import { brokenCookieHeaders } from './signed-cookie.server.ts'

/** What is learned about an answer while it is made, besides its body: `context.response` of a request. */
export type ResponseNotes = ReturnType<typeof newResponseNotes>

export function newResponseNotes(bookmark: Bookmark) {
	return {
		/** A session or a kiosk's key that the browser shows opens nothing any more. */
		isSignedOut: false,
		/** Says that an owner's post was let in; the page that answers it is behind the same PIN. */
		ownerCookie: null as string | null,
		/** Where its network does too much at once: when to try again. The page of a failure drops the header itself. */
		retryAfterSeconds: null as number | null,
		/** How old the rows are that the page had to be read from; null where they are true. */
		asOf: null as Instant | null,
		/** What search engines read of the page, beside its markup: no browser is sent it twice. */
		structuredData: null as object | null,
		/** The last change of the database that this browser has seen. */
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
 * The answer with the headers of every answer, and those that its notes ask for. It removes signed cookies that no key
 * can read, unless the answer sets them.
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
		// Chromium follows a form's redirect only to where its page's own policy lets forms lead.
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
