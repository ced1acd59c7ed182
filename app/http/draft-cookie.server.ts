import { signedCookie } from './signed-cookie.server.ts'

const ONE_DAY_SECONDS = 86_400

/** Finds the draft (D1). */
const draftCookie = signedCookie('draft', ONE_DAY_SECONDS)

export function readDraftId(request: Request, cookieKeys: string[]): string | null {
	const value = draftCookie.read(request, cookieKeys)
	return typeof value === 'string' && value !== '' ? value : null
}

export function draftCookieHeader(request: Request, cookieKeys: string[], draftId: string): string {
	return draftCookie.header(request, cookieKeys, draftId)
}

export function endedDraftCookieHeader(request: Request): string {
	return draftCookie.endedHeader(request)
}
