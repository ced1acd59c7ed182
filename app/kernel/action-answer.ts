import type { SubmissionResult } from '@conform-to/react'

export type Wording = {
	title?: string
	text: string
	status: number
	/** Set where it is known when a repeat may succeed. */
	retryAfterSeconds?: number
	/** Set where the next step is on another page. */
	nextStep?: { label: string; path: string }
}

/**
 * The answer of every action that does not redirect. `result`: the input with its errors. `offer`: the alternatives.
 * `code`: the refusal's code, for a page that draws something by it.
 */
export type ActionAnswer<Offer = never> = {
	result?: SubmissionResult
	refusal?: Wording
	offer?: Offer
	code?: string
}

/** What a refused change shows besides its reason. */
export type OwnerOffer = {
	/** Conflicting visits, each with its page. */
	visits?: { to: string; label: string }[]
	/** Conflicting dates of a series. */
	dates?: { label: string; why: string }[]
	/** What another device changed meanwhile. */
	changed?: { label: string; now: string }[]
}
