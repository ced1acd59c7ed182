/**
 * A way back that stays on this site: the path when it is a relative one, else the fallback. Refuses '//host',
 * '/\host', schemes and control characters, which browsers read as another site (no open redirect).
 */
export function returnPath(wanted: string | null, fallback: string): string {
	if (!wanted || wanted.length > 1_000 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return fallback
	// Browsers take dots out of a path, and a script that reads '/..//host' from the address then has '//host'.
	return new URL(wanted, 'https://own.example').pathname.startsWith('//') ? fallback : wanted
}

/** '/login?redirectTo=…' for a page that needs an account, keeping the way back. */
export function loginPath(url: URL): string {
	const wanted = returnPath(url.pathname + url.search, '/')
	return `/login?redirectTo=${encodeURIComponent(wanted)}`
}
