/** The value of a cookie as the browser sent it; null when there is none. The first one counts, as in every parser. */
export function readCookie(request: Request, name: string): string | null {
	for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
		const at = pair.indexOf('=')
		if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
	}
	return null
}
