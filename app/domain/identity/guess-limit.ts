import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { GuessKind } from '#app/kernel/vocabulary.ts'

/**
 * `freeTries` within a window that begins with the first one; after them one try each `pauseMs`. Nothing is ever locked
 * for good: somebody else's guesses slow an account down, and a device that has signed in before has a count of its own
 * (issue 4; guide: reliability, table E).
 */
export type GuessLimit = { freeTries: number; windowMs: number; pauseMs: number }

export const guessLimits: Record<GuessKind, GuessLimit> = {
	'sign-in-account': { freeTries: 5, windowMs: HOUR_MS, pauseMs: MINUTE_MS },
	'sign-in-device': { freeTries: 10, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Whole neighbourhoods share one address of their mobile network: the free tries are many, the pause is short.
	'sign-in-network': { freeTries: 100, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 6 },
	'register-network': { freeTries: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Mails to one address. More are answered alike and not sent.
	'reset-account': { freeTries: 4, windowMs: HOUR_MS, pauseMs: 15 * MINUTE_MS },
	'reset-network': { freeTries: 40, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
	// Wrong codes only.
	'promo-network': { freeTries: 30, windowMs: HOUR_MS, pauseMs: MINUTE_MS / 2 },
}

/** 'in 40 seconds', 'in 2 minutes': until a refused try may be repeated. */
export function retryLabel(retryAt: Instant, now: Instant): string {
	const seconds = retrySeconds(retryAt, now)
	if (seconds < 60) return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`
	const minutes = Math.ceil(seconds / 60)
	return minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`
}

/** Whole seconds, at least one: the Retry-After header. */
export function retrySeconds(retryAt: Instant, now: Instant): number {
	return Math.max(1, Math.ceil((retryAt - now) / 1_000))
}
