import { DAY_MS } from '#app/kernel/instant.ts'
import type { ShopType } from '#app/kernel/vocabulary/discovery.ts'

/** How long the link that proves the e-mail works; a form without proof goes with it. */
export const SIGNUP_LINK_MS = 3 * DAY_MS
/** A proved form that is never decided is kept no longer. */
export const SIGNUP_WAITS_MS = 90 * DAY_MS
/** So long the link still tells what was decided. */
export const SIGNUP_DECIDED_MS = 30 * DAY_MS

/** What a shop calls itself, at each door. */
export const shopTypeNames: Record<ShopType, string> = {
	salon: 'Hair salon or barber',
	beauty: 'Beauty, nails or skin',
	spa: 'Spa or massage',
	coffee: 'Café',
	restaurant: 'Restaurant',
	retail: 'Shop',
}

/** What the form of a new shop may hold. The database keeps what fits, and pages stay short. */
export const signupLimits = {
	nameLetters: 80,
	addressLetters: 120,
	areaLetters: 60,
	cityLetters: 60,
	offerLetters: 300,
	reasonLetters: 300,
} as const
