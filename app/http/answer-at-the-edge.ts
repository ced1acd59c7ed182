import { isLoopback } from '#app/kernel/loopback.ts'
import { plainAnswer } from './around-remix.ts'
import type { SecurityOptions } from './security-headers.ts'

/** Answers a request that needs no page, or that is out of bounds, before Remix sees it (W10); else null. */
export function answerAtTheEdge(
	request: Request,
	{ settings, cspNonce }: { settings: Pick<SecurityOptions, 'environment'>; cspNonce: string },
): Response | null {
	const url = new URL(request.url)
	const location = httpsAddress(url, settings.environment)
	if (location !== null) return new Response(null, { status: 308, headers: { location } })
	if (isAddressOutOfBounds(url)) return smallPage(url.pathname === '/__manifest' ? 400 : 404, cspNonce)
	// Remix 2 still answers these requests of older pages, past our routes. None of our pages sends them.
	if (url.searchParams.has('_data')) return plainAnswer(400)
	return null
}

/** Our deepest address has three segments. */
const MAX_SEGMENTS = 8
/** Our longest address ends with a signed token. */
const MAX_PATH_LENGTH = 2_000
/** Links of one page that Remix's script looks up at once. */
const MAX_MANIFEST_PATHS = 40

/**
 * True far beyond our own addresses (W10). Remix matches every ancestor of a path: thousands of segments cost a second
 * of CPU, and a long segment quadratic time.
 */
export function isAddressOutOfBounds({ pathname, searchParams }: URL): boolean {
	if (isTooDeep(pathname)) return true
	if (pathname !== '/__manifest') return false
	const paths = searchParams.getAll('p')
	return paths.length > MAX_MANIFEST_PATHS || paths.some(isTooDeep)
}

function isTooDeep(path: string): boolean {
	if (path.length > MAX_PATH_LENGTH) return true
	return path.replace(/^\//, '').split('/', MAX_SEGMENTS + 1).length > MAX_SEGMENTS
}

/** The https address of a plain http request in production; else null (S20). */
export function httpsAddress(url: URL, environment: string): string | null {
	if (environment !== 'production' || url.protocol !== 'http:' || isLoopback(url)) return null
	return `https:${url.href.slice('http:'.length)}`
}

const words = {
	400: ['We couldn’t read that', 'The link was not complete. Please go back and try again.'],
	404: ['Oops! Page not found', 'The link may be old or mistyped.'],
} as const

/** A page without Remix, for requests that must cost nothing, in the error page's words. */
function smallPage(status: keyof typeof words, nonce: string): Response {
	const [title, text] = words[status]
	const html = `<!DOCTYPE html><html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style nonce="${nonce}">:root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:26rem;margin:20vh auto;padding:0 1.5rem;text-align:center}a{display:inline-block;padding:.75rem}</style></head><body><main><h1>${title}</h1><p>${text}</p><a href="/">Return to Home</a></main></body></html>`
	return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
