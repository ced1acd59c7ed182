import { isLoopback } from '#app/kernel/loopback.ts'

/** The https address of a plain http request in production; else null (S20). */
export function httpsAddress(url: URL, environment: string): string | null {
	if (environment !== 'production' || url.protocol !== 'http:' || isLoopback(url)) return null
	return `https:${url.href.slice('http:'.length)}`
}
