import { exampleAddress, type ServedRoute } from './route-table.ts'

/**
 * Who may open a route (D7). 'signed-out' leads members home. A program signs its posts, and a kiosk is a device of a
 * shop.
 */
export type Audience = 'everybody' | 'signed-out' | 'guests' | 'members' | 'programs' | 'kiosks'

/** All other routes but a kiosk's are for members, so that a forgotten guard fails a test. */
const openRoutes: Record<string, Exclude<Audience, 'members' | 'kiosks'>> = {
	'routes/_index': 'everybody',
	'routes/reset-password': 'everybody',
	'routes/verify-email': 'everybody',
	'routes/messages.$token': 'everybody',
	'routes/auth.login': 'everybody',
	'routes/logout': 'everybody',
	'routes/guest-banner': 'everybody',
	'routes/push': 'guests',
	'routes/receipt': 'guests',
	'routes/privacy': 'everybody',
	'routes/terms': 'everybody',
	'routes/for-shops': 'everybody',
	'routes/for-shops_.confirm': 'everybody',
	'routes/payouts.stop': 'everybody',
	'routes/offline': 'everybody',
	'routes/kept': 'everybody',
	'routes/tickets.($name)': 'everybody',
	'routes/tickets_.$name_.visit[.]ics': 'everybody',
	'routes/sw[.]js': 'everybody',
	'routes/healthz': 'everybody',
	'routes/readyz': 'everybody',
	'routes/[.]well-known.security[.]txt': 'everybody',
	'routes/[.]well-known.change-password': 'everybody',
	'routes/robots[.]txt': 'everybody',
	'routes/sitemap[.]xml': 'guests',
	'routes/sitemaps.$part': 'guests',
	'routes/s.$slug': 'guests',
	'routes/d.$code': 'everybody',
	'routes/s.$slug_.qr': 'guests',
	'routes/login': 'signed-out',
	'routes/register': 'signed-out',
	'routes/forgot-password': 'signed-out',
	'routes/discover': 'guests',
	'routes/business.$shopId': 'guests',
	'routes/business.$shopId_.report': 'guests',
	'routes/business.$shopId_.photos.$placeId': 'guests',
	'routes/business.$shopId_.photo-report': 'guests',
	'routes/plans._index': 'guests',
	'routes/plans.$planId': 'guests',
	'routes/plans.started': 'guests',
	'routes/booking._index': 'guests',
	'routes/booking.service-selection': 'guests',
	'routes/booking.staff-selection': 'guests',
	'routes/booking.time-selection': 'guests',
	'routes/booking.month': 'guests',
	'routes/booking.checkout': 'guests',
	'routes/booking.wait': 'guests',
	'routes/booking.payment-success': 'guests',
	'routes/booking.complete-booking': 'guests',
	'routes/booking.confirmation': 'guests',
	'routes/booking.find': 'guests',
	'routes/privacy_.erase': 'guests',
	'routes/booking.claim': 'everybody',
	'routes/booking.problem': 'guests',
	'routes/booking.calendar[.]ics': 'guests',
	'routes/booking.reschedule': 'guests',
	'routes/booking.change': 'guests',
	'routes/feeds.$secret.calendar[.]ics': 'everybody',
	'routes/webhooks.paystack': 'programs',
	'routes/api.v1.$': 'programs',
	'routes/photos.$photoId.($size)': 'everybody',
}

/** The page of a route at one address. */
export type PageView = {
	routeId: string
	name: string
	address: string
	status: number
	isForMembers: boolean
}

type PageCase = { name: string; address: string /** By default 200. */; status?: number }

const missing = (page: string, address: string): PageCase => ({
	name: `${page}-not-found`,
	address,
	status: 404,
})

/** Pages at addresses with more than their route: parameters, a search, an old link. */
const pageCases: Record<string, readonly PageCase[]> = {
	'routes/_index': [{ name: 'landing', address: '/' }],
	'routes/discover': [
		{ name: 'discover', address: '/discover' },
		{ name: 'discover-distances', address: '/discover?near=Yaba' },
		{ name: 'discover-unknown-place', address: '/discover?near=Atlantis' },
		{ name: 'discover-empty', address: '/discover?q=nothing+like+this' },
	],
	'routes/business.$shopId': [
		{ name: 'business', address: '/business/ade-hair-studio' },
		{ name: 'business-long-name', address: '/business/mama-iyabo' },
		{ name: 'business-without-services', address: '/business/zuma-nail-bar' },
		missing('business', '/business/unknown'),
	],
	'routes/s.$slug_.qr': [{ name: 'poster', address: '/s/mama-iyabo/qr' }, missing('poster', '/s/unknown/qr')],
	'routes/business.$shopId_.photos.$placeId': [missing('photos', '/business/ade-hair-studio/photos/shop')],
	'routes/business.$shopId_.photo-report': [
		missing('photo-report', '/business/ade-hair-studio/photo-report'),
	],
	'routes/business.$shopId_.report': [missing('report', '/business/ade-hair-studio/report')],
	'routes/booking.service-selection': [
		{ name: 'services-none', address: '/booking/service-selection?shop=zuma-nail-bar' },
	],
	'routes/booking.checkout': [{ name: 'checkout-without-service', address: '/booking/checkout' }],
	'routes/booking.find': [
		{ name: 'booking-find', address: '/booking/find' },
		{ name: 'booking-links-sent', address: '/booking/find?sent' },
	],
	'routes/privacy_.erase': [
		{ name: 'erase-guest', address: '/privacy/erase' },
		{ name: 'erase-link-sent', address: '/privacy/erase?sent' },
		{ name: 'erase-done', address: '/privacy/erase?erased' },
		{ name: 'erase-link-over', address: '/privacy/erase?token=old' },
	],
	'routes/for-shops': [
		{ name: 'for-shops', address: '/for-shops' },
		{ name: 'for-shops-sent', address: '/for-shops?sent' },
	],
	'routes/for-shops_.confirm': [
		{ name: 'for-shops-link-over', address: '/for-shops/confirm?token=old', status: 422 },
	],
	'routes/payouts.stop': [{ name: 'payout-stop-link-over', address: '/payouts/stop?token=old', status: 404 }],
	'routes/booking.claim': [{ name: 'claim-link-ended', address: '/booking/claim?link=old', status: 422 }],
	'routes/booking.problem': [missing('problem', '/booking/problem?visit=old')],
	'routes/reset-password': [
		{ name: 'reset-link-invalid', address: '/reset-password?token=old', status: 422 },
	],
	'routes/verify-email': [{ name: 'verify-link-invalid', address: '/verify-email?token=old', status: 422 }],
	'routes/messages.$token': [missing('message-choice', '/messages/old')],
	'routes/appointments_.review': [missing('review', '/appointments/review')],
	'routes/loyalty-enrollment': [
		{ name: 'loyalty-enrollment', address: '/loyalty-enrollment' },
		{ name: 'loyalty-enrollment-empty', address: '/loyalty-enrollment?q=nothing+like+this' },
		{ name: 'loyalty-enrollment-old-link', address: '/loyalty-enrollment?cursor=old', status: 400 },
	],
	'routes/loyalty-program.$programId': [
		{ name: 'loyalty-program', address: '/loyalty-program/ade-hair-studio-card' },
		{ name: 'loyalty-program-cashback', address: '/loyalty-program/ade-hair-studio-cashback' },
		{ name: 'loyalty-program-long-name', address: '/loyalty-program/mama-iyabo-card' },
		{ name: 'loyalty-program-ended', address: '/loyalty-program/palm-house-card' },
		missing('loyalty-program', '/loyalty-program/unknown'),
	],
	'routes/rewards': [
		{ name: 'rewards', address: '/rewards' },
		{ name: 'rewards-claimed', address: '/rewards?tab=claimed' },
		{ name: 'rewards-old-link', address: '/rewards?after=old', status: 400 },
	],
	'routes/rewards_.$rewardId.voucher': [missing('voucher', '/rewards/nothing/voucher')],
	'routes/wallet_.cards': [
		{ name: 'wallet-cards', address: '/wallet/cards' },
		{ name: 'wallet-cards-old-link', address: '/wallet/cards?after=old', status: 400 },
	],
	'routes/wallet_.code': [
		{ name: 'wallet-code-which-shop', address: '/wallet/code' },
		{ name: 'wallet-code', address: '/wallet/code?shop=ade-hair-studio' },
	],
	'routes/wallet_.reward.$milestoneId': [missing('wallet-reward', '/wallet/reward/nothing')],
	'routes/plans._index': [
		{ name: 'plans', address: '/plans' },
		{ name: 'plans-old-link', address: '/plans?after=old', status: 400 },
	],
	'routes/plans.$planId': [
		{ name: 'plan', address: '/plans/surulere-strength-plan-early-bird' },
		{ name: 'plan-withdrawn', address: '/plans/surulere-strength-plan-lunch-break' },
		missing('plan', '/plans/nothing'),
	],
	'routes/plans.$planId_.buy': [
		{ name: 'plan-buy', address: '/plans/surulere-strength-plan-early-bird/buy' },
		{ name: 'plan-buy-withdrawn', address: '/plans/surulere-strength-plan-lunch-break/buy', status: 409 },
		missing('plan-buy', '/plans/nothing/buy'),
	],
	'routes/plans.started': [{ name: 'plan-started-no-link', address: '/plans/started', status: 404 }],
	'routes/sessions': [
		{ name: 'sessions', address: '/sessions' },
		{ name: 'sessions-bookings', address: '/sessions?tab=bookings' },
		{ name: 'sessions-past', address: '/sessions?tab=bookings&show=past' },
		{ name: 'sessions-old-link', address: '/sessions?after=old', status: 400 },
		{ name: 'sessions-unknown-plan', address: '/sessions?plan=nothing', status: 404 },
	],
	'routes/sessions_.$sessionId.book': [missing('session', '/sessions/nothing/book')],
	'routes/d.$code': [missing('deposit', '/d/nothing')],
	'routes/booking.wait_.$place': [missing('wait-place', '/booking/wait/nothing')],
	'routes/sessions_.bookings.$bookingId.cancel': [
		missing('session-booking', '/sessions/bookings/nothing/cancel'),
	],
	'routes/sessions_.bookings.$bookingId.calendar': [
		missing('session-calendar', '/sessions/bookings/nothing/calendar'),
	],
	'routes/subscriptions': [
		{ name: 'subscriptions', address: '/subscriptions' },
		{ name: 'subscriptions-paused', address: '/subscriptions?status=paused' },
		{ name: 'subscriptions-old-link', address: '/subscriptions?status=old', status: 400 },
	],
	'routes/subscriptions_.$subscriptionId': [missing('subscription', '/subscriptions/nothing')],
	'routes/subscriptions_.$subscriptionId_.check-in': [
		missing('subscription-check-in', '/subscriptions/nothing/check-in'),
	],
	'routes/subscriptions_.$subscriptionId_.pause': [
		missing('subscription-pause', '/subscriptions/nothing/pause'),
	],
	'routes/subscriptions_.$subscriptionId_.cancel': [
		missing('subscription-cancel', '/subscriptions/nothing/cancel'),
	],
	'routes/transactions': [
		{ name: 'transactions', address: '/transactions' },
		{ name: 'transactions-none-in-range', address: '/transactions?from=2026-01-01&to=2026-01-31' },
		{
			name: 'transactions-to-before-from',
			address: '/transactions?from=2026-01-31&to=2026-01-01',
			status: 400,
		},
	],
	'routes/transactions_.$movement': [missing('receipt', '/transactions/paid.nothing')],
}

/** Pages that journeys of tests and pictures show. The budgets fail when no journey shows one. */
const shownByJourneys: readonly string[] = [
	'routes/booking.staff-selection',
	'routes/booking.time-selection',
	'routes/booking.month',
	'routes/booking.wait',
	'routes/booking.confirmation',
	'routes/booking.reschedule',
	'routes/booking.change',
	'routes/booking.payment-success',
	'routes/booking.complete-booking',
	// These always redirect.
	'routes/booking._index',
	'routes/s.$slug',
]

const notFound = { routeId: 'routes/$', name: 'not-found', address: '/no-such-page', status: 404 }

/** Members, unless listed; a kiosk's pages are known by their names. */
export function audienceOf({ id }: Pick<ServedRoute, 'id'>): Audience {
	return id.startsWith('routes/kiosk.') ? 'kiosks' : (openRoutes[id] ?? 'members')
}

/** Every page that its address alone shows: a route's cases, else its bare address. */
export function pageViews(routes: readonly ServedRoute[]): PageView[] {
	const views = routes.filter(isShownByItself).flatMap((route) => {
		const cases = pageCases[route.id] ?? [
			{ name: route.path.slice(1).replaceAll('/', '-'), address: exampleAddress(route.path) },
		]
		const isForMembers = audienceOf(route) === 'members'
		return cases.map((one) => ({ status: 200, ...one, routeId: route.id, isForMembers }))
	})
	return [...views, { ...notFound, isForMembers: false }]
}

/** A kiosk's pages need a device: separate tests and pictures show them. */
function isShownByItself(route: ServedRoute): boolean {
	return route.hasPage && !shownByJourneys.includes(route.id) && audienceOf(route) !== 'kiosks'
}

/** Pages with parameters and no case, and cases of routes that are gone. */
export function problemsOfPageCases(routes: readonly ServedRoute[]): string[] {
	const withoutCase = routes.filter(
		(route) => isShownByItself(route) && route.path.includes(':') && !(route.id in pageCases),
	)
	const named = new Set([...Object.keys(openRoutes), ...Object.keys(pageCases), ...shownByJourneys])
	const gone = [...named].filter((id) => !routes.some((route) => route.id === id))
	return [
		...withoutCase.map(({ id }) => `${id} has parameters and no case`),
		...gone.map((id) => `${id} is no route`),
	]
}
