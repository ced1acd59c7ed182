import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { hashSecretToken, isSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { readFeed } from '#app/flows/shop/feeds.server.ts'
import { WRITES_WAIT } from '#app/http/busy-answers.ts'
import { calendarHost } from '#app/http/calendar-answer.server.ts'
import { isKnownEtag } from '#app/http/known-etag.ts'
import { contentId } from '#app/kernel/id.server.ts'

/**
 * Appointments of a shop or a person, for a calendar with the secret address. No cookie is read or set. An ended feed
 * and an unknown one get the same answer.
 */
export async function loader({ request, params: { secret = '' }, context }: LoaderFunctionArgs) {
	if (!isSecretToken(secret)) return noFeed()
	const secretHash = hashSecretToken(secret)
	// A calendar service reads many shops' feeds from one network, so each feed has its own limit.
	if (!(await context.passesEdgeRateLimit(secretHash)))
		return new Response(null, { status: 429, headers: { 'retry-after': String(WRITES_WAIT) } })
	const host = calendarHost(request, context)
	const file = await readFeed(context, { secretHash, host, now: context.now() })
	if (file === null) return noFeed()
	const etag = `"${await contentId(file)}"`
	// The calendar may store and revalidate the feed; shared caches may not.
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
