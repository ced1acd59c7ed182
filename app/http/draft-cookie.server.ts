import { createCookie } from '@remix-run/cloudflare'

const ONE_DAY_SECONDS = 86_400

/** The signed cookie that finds the draft (decision D1). `__Host-` and Secure need https; plain http is local only. */
function draftCookie(request: Request, cookieKeys: string[]) {
	const isSecure = new URL(request.url).protocol === 'https:'
	return createCookie(isSecure ? '__Host-draft' : 'draft', {
		path: '/',
		httpOnly: true,
		sameSite: 'lax',
		secure: isSecure,
		maxAge: ONE_DAY_SECONDS,
		secrets: cookieKeys,
	})
}

/** The draft's id; null when there is no cookie, or none of our keys signed it. */
export async function readDraftId(request: Request, cookieKeys: string[]): Promise<string | null> {
	const value: unknown = await draftCookie(request, cookieKeys).parse(request.headers.get('cookie'))
	return typeof value === 'string' && value !== '' ? value : null
}

/** The `Set-Cookie` value that names a draft from now on. */
export function draftCookieHeader(request: Request, cookieKeys: string[], draftId: string): Promise<string> {
	return draftCookie(request, cookieKeys).serialize(draftId)
}

/** The `Set-Cookie` value that makes this browser forget its draft. */
export function endedDraftCookieHeader(request: Request, cookieKeys: string[]): Promise<string> {
	return draftCookie(request, cookieKeys).serialize('', { maxAge: 0 })
}
