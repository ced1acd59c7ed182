import { MINUTE_MS } from '../instant.ts'

/** An untouched kiosk asks for its PIN after this. */
export const KIOSK_IDLE_MS = 10 * MINUTE_MS

/** A kiosk key opens the kiosk of one device; an API key is a program's. */
export const accessKeyKinds = ['kiosk', 'api'] as const
export type AccessKeyKind = (typeof accessKeyKinds)[number]

/** The caller of the shop's side, before any lookup: the SHA-256 of its key's secret. */
export type ShopCaller = { secretHash: string; kind: AccessKeyKind }

/** A desk works the day, an owner also changes what the shop offers, a person sees one member's visits. */
export const deviceRoles = ['desk', 'owner', 'person'] as const
export type DeviceRole = (typeof deviceRoles)[number]

/** What an API key may do. A kiosk key opens the kiosk's pages and nothing else. */
export const shopScopes = [
	'appointments:read',
	'appointments:write',
	'customers:read',
	'codes:use',
	'catalogue:read',
	'catalogue:write',
	'sessions:read',
	'sessions:write',
	'promotions:read',
	'promotions:write',
	'reviews:read',
	'reviews:write',
	'payouts:read',
	'webhooks:read',
	'webhooks:write',
] as const
export type ShopScope = (typeof shopScopes)[number]

export const accessKeyEndings = ['revoked', 'wrong_pins'] as const
export type AccessKeyEnding = (typeof accessKeyEndings)[number]

export const signupDecisions = ['approved', 'refused'] as const

/** Acts of the shop's side, as written down for the shop. */
export const shopActKinds = [
	'visit_confirmed',
	'visit_arrived',
	'visit_completed',
	'visit_missed',
	'visit_undone',
	'visit_cancelled',
	'visit_moved',
	'visit_handed_over',
	'transfer_paid',
	'walk_in_booked',
	'visit_booked',
	'visit_changed',
	'deposit_asked',
	'deposit_sent',
	'deposit_let_go',
	'time_blocked',
	'time_unblocked',
	'checked_in',
	'reward_used',
	'session_called_off',
	'session_changed',
	'plan_changed',
	'plan_activated',
	'shop_changed',
	'service_changed',
	'add_on_changed',
	'staff_changed',
	'schedule_changed',
	'hours_changed',
	'closed_day_changed',
	'promo_code_changed',
	'program_changed',
	'customer_note_changed',
	'review_replied',
	'review_hidden',
	'review_kept',
	'referral_paid',
	'referral_refused',
	'problem_answered',
	'webhook_changed',
	'key_issued',
	'key_ended',
	'feed_changed',
	'photo_changed',
	'photo_hidden',
	'photo_kept',
	'bank_account_changed',
	'payout_account_changed',
	'payout_account_stopped',
	'payment_refunded',
	'dispute_read',
	'dispute_answered',
	'payout_terms_changed',
	'shop_begun',
] as const
export type ShopActKind = (typeof shopActKinds)[number]

export const shopEventKinds = [
	'booked',
	'moved',
	'cancelled',
	'paid',
	'refunded',
	'confirmed',
	'arrived',
	'completed',
	'no_show',
	'undone',
	'reviewed',
	'checked_in',
] as const
export type ShopEventKind = (typeof shopEventKinds)[number]

/** Reminders of an owner whose shop can be booked, until done or dismissed. */
export const nextSteps = ['payout-account', 'deposit', 'photos', 'poster', 'desk'] as const
export type NextStep = (typeof nextSteps)[number]
