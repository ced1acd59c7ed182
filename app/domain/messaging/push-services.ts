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
 * Only https to a known service: a customer cannot make the app call a server of their choice (S1). Outside of
 * production loopback is allowed, where the sandbox listens.
 */
export function isKnownPushService(endpoint: string, { isProduction }: { isProduction: boolean }): boolean {
	if (!URL.canParse(endpoint)) return false
	const url = new URL(endpoint)
	if (url.username !== '' || url.password !== '') return false
	if (!isProduction && isLoopback(url)) return true
	return url.protocol === 'https:' && url.port === '' && services.some((host) => host.test(url.hostname))
}
