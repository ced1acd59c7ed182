/** The only role that may use this app (C1). */
export const CLIENT_ROLE = 'client'

export const accountTokenKinds = ['reset', 'verify'] as const
export type AccountTokenKind = (typeof accountTokenKinds)[number]

export const accountEventKinds = [
	'signed_in',
	'new_device',
	'wrong_password',
	'password_changed',
	'email_changed',
	'devices_signed_out',
	'data_exported',
] as const
export type AccountEventKind = (typeof accountEventKinds)[number]

/** Attempts that are rate limited, by account, device, network address or shop. */
export const rateLimitKinds = [
	'sign-in-account',
	'sign-in-device',
	'sign-in-network',
	'register-network',
	'reset-account',
	'reset-network',
	'promo-network',
	'check-in',
	'api-key',
	'shop-code',
	'links-address',
	'links-network',
	'claim-account',
	'email-change',
	'email-change-network',
	'erase-address',
	'erase-network',
	'customer-search',
	'shop-signup-email',
	'shop-signup-network',
	'payout-account',
] as const
export type RateLimitKind = (typeof rateLimitKinds)[number]

/** 'system' is the device's own choice. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** Names of a heart's button. Its value is the shop's id. */
export const heartFields = { add: 'add-favorite', remove: 'remove-favorite' } as const
