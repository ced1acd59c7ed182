/**
 * A path on this site, else the fallback: no open redirect. Refuses '//host', '/\host', schemes and control characters.
 */
export function returnPath(wanted: string | null, fallback: string): string {
	if (!wanted || wanted.length > 1_000 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return fallback
	// Browsers remove dots: a script that reads '/..//host' from the address gets '//host'.
	return new URL(wanted, 'https://own.example').pathname.startsWith('//') ? fallback : wanted
}

/** '/login?redirectTo=…', which keeps the way back. */
export function loginPath(url: URL): string {
	const wanted = returnPath(url.pathname + url.search, '/')
	return `/login?redirectTo=${encodeURIComponent(wanted)}`
}

const guestFriendly = /^\/(discover|business|booking)(\/|\?|$)/

/** Where 'Continue as Guest' leads: to the wanted page, if guests may see it (D7). */
export function guestPath(wanted: string): string {
	return guestFriendly.test(wanted) ? wanted : '/discover'
}
