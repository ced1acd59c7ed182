import { isAddressOutOfBounds } from './address-limits.ts'
import { httpsAddress } from './https-only.ts'
import type { SecurityOptions } from './security-headers.ts'
import { smallPage } from './small-page.ts'
import { plainAnswer } from './word-remix-errors.ts'

/** Answers that need no page, bounded before Remix sees the request (W10). Null for all others. */
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
