/** The first cookie of this name counts, as in every parser; null for none. */
export function readCookie(request: Request, name: string): string | null {
	for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
		const at = pair.indexOf('=')
		if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
	}
	return null
}
