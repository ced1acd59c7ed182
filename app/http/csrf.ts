import { type BranchHandler, type MakeContext, withChanges } from './branch-handler.ts'

/** Paystack posts here; its signature decides. */
const WEBHOOK_PATH = '/webhooks/paystack'
/** Mail programs post here (RFC 8058); the signed link decides. */
const MESSAGES_PATH = '/messages/'
/** Programs call it; the key in the header decides. */
const API_PATH = '/api/v1/'

/**
 * Whether a changing request comes from another site's page (W25). Browsers send Sec-Fetch-Site, older ones Origin, the
 * oldest Referer. None of them is refused.
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

/** Shows the page of this refusal, with the form unread. A program gets the bare status. */
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
