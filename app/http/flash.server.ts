import { newId } from '#app/kernel/id.server.ts'
import { signedCookie } from './signed-cookie.server.ts'

export interface Flash {
	id: string
	title: string
	description?: string
	tone?: 'success' | 'error'
	/** A button that undoes the change: it posts this to the page. */
	undo?: { page: string; name: string; value: string }
}

/** The id is made with the cookie. */
export type FlashMessage = Omit<Flash, 'id'>

const ONE_MINUTE_SECONDS = 60

const flashCookie = signedCookie('flash', ONE_MINUTE_SECONDS)

/** Shows a message on the next page. `input` is the request, or the context with its address. */
export function flashHeader(input: { url: string }, cookieKeys: string[], message: FlashMessage): string {
	return flashCookie.header(input, cookieKeys, { id: newId(), ...message } satisfies Flash)
}

/** The message, and the `Set-Cookie` value that removes it; null for none, or a forged one. */
export function takeFlash(request: Request, cookieKeys: string[]): { flash: Flash; clear: string } | null {
	const value = flashCookie.read(request, cookieKeys)
	// Only we sign this cookie, so its shape is known.
	if (typeof value !== 'object' || value === null) return null
	return { flash: value as Flash, clear: flashCookie.endedHeader(request) }
}
