/**
 * A way back that stays on this site: the path when it is a relative one, else the fallback. Refuses '//host',
 * '/\host', schemes and control characters, which browsers read as another site (no open redirect).
 */
export function returnPath(wanted: string | null, fallback: string): string {
	if (!wanted || wanted.length > 1_000 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return fallback
	return wanted
}

/** '/login?redirectTo=…' for a page that needs an account, keeping the way back. */
export function loginPath(url: URL): string {
	const wanted = returnPath(url.pathname + url.search, '/')
	return `/login?redirectTo=${encodeURIComponent(wanted)}`
}
