import type { AppLoadContext } from '@remix-run/cloudflare'
import { refused } from '#app/kernel/outcome.ts'
import { isUnansweredWrite } from './answer-database-failures.server.ts'
import { errorLine } from './error-line.ts'

/**
 * The result of `work`. A bug becomes the refusal 'unexpected', shown on the form with its input (C9, C53); the log
 * names it under the request's number. A database that does not answer is no bug: its error is thrown on, and becomes
 * 503 with the form kept (F19).
 */
export async function catchUnexpected<Value>(
	{ requestId, log }: Pick<AppLoadContext, 'requestId' | 'log'>,
	work: () => Promise<Value>,
): Promise<Value | { ok: false; refusal: { code: 'unexpected' } }> {
	try {
		return await work()
	} catch (error) {
		// A failed read has become an answer by now, which is no Error.
		if (!(error instanceof Error) || isUnansweredWrite(error)) throw error
		log(`request ${requestId} failed: ${errorLine(error)}`)
		return refused({ code: 'unexpected' } as const)
	}
}
