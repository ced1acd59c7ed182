import { useSearchParams } from '@remix-run/react'

/** Pages that lead to one that others lead to as well. */
const origins = {
	wallet: { to: '/wallet', label: 'Wallet' },
	cards: { to: '/wallet/cards', label: 'All cards' },
	cashback: { to: '/wallet/cashback', label: 'Cashback Breakdown' },
	refer: { to: '/wallet/refer', label: 'Refer Friends' },
	code: { to: '/wallet/code', label: 'Your QR Code' },
	profile: { to: '/profile', label: 'Profile' },
	services: { to: '/my-services', label: 'My Services' },
	appointments: { to: '/appointments', label: 'My Appointments' },
	subscriptions: { to: '/subscriptions', label: 'My Subscriptions' },
	transactions: { to: '/transactions', label: 'All Transactions' },
	rewards: { to: '/rewards', label: 'My Rewards' },
	programs: { to: '/loyalty-enrollment', label: 'Join Programs' },
	plans: { to: '/plans', label: 'Plans' },
} as const
export type Origin = keyof typeof origins

/** Words of `origins`, the page before this one first: 'rewards.wallet'. They lead nowhere else. */
export type Trail = string

const MAX_PAGES = 4

/** Where the customer came from, as `?back=…` says; null where it says anything else. */
export function readTrail(params: URLSearchParams): Trail | null {
	const words = (params.get('back') ?? '').split('.')
	return words.length <= MAX_PAGES && words.every((word) => Object.hasOwn(origins, word))
		? words.join('.')
		: null
}

export function useTrail(): Trail | null {
	const [params] = useSearchParams()
	return readTrail(params)
}

/** An address that knows where the customer comes from. */
export function withTrail(path: string, trail: Trail | null): string {
	return trail === null ? path : `${path}${path.includes('?') ? '&' : '?'}back=${trail}`
}

/** What links of a page add to their addresses: the page itself, then where the customer had come from. */
export function useTrailFrom(page: Origin): Trail {
	const trail = useTrail()
	return [page, ...(trail?.split('.') ?? [])].slice(0, MAX_PAGES).join('.')
}

/** What the page's Back leads to: where the customer came from, else to where the page is usually opened (L34). */
export function useBack(usual: Origin | { to: string; label: string }): { to: string; label: string } {
	const [page, ...before] = useTrail()?.split('.') ?? []
	if (page === undefined) return typeof usual === 'string' ? origins[usual] : usual
	const { to, label } = origins[page as Origin]
	return { to: withTrail(to, before.length > 0 ? before.join('.') : null), label }
}
