import { isLoopback } from '#app/kernel/loopback.ts'

/** An address over https, for what came over plain http in production; null for all else (S20). */
export function httpsAddress(url: URL, environment: string): string | null {
	if (environment !== 'production' || url.protocol !== 'http:' || isLoopback(url)) return null
	return `https:${url.href.slice('http:'.length)}`
}
