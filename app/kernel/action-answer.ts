import type { SubmissionResult } from '@conform-to/react'

/** What a customer reads when something was refused, and the status of the answer. */
export type Wording = {
	title?: string
	text: string
	status: number
	/** For the header `retry-after`, where it is known when a repeat may succeed. */
	retryAfterSeconds?: number
	/** The page that the words name as the way on, where it is not the page that shows them. */
	nextStep?: { label: string; path: string }
}

/**
 * The answer of every action that does not redirect. `result`: the input, with its wrong fields. `refusal`: the reason
 * of the refusal, in words. `offer`: the alternatives. `code`: the refusal's code, where the page draws something else
 * by it.
 */
export type ActionAnswer<Offer = never> = {
	result?: SubmissionResult
	refusal?: Wording
	offer?: Offer
	code?: string
}
