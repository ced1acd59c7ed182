import { type BranchHandler, type MakeContext, withChanges } from './branch-handler.ts'

/** Posted to by Paystack and by no page: what it sends is judged by its signature. */
const WEBHOOK_PATH = '/webhooks/paystack'
/** A mail program posts here by itself (RFC 8058): only the signed link counts, which no page of another site has. */
const MESSAGES_PATH = '/messages/'
/** Asked by programs: only the key of their header counts, which no page of another site has. */
const API_PATH = '/api/v1/'

/**
 * Whether a request that changes something comes from another site's page (W25). Browsers say
 * so themselves in Sec-Fetch-Site; older ones name an Origin; the oldest at least a Referer. A request that names
 * nothing is refused: no page of ours sends such a one.
 */
export function isCrossSiteRequest(request: Request): boolean {
	if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return false
	const { origin: own, pathname } = new URL(request.url)
	if (request.method === 'POST' && pathname === WEBHOOK_PATH) return false
	const origin = request.headers.get('origin')
	if (origin !== null && origin !== own) return true
	if (pathname.startsWith(API_PATH)) return false
	if (request.method === 'POST' && pathname.startsWith(MESSAGES_PATH)) return false
	const site = request.headers.get('sec-fetch-site')
	if (site !== null) return site !== 'same-origin' && site !== 'none'
	if (origin !== null) return false
	const referer = request.headers.get('referer')
	return referer === null || !URL.canParse(referer) || new URL(referer).origin !== own
}

/** Shows the page that says so, without having read the form. A program's request gets the bare status. */
export async function refuseCrossSiteRequest(
	request: Request,
	handle: BranchHandler,
	makeContext: MakeContext,
): Promise<Response> {
	const { pathname } = new URL(request.url)
	if (pathname.endsWith('.data')) return new Response(null, { status: 403 })
	const page = new Request(new URL('/', request.url), { headers: { accept: 'text/html' } })
	return handle(page, withChanges(makeContext, { isCrossSiteRequest: true }))
}
