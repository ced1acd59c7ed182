import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { hashSecretToken, isSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { readFeed } from '#app/flows/shop/feeds.server.ts'
import { calendarHost } from '#app/http/calendar-answer.server.ts'
import { isKnownEtag } from '#app/http/known-etag.ts'
import { WRITES_WAIT } from '#app/http/too-many-requests.ts'
import { contentId } from '#app/kernel/id.server.ts'

/**
 * The visits of a shop or of one person, for a calendar that knows the secret of the address. It reads no cookie and
 * sets none. What never was a feed and what is one no more are answered alike.
 */
export async function loader({ request, params: { secret = '' }, context }: LoaderFunctionArgs) {
	if (!isSecretToken(secret)) return noFeed()
	const secretHash = hashSecretToken(secret)
	// A calendar service reads the feeds of many shops from one network: each feed has its own limit.
	if (!(await context.passesEdgeRateLimit(secretHash)))
		return new Response(null, { status: 429, headers: { 'retry-after': String(WRITES_WAIT) } })
	const host = calendarHost(request, context)
	const file = await readFeed(context, { secretHash, host, now: context.now() })
	if (file === null) return noFeed()
	const etag = `"${await contentId(file)}"`
	// The calendar may keep it and ask whether it has changed; no cache on the way may.
	const headers = { etag, 'cache-control': 'private, no-cache' }
	if (isKnownEtag(request.headers.get('if-none-match'), etag))
		return new Response(null, { status: 304, headers })
	return new Response(file, { headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' } })
}

function noFeed(): Response {
	return new Response('There is no calendar here.', {
		status: 404,
		headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
	})
}
