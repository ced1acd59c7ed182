import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { WIDE_TIMES, wideKeyOf } from '#app/kernel/network-key.ts'
import type { RateLimitKind } from '#app/kernel/vocabulary/identity.ts'

/**
 * Allows `freeAttempts` within a window that begins with the first attempt, then one attempt per `pauseMs`. A rate
 * limit never locks an account for good: attempts of a stranger slow it down, and a device that has signed in before
 * has a limit of its own (W27).
 */
export type RateLimitRule = { freeAttempts: number; windowMs: number; pauseMs: number }

/** The counted action, and whose attempts: a keyed hash, never an address or an e-mail. */
export type RateLimit = {
	kind: RateLimitKind
	subject: string
	/** Of a wide network, which may do a multiple of one network in it (S30). */
	isWide?: boolean
}

/** The rate limits of a network: its own, and that of the wide network around it; none for an unknown network. */
export function networkLimits(kind: RateLimitKind, networkKey: string | null): RateLimit[] {
	if (networkKey === null) return []
	const wide = wideKeyOf(networkKey)
	const narrow = { kind, subject: networkKey }
	return wide === null ? [narrow] : [narrow, { kind, subject: wide, isWide: true }]
}

/** The rule that counts an attempt of this subject. */
export function ruleOf({ kind, isWide = false }: RateLimit): RateLimitRule {
	const { freeAttempts, windowMs, pauseMs } = rateLimitRules[kind]
	const times = isWide ? WIDE_TIMES : 1
	return { freeAttempts: freeAttempts * times, windowMs, pauseMs: pauseMs / times }
}

export const rateLimitRules: Record<RateLimitKind, RateLimitRule> = {
	'sign-in-account': { freeAttempts: 5, windowMs: HOUR_MS, pauseMs: MINUTE_MS },
	'sign-in-device': { freeAttempts: 10, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Whole neighbourhoods share one address of their mobile network: many free attempts, a short pause. What one
	// account's own limit refuses does not count here: a sender who tries it again and again locks no other out (S34).
	'sign-in-network': { freeAttempts: 600, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 30 },
	'register-network': { freeAttempts: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Mails to one address. Further requests get the same answer, and no mail is sent.
	'reset-account': { freeAttempts: 4, windowMs: HOUR_MS, pauseMs: 15 * MINUTE_MS },
	'reset-network': { freeAttempts: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Wrong codes only.
	'promo-network': { freeAttempts: 30, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Codes that staff of one shop type; a right one costs none.
	'check-in': { freeAttempts: 5, windowMs: MINUTE_MS, pauseMs: MINUTE_MS },
	// Requests of one key of the shop's API.
	'api-key': { freeAttempts: 300, windowMs: MINUTE_MS, pauseMs: MINUTE_MS },
	// Reward and loyalty codes that staff of one shop type wrongly; a right one costs none.
	'shop-code': { freeAttempts: 10, windowMs: MINUTE_MS, pauseMs: MINUTE_MS },
	// Searches of one kiosk for a customer (D65).
	'customer-search': { freeAttempts: 60, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Mails with the links of an address's bookings. Further requests get the same answer, and no mail is sent.
	'links-address': { freeAttempts: 3, windowMs: HOUR_MS, pauseMs: HOUR_MS },
	'links-network': { freeAttempts: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Bookings that an account asks to have.
	'claim-account': { freeAttempts: 3, windowMs: HOUR_MS, pauseMs: HOUR_MS },
	// Each change mails two addresses, and tells whether one is used.
	'email-change': { freeAttempts: 3, windowMs: DAY_MS, pauseMs: DAY_MS },
	'email-change-network': { freeAttempts: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Mails with the link that erases a guest. Further requests get the same answer, and no mail is sent.
	'erase-address': { freeAttempts: 3, windowMs: HOUR_MS, pauseMs: HOUR_MS },
	'erase-network': { freeAttempts: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Forms of shops that want to begin: one mailbox gets no more mails a day than an unproven one may (D33).
	'shop-signup-email': { freeAttempts: 5, windowMs: DAY_MS, pauseMs: DAY_MS },
	'shop-signup-network': { freeAttempts: 20, windowMs: HOUR_MS, pauseMs: 3 * MINUTE_MS },
	// Accounts whose holder one shop asks for: the names of people with an account are not to be fished (D58).
	'payout-account': { freeAttempts: 5, windowMs: HOUR_MS, pauseMs: HOUR_MS },
}

/** 'in 40 seconds', 'in 2 minutes', 'in 5 hours': the wait until the next attempt. */
export function retryLabel(retryAt: Instant, now: Instant): string {
	const seconds = retrySeconds(retryAt, now)
	if (seconds < 60) return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`
	const minutes = Math.ceil(seconds / 60)
	if (minutes > 90) return `in ${Math.ceil(minutes / 60)} hours`
	return minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`
}

/** The wait in whole seconds, at least one, for the Retry-After header. */
export function retrySeconds(retryAt: Instant, now: Instant): number {
	return Math.max(1, Math.ceil((retryAt - now) / 1_000))
}
