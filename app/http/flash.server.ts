import { createCookie } from '@remix-run/cloudflare'
import { newId } from '#app/kernel/id.server.ts'

/** A message for the next page: title and words of the specification's toasts. */
export interface Flash {
	id: string
	title: string
	description?: string
	tone?: 'success' | 'error'
	/** A button that takes back what was done: it sends this to the page. */
	undo?: { page: string; name: string; value: string }
}

const ONE_MINUTE_SECONDS = 60

function flashCookie(cookieKeys: string[]) {
	return createCookie('flash', {
		path: '/',
		httpOnly: true,
		sameSite: 'lax',
		maxAge: ONE_MINUTE_SECONDS,
		secrets: cookieKeys,
	})
}

/** The `Set-Cookie` value that shows a message on the next page. */
export function flashHeader(cookieKeys: string[], message: Omit<Flash, 'id'>): Promise<string> {
	return flashCookie(cookieKeys).serialize({ id: newId(), ...message } satisfies Flash)
}

/** The message that waits, and the `Set-Cookie` value that takes it away; null when there is none, or it was tampered with. */
export async function takeFlash(
	cookieKeys: string[],
	request: Request,
): Promise<{ flash: Flash; clear: string } | null> {
	const cookie = flashCookie(cookieKeys)
	const value: unknown = await cookie.parse(request.headers.get('cookie'))
	// Only we can sign such a cookie, so its shape is ours.
	if (typeof value !== 'object' || value === null) return null
	return { flash: value as Flash, clear: await cookie.serialize('', { maxAge: 0 }) }
}
