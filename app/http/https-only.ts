const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether an address leads to this machine itself, where there is no certificate and no line to listen on. */
export function isLoopback({ hostname }: URL): boolean {
	return loopback.test(hostname)
}

/** An address over https, for what came over plain http in production; null for all else (S20). */
export function httpsAddress(url: URL, environment: string): string | null {
	if (environment !== 'production' || url.protocol !== 'http:' || isLoopback(url)) return null
	return `https:${url.href.slice('http:'.length)}`
}
