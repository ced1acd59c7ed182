import { isLoopback } from '#app/kernel/loopback.ts'

type WebhookUrlProblem = 'url_not_https' | 'host_not_public' | 'host_is_ours'

export const webhookUrlProblemWords: Record<WebhookUrlProblem, string> = {
	url_not_https: 'Give an address that starts with https:// and has no user name or password.',
	host_not_public: 'Give a public host name, not an IP address or a name on a private network.',
	host_is_ours: 'This is one of our own addresses. Give one of yours.',
}

/** Hosts of private networks. */
const insideNetworks = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|invalid|onion)$/

/**
 * Null for a good address. `URL` has turned every spelling of an IPv4 address into four numbers. Outside of production
 * loopback is allowed over http.
 */
export function webhookUrlProblem(
	url: URL,
	{ ownOrigins, isProduction }: { ownOrigins: readonly string[]; isProduction: boolean },
): WebhookUrlProblem | null {
	const host = url.hostname.replace(/\.+$/, '')
	if (!isProduction && isLoopback(url)) return ownOrigins.includes(url.origin) ? 'host_is_ours' : null
	if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return 'url_not_https'
	if (ownOrigins.some((origin) => isWithin(host, new URL(origin).hostname))) return 'host_is_ours'
	const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host)
	if (isAddress || !host.includes('.') || insideNetworks.test(host)) return 'host_not_public'
	return null
}

function isWithin(host: string, own: string): boolean {
	return host === own || host.endsWith(`.${own}`)
}
