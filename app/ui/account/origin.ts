import { useSearchParams } from '@remix-run/react'

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

/**
 * Keys of `origins`, the nearest page first: 'rewards.wallet'. Nothing else is accepted, so no link leaves the app.
 */
export type Trail = string

const MAX_PAGES = 4

/** Reads `?back=…`; null for anything that is no trail. */
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

export function withTrail(path: string, trail: Trail | null): string {
	return trail === null ? path : `${path}${path.includes('?') ? '&' : '?'}back=${trail}`
}

/** The trail that a page's links carry: the page itself, then where the customer came from. */
export function useTrailFrom(page: Origin): Trail {
	const trail = useTrail()
	return [page, ...(trail?.split('.') ?? [])].slice(0, MAX_PAGES).join('.')
}

/** The target of the page's Back: where the customer came from, else `usual` (L34). */
export function useBack(usual: Origin | { to: string; label: string }): { to: string; label: string } {
	const [page, ...before] = useTrail()?.split('.') ?? []
	if (page === undefined) return typeof usual === 'string' ? origins[usual] : usual
	const { to, label } = origins[page as Origin]
	return { to: withTrail(to, before.length > 0 ? before.join('.') : null), label }
}
