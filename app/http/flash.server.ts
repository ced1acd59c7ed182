import { newId } from '#app/kernel/id.server.ts'
import { signedCookie } from './signed-cookie.server.ts'

/** A message for the next page: its title and its text. */
export interface Flash {
	id: string
	title: string
	description?: string
	tone?: 'success' | 'error'
	/** A button that undoes the change: it sends this to the page. */
	undo?: { page: string; name: string; value: string }
}

/** The message; its id is made with the cookie. */
export type FlashMessage = Omit<Flash, 'id'>

const ONE_MINUTE_SECONDS = 60

const flashCookie = signedCookie('flash', ONE_MINUTE_SECONDS)

/**
 * The `Set-Cookie` value that shows a message on the next page. `asked` is the request, or the context with its
 * address.
 */
export function flashHeader(input: { url: string }, cookieKeys: string[], message: FlashMessage): string {
	return flashCookie.header(input, cookieKeys, { id: newId(), ...message } satisfies Flash)
}

/** The waiting message, and the `Set-Cookie` value that removes it; null when there is none, or it was forged. */
export function takeFlash(request: Request, cookieKeys: string[]): { flash: Flash; clear: string } | null {
	const value = flashCookie.read(request, cookieKeys)
	// Only we can sign such a cookie, so its shape is ours.
	if (typeof value !== 'object' || value === null) return null
	return { flash: value as Flash, clear: flashCookie.endedHeader(request) }
}
