/**
 * The request as Remix may see it, after ours has judged where it comes from. Remix compares `Origin` with
 * `X-Forwarded-Host`, which a proxy or a stranger writes, and with `Host`, which may name the port that the address
 * leaves out: where they differ it throws, and every form would answer 500 (F8).
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
 * Remix refuses every other method before a route sees it, as bare text. The API takes such a request as OPTIONS,
 * which no call of it takes, and answers with a problem (O9).
 */
const methodsOfRemix = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
