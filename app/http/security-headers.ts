export interface SecurityOptions {
	nonce: string
	environment: 'development' | 'test' | 'production'
	/** Other hosts that a form may lead to, also by redirect: the payment page. */
	formHosts?: readonly string[]
	/** The path: other sites learn no address of the kiosk, and one kiosk page uses the camera. */
	pathname?: string
	/** See `mayBeListed`. */
	isListed?: boolean
	/** See `mayBeKept`. */
	isKept?: boolean
}

const isOfKiosk = (pathname: string) => /^\/kiosk(\/|\.|$)/.test(pathname)
/** A mailed link that acts: no other origin gets its token. */
const isActingLink = (pathname: string) => /^\/payouts\/stop(\.data)?$/.test(pathname)
const mayScan = (pathname: string) => pathname === '/kiosk/scan'
/** A shop's photo is public: its own site may show it (S38). */
const isOfAnySite = (pathname: string) => pathname.startsWith('/photos/')

/**
 * Scripts and styles run only with this page's nonce, so there are no `style` attributes. The development server
 * injects its own and gets a wider policy.
 */
export function securityHeaders(input: SecurityOptions): Record<string, string> {
	const { nonce, environment, formHosts = [], pathname = '', isListed = false } = input
	const inDevelopment = environment === 'development'
	const policy = {
		'default-src': ["'none'"],
		'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
		'style-src': inDevelopment ? ["'self'", "'unsafe-inline'"] : [`'nonce-${nonce}'`],
		'img-src': ["'self'", 'data:'],
		'connect-src': inDevelopment ? ["'self'", 'ws:'] : ["'self'"],
		'manifest-src': ["'self'"],
		'worker-src': ["'self'"],
		'base-uri': ["'none'"],
		'form-action': ["'self'", ...formHosts],
		'frame-ancestors': ["'none'"],
	}
	return {
		'content-security-policy': Object.entries(policy)
			.map(([name, sources]) => `${name} ${sources.join(' ')}`)
			.join('; '),
		'cross-origin-opener-policy': 'same-origin',
		'cross-origin-resource-policy': isOfAnySite(pathname) ? 'cross-origin' : 'same-origin',
		'permissions-policy': `geolocation=(self), camera=${mayScan(pathname) ? '(self)' : '()'}, microphone=(), payment=()`,
		// 'no-referrer' would make forms send `Origin: null`, which Remix refuses (A3).
		'referrer-policy':
			isOfKiosk(pathname) || isActingLink(pathname) ? 'same-origin' : 'strict-origin-when-cross-origin',
		'x-content-type-options': 'nosniff',
		...(isListed ? {} : { 'x-robots-tag': 'noindex' }),
		...(environment === 'production'
			? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
			: {}),
	}
}

/** Retry-After of a busy or silent database. */
const COME_AGAIN_SECONDS = 5

/** Pages with a nonce or personal data are not stored, unless the answer allows it. */
export function withSecurityHeaders(response: Response, options: SecurityOptions): Response {
	// A redirect's own headers cannot be changed: copy.
	const headers = new Headers(response.headers)
	for (const [name, value] of Object.entries(securityHeaders(options))) headers.set(name, value)
	if (!headers.has('cache-control'))
		headers.set('cache-control', options.isKept ? 'private, no-cache' : 'no-store')
	if (response.status === 503 && !headers.has('retry-after'))
		headers.set('retry-after', String(COME_AGAIN_SECONDS))
	return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
