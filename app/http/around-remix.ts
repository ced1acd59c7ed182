import type { ServerBuild } from '@remix-run/cloudflare'

/**
 * The request for Remix, after our cross-site check. Remix throws where `Origin` differs from `X-Forwarded-Host` or
 * `Host`, and every form would answer 500 (F8).
 */
export function requestForRemix(request: Request): Request {
	const { host, pathname } = new URL(request.url)
	const { headers } = request
	const isUnknown = pathname.startsWith('/api/') && !methodsOfRemix.includes(request.method)
	if (!isUnknown && !headers.has('x-forwarded-host') && headers.get('host') === host) return request
	const changed = new Headers(headers)
	changed.delete('x-forwarded-host')
	changed.set('host', host)
	return new Request(request, { headers: changed, ...(isUnknown && { method: 'OPTIONS' }) })
}

/**
 * Remix refuses other methods as bare text. The API gets such a request as OPTIONS, which no call takes, and answers
 * with a problem (O9).
 */
const methodsOfRemix = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const sentences: Record<number, string> = {
	400: 'We could not read this request.',
	403: 'This request is not allowed here.',
	404: 'There is nothing at this address.',
	405: 'This address does not accept this kind of request.',
}

type Module = NonNullable<ServerBuild['routes'][string]>['module']

export function withModules(build: ServerBuild, change: (module: Module, id: string) => Module): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => [
		id,
		route && { ...route, module: change(route.module, id) },
	])
	return { ...build, routes: Object.fromEntries(routes) }
}

/** Replaces Remix's own 'Unexpected Server Error' for odd methods of an address without a page (F14). */
export function wordRemixErrors(response: Response): Response {
	const isLastResort = response.status === 500 && response.headers.get('content-type') === 'text/plain'
	if (!isLastResort && !response.headers.has('x-remix-error')) return response
	return plainAnswer(response.status)
}

/** One plain sentence, for programs and addresses without a page. */
export function plainAnswer(status: number): Response {
	const sentence = sentences[status] ?? 'Something went wrong on our side. Please try again in a moment.'
	return new Response(sentence, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
