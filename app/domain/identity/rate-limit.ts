import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { WIDE_TIMES, wideKeyOf } from '#app/kernel/network-key.ts'
import type { RateLimitKind } from '#app/kernel/vocabulary/identity.ts'

/**
 * Allows `freeAttempts` in a window from the first attempt, then one per `pauseMs`. It never locks an account for good:
 * a stranger's attempts slow it down, and a known device has a separate limit (W27).
 */
export type RateLimitRule = { freeAttempts: number; windowMs: number; pauseMs: number }

/** `subject` is a keyed hash, never an address or an e-mail. */
export type RateLimit = {
	kind: RateLimitKind
	subject: string
	/** A wide network may do a multiple of one inside it (S30). */
	isWide?: boolean
}

/** A network's limit, and that of the wide network around it; none for an unknown network. */
export function networkLimits(kind: RateLimitKind, networkKey: string | null): RateLimit[] {
	if (networkKey === null) return []
	const wide = wideKeyOf(networkKey)
	const narrow = { kind, subject: networkKey }
	return wide === null ? [narrow] : [narrow, { kind, subject: wide, isWide: true }]
}

export function findRule({ kind, isWide = false }: RateLimit): RateLimitRule {
	const { freeAttempts, windowMs, pauseMs } = rateLimitRules[kind]
	const times = isWide ? WIDE_TIMES : 1
	return { freeAttempts: freeAttempts * times, windowMs, pauseMs: pauseMs / times }
}

export const rateLimitRules: Record<RateLimitKind, RateLimitRule> = {
	'sign-in-account': { freeAttempts: 5, windowMs: HOUR_MS, pauseMs: MINUTE_MS },
	'sign-in-device': { freeAttempts: 10, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// A neighbourhood shares one mobile address: many free attempts, a short pause. What an account's own limit refuses
	// is not counted here, so repeating it locks no other customer out (S34).
	'sign-in-network': { freeAttempts: 600, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 30 },
	'register-network': { freeAttempts: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Further requests get the same answer without a mail.
	'reset-account': { freeAttempts: 4, windowMs: HOUR_MS, pauseMs: 15 * MINUTE_MS },
	'reset-network': { freeAttempts: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Wrong codes only.
	'promo-network': { freeAttempts: 30, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Codes that staff type; a right one is not counted.
	'check-in': { freeAttempts: 5, windowMs: MINUTE_MS, pauseMs: MINUTE_MS },
	'api-key': { freeAttempts: 300, windowMs: MINUTE_MS, pauseMs: MINUTE_MS },
	// Wrong codes that staff type; a right one is not counted.
	'shop-code': { freeAttempts: 10, windowMs: MINUTE_MS, pauseMs: MINUTE_MS },
	// Of one kiosk (D65).
	'customer-search': { freeAttempts: 60, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Further requests get the same answer without a mail.
	'links-address': { freeAttempts: 3, windowMs: HOUR_MS, pauseMs: HOUR_MS },
	'links-network': { freeAttempts: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	'claim-account': { freeAttempts: 3, windowMs: HOUR_MS, pauseMs: HOUR_MS },
	// Each change mails two addresses, and reveals whether one is used.
	'email-change': { freeAttempts: 3, windowMs: DAY_MS, pauseMs: DAY_MS },
	'email-change-network': { freeAttempts: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Further requests get the same answer without a mail.
	'erase-address': { freeAttempts: 3, windowMs: HOUR_MS, pauseMs: HOUR_MS },
	'erase-network': { freeAttempts: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// As many mails a day as an unproven mailbox may get (D33).
	'shop-signup-email': { freeAttempts: 5, windowMs: DAY_MS, pauseMs: DAY_MS },
	'shop-signup-network': { freeAttempts: 20, windowMs: HOUR_MS, pauseMs: 3 * MINUTE_MS },
	// Of one shop: the names of bank account holders must not be harvested (D58).
	'payout-account': { freeAttempts: 5, windowMs: HOUR_MS, pauseMs: HOUR_MS },
}

/** The wait: 'in 40 seconds', 'in 2 minutes', 'in 5 hours'. */
export function retryLabel(retryAt: Instant, now: Instant): string {
	const seconds = retrySeconds(retryAt, now)
	if (seconds < 60) return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`
	const minutes = Math.ceil(seconds / 60)
	if (minutes > 90) return `in ${Math.ceil(minutes / 60)} hours`
	return minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`
}

/** Whole seconds, at least one, for the Retry-After header. */
export function retrySeconds(retryAt: Instant, now: Instant): number {
	return Math.max(1, Math.ceil((retryAt - now) / 1_000))
}
