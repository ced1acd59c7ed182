/**
 * The pages that a replica may answer, where one is set up (docs/decisions/097). A page that is not named here reads
 * the primary: what decides, what a program asks for, what has to end at once, and every new page until it is added.
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

/** What an address of a mail, a message or a calendar grants by: the page is often the first after another's write. */
const LINK_PARAMETERS = ['visit', 'link', 'token']

/** Pages that show what another sender has just written: a provider's webhook, or the owner of a mailbox elsewhere. */
const AFTER_ANOTHER =
	/^\/(booking\/(payment-success|complete-booking|confirmation|claim|wait\/[^/]+)|plans\/started|verify-email|reset-password|messages\/[^/]+)$/

/** They lead a customer whose session they know to a page that has to know it too, else back and forth for ever. */
const SIGNED_OUT_PAGES = /^\/(login|register|forgot-password)$/

type Input = Pick<Request, 'method' | 'url'>

/** Whether a replica may answer the reads of this request. */
export function mayReadReplica({ method, url }: Input): boolean {
	const { pathname, searchParams } = new URL(url)
	if (method !== 'GET' && method !== 'HEAD') return false
	if (LINK_PARAMETERS.some((name) => searchParams.has(name))) return false
	const path = pathOf(pathname)
	return REPLICA_PAGES.test(path) && !AFTER_ANOTHER.test(path)
}

/**
 * Whether the browser's next pages must not fall behind what this request saw of the primary: after its own posts, and
 * after the pages that show what another sender wrote.
 */
export function leavesBookmark({ method, url }: Input): boolean {
	const { pathname, searchParams } = new URL(url)
	// Programs keep no cookies, and a kiosk reads the primary alone.
	if (/^\/(api|webhooks|kiosk)(\/|\.|$)/.test(pathname)) return false
	if (method !== 'GET' && method !== 'HEAD') return true
	if (LINK_PARAMETERS.some((name) => searchParams.has(name))) return true
	const path = pathOf(pathname)
	return AFTER_ANOTHER.test(path) || SIGNED_OUT_PAGES.test(path)
}

/** The page's address: script asks for its data under a name of their own. */
function pathOf(pathname: string): string {
	return pathname
		.replace(/\.data$/, '')
		.replace(/^\/_root$/, '/')
		.replace(/(.)\/$/, '$1')
}
