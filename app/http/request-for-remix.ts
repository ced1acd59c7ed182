/**
 * The request as Remix may see it, after ours has judged where it comes from. Remix compares `Origin` with
 * `X-Forwarded-Host`, which a proxy or anybody writes, and with `Host`, which may name the port that the address leaves
 * out: where they differ it throws, and every form would answer 500 (F8).
 */
export function requestForRemix(request: Request): Request {
	const { host } = new URL(request.url)
	const { headers } = request
	if (!headers.has('x-forwarded-host') && headers.get('host') === host) return request
	const changed = new Headers(headers)
	changed.delete('x-forwarded-host')
	changed.set('host', host)
	return new Request(request, { headers: changed })
}
