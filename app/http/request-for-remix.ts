/**
 * The request for Remix, after our cross-site check. Remix compares `Origin` with `X-Forwarded-Host`, which anyone may
 * send, and with `Host`, which may add a port. It throws where they differ, and every form would answer 500 (F8).
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
 * Remix refuses other methods as bare text, before a route sees them. The API gets such a request as OPTIONS, which no
 * call takes, and answers with a problem (O9).
 */
const methodsOfRemix = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
