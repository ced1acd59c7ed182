import type { HeadersFunction } from '@remix-run/cloudflare'

/** For the `headers` of a route that can answer 429: Remix drops an action's headers otherwise. */
export const retryAfterHeader: HeadersFunction = ({ actionHeaders }): HeadersInit => {
	const seconds = actionHeaders.get('retry-after')
	return seconds === null ? {} : { 'retry-after': seconds }
}
