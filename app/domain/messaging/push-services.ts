import { isLoopback } from '#app/kernel/loopback.ts'

/** Of Chrome, Firefox, Edge and Safari. */
const services = [
	/^fcm\.googleapis\.com$/,
	/^updates\.push\.services\.mozilla\.com$/,
	/\.push\.services\.mozilla\.com$/,
	/\.notify\.windows\.com$/,
	/\.push\.apple\.com$/,
]

/**
 * Only https to a known service: a customer cannot choose a server for the app to call (S1). Outside of production
 * loopback is allowed, for the sandbox.
 */
export function isKnownPushService(endpoint: string, { isProduction }: { isProduction: boolean }): boolean {
	if (!URL.canParse(endpoint)) return false
	const url = new URL(endpoint)
	if (url.username !== '' || url.password !== '') return false
	if (!isProduction && isLoopback(url)) return true
	return url.protocol === 'https:' && url.port === '' && services.some((host) => host.test(url.hostname))
}
