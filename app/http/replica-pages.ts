import { pagePath } from './route-name.ts'

/**
 * The pages that a replica may answer (docs/decisions/097). All others read the primary, every new page too until it is
 * listed.
 */
const REPLICA_PAGES = new RegExp(
	`^/(${[
		'',
		'discover',
		'business/[^/]+(/report)?',
		'plans(/[^/]+)?',
		'sessions(/[^/]+/book)?',
		'booking(/(service-selection|staff-selection|time-selection|month|wait|change|reschedule))?',
		'appointments(/review)?',
		'favorites',
		'my-services',
		'notifications',
		'profile',
		'loyalty-enrollment',
		'loyalty-program/[^/]+',
		'rewards',
		'subscriptions(/[^/]+(/(cancel|pause))?)?',
		'transactions(/[^/]+)?',
		'wallet(/(cards|cashback|recent|refer|reward/[^/]+))?',
	].join('|')})$`,
)

/** Parameters of links in mails and calendars: such a page often follows another sender's write. */
const LINK_PARAMETERS = ['visit', 'link', 'token']

/** Pages that show another sender's write: a provider's webhook, or the mailbox owner's other browser. */
const AFTER_ANOTHER =
	/^\/(booking\/(payment-success|complete-booking|confirmation|claim|wait\/[^/]+)|plans\/started|verify-email|reset-password|messages\/[^/]+)$/

/** These pages redirect a signed-in customer to a page that must know the session too, or both would loop. */
const SIGNED_OUT_PAGES = /^\/(login|register|forgot-password)$/

type Input = Pick<Request, 'method' | 'url'>

/** Whether a replica may answer this request's reads. */
export function mayReadReplica({ method, url }: Input): boolean {
	const { pathname, searchParams } = new URL(url)
	if (method !== 'GET' && method !== 'HEAD') return false
	if (LINK_PARAMETERS.some((name) => searchParams.has(name))) return false
	const path = pagePath(pathname)
	return REPLICA_PAGES.test(path) && !AFTER_ANOTHER.test(path)
}

/**
 * Whether the browser's next pages must not fall behind this request: after its posts, and after pages with another
 * sender's writes.
 */
export function leavesBookmark({ method, url }: Input): boolean {
	const { pathname, searchParams } = new URL(url)
	// Programs keep no cookies, and a kiosk reads only the primary.
	if (/^\/(api|webhooks|kiosk)(\/|\.|$)/.test(pathname)) return false
	if (method !== 'GET' && method !== 'HEAD') return true
	if (LINK_PARAMETERS.some((name) => searchParams.has(name))) return true
	const path = pagePath(pathname)
	return AFTER_ANOTHER.test(path) || SIGNED_OUT_PAGES.test(path)
}
