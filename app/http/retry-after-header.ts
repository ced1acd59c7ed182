import type { HeadersFunction } from '@remix-run/cloudflare'

/** For the `headers` of a route that can answer 429: a page drops what its action says, unless it is passed on. */
export const retryAfterHeader: HeadersFunction = ({ actionHeaders }): HeadersInit => {
	const seconds = actionHeaders.get('retry-after')
	return seconds === null ? {} : { 'retry-after': seconds }
}
