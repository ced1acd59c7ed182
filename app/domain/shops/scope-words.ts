import type { ShopScope } from '#app/kernel/vocabulary/shops.ts'

/** What a key may do, in words for its owner. */
export const scopeWords: Record<ShopScope, string> = {
	'appointments:read': 'See visits, and who comes',
	'appointments:write': 'Book, move and close visits',
	'customers:read': 'See the list of customers',
	'codes:use': 'Check codes, rewards and check-ins',
	'catalogue:read': 'See services, people and hours',
	'catalogue:write': 'Change services, people and hours',
	'sessions:read': 'See plans and sessions',
	'sessions:write': 'Change plans and sessions',
	'promotions:read': 'See promo codes and loyalty programs',
	'promotions:write': 'Change promo codes and loyalty programs',
	'reviews:read': 'See reviews',
	'reviews:write': 'Reply to reviews',
	'payouts:read': 'See payouts',
	'webhooks:read': 'See webhooks',
	'webhooks:write': 'Change webhooks',
}
