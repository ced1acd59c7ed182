import { DAY_MS } from '#app/kernel/instant.ts'
import type { ShopType } from '#app/kernel/vocabulary/discovery.ts'

/** The term of the link that proves the email; an unproved form goes with it. */
export const SIGNUP_LINK_MS = 3 * DAY_MS
/** The term of a proved form that is not decided. */
export const SIGNUP_WAITS_MS = 90 * DAY_MS
/** The link still shows the decision for this long. */
export const SIGNUP_DECIDED_MS = 30 * DAY_MS

export const shopTypeNames: Record<ShopType, string> = {
	salon: 'Hair salon or barber',
	beauty: 'Beauty, nails or skin',
	spa: 'Spa or massage',
	coffee: 'Café',
	restaurant: 'Restaurant',
	retail: 'Shop',
}

export const signupLimits = {
	nameLetters: 80,
	addressLetters: 120,
	areaLetters: 60,
	cityLetters: 60,
	offerLetters: 300,
	reasonLetters: 300,
} as const
