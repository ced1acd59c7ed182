/** Pages that all visitors without cookies share. With a query they are too rare to be shared. */
const PUBLIC_PATH = /^\/(discover|business\/[\w-]{1,64}|privacy|terms|for-shops)?$/

/** Pages for search engines: the public pages, and the plans. */
const LISTED_PATH = /^\/(discover|business\/[\w-]{1,64}|plans(\/[\w-]{1,64})?|privacy|terms|for-shops)?$/

const SESSION_COOKIE = /(^|; *)(__Host-)?session=/
/** Discover shows the next appointment of this browser (L30). */
const APPOINTMENTS_COOKIE = /(^|; *)(__Host-)?visits=/

/** Whether search engines may list a page: no personal page, booking step or search result. */
export function mayBeListed({ url }: Pick<Request, 'url'>): boolean {
	const { pathname, searchParams } = new URL(url)
	return LISTED_PATH.test(pathname) && [...searchParams.keys()].every((name) => name === 'category')
}

/**
 * Whether the browser may keep a page for the way back: a public page without a place or message, of a signed-out
 * visitor (R50).
 */
export function mayBeKept(request: Request, { status, headers }: Response): boolean {
	const { pathname, searchParams } = new URL(request.url)
	if (request.method !== 'GET' || status !== 200 || !LISTED_PATH.test(pathname)) return false
	if (searchParams.has('lat') || searchParams.has('near')) return false
	const cookies = request.headers.get('cookie') ?? ''
	if (pathname === '/discover' && APPOINTMENTS_COOKIE.test(cookies)) return false
	return !SESSION_COOKIE.test(cookies) && !headers.has('set-cookie')
}

/** Whether a shared copy may answer, and be made of the answer. */
export function isPublicPage(request: Request): boolean {
	if (request.method !== 'GET' || request.headers.has('cookie')) return false
	return PUBLIC_PATH.test(new URL(request.url).pathname) && !request.url.includes('?')
}

/** A copy depends on the address, data saving, and the release, whose scripts it names. */
export function copyKey(
	{ url }: Request,
	{ saveData, version }: { saveData: boolean; version: string },
): string {
	return `${url}?copy=${encodeURIComponent(version)}${saveData ? '&save-data=on' : ''}`
}

/** The request without anything about its visitor. */
export function impersonal({ url }: Request, { saveData }: { saveData: boolean }): Request {
	return new Request(url, { headers: { accept: 'text/html', ...(saveData && { 'save-data': 'on' }) } })
}
