import type { SubmissionResult } from '@conform-to/react'
import { type AppLoadContext, data } from '@remix-run/cloudflare'
import { type AuthRefusal, authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { retrySeconds } from '#app/domain/identity/guess-limit.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import { errorLine } from './error-line.ts'

/** The form again, with what was typed (never a password) and what was wrong with it as a whole. */
export function refusedForm(result: SubmissionResult, refusal: AuthRefusal, now: Instant) {
	const { text, status } = authRefusalWords(refusal, now)
	const headers: Record<string, string> =
		refusal.code === 'too_many_tries' ? { 'retry-after': String(retrySeconds(refusal.retryAt, now)) } : {}
	return data({ result: withProblem(result, '', text) }, { status, headers })
}

/** The answer with one more problem; `field` is '' for the whole form. */
export function withProblem(result: SubmissionResult, field: string, text: string): SubmissionResult {
	return { ...result, status: 'error', error: { ...result.error, [field]: [text] } }
}

/**
 * Any failure of signing in, signing up or a reset reads 'An unexpected error occurred', on the form and with what was
 * typed (spec 1 §8); the log says what it was.
 */
export async function orUnexpected<Value, Refusal>(
	{ requestId }: Pick<AppLoadContext, 'requestId'>,
	work: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | { code: 'unexpected' }>> {
	try {
		return await work()
	} catch (error) {
		console.error(`request ${requestId} failed: ${errorLine(error)}`)
		return refused({ code: 'unexpected' })
	}
}
