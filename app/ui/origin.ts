import { useSearchParams } from '@remix-run/react'

/**
 * Pages that lead to one that others lead to as well. An address names one by its word here, so it leads nowhere
 * else.
 */
const origins = {
	wallet: { to: '/wallet', label: 'Wallet' },
	cards: { to: '/wallet/cards', label: 'All cards' },
	profile: { to: '/profile', label: 'Profile' },
	services: { to: '/my-services', label: 'My Services' },
	appointments: { to: '/appointments', label: 'My Appointments' },
	subscriptions: { to: '/subscriptions', label: 'My Subscriptions' },
	transactions: { to: '/transactions', label: 'All Transactions' },
} as const
export type Origin = keyof typeof origins

/** Where the customer came from, as `?back=…` says; null for any other word. */
export function readOrigin(params: URLSearchParams): Origin | null {
	const word = params.get('back') ?? ''
	return Object.hasOwn(origins, word) ? (word as Origin) : null
}

/** What the page's Back leads to: where the customer came from, else to where the page is usually opened (L34). */
export function useBack(usual: Origin) {
	const [params] = useSearchParams()
	return origins[readOrigin(params) ?? usual]
}
