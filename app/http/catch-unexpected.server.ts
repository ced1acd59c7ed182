import type { AppLoadContext } from '@remix-run/cloudflare'
import { refused } from '#app/kernel/outcome.ts'
import { isUnansweredWrite } from './answer-database-failures.server.ts'
import { errorLine } from './error-line.ts'

/**
 * A bug in `work` becomes the refusal 'unexpected' on the form (C9, C53), and is logged. A silent database is no bug:
 * its error becomes 503 with the form kept (F19).
 */
export async function catchUnexpected<Value>(
	{ requestId, log }: Pick<AppLoadContext, 'requestId' | 'log'>,
	work: () => Promise<Value>,
): Promise<Value | { ok: false; refusal: { code: 'unexpected' } }> {
	try {
		return await work()
	} catch (error) {
		// A failed read is an answer already, which is no Error.
		if (!(error instanceof Error) || isUnansweredWrite(error)) throw error
		log(`request ${requestId} failed: ${errorLine(error)}`)
		return refused({ code: 'unexpected' } as const)
	}
}
