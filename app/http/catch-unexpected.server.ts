import type { AppLoadContext } from '@remix-run/cloudflare'
import { refused } from '#app/kernel/outcome.ts'
import { errorLine } from './error-line.ts'

/**
 * What `work` gives. A failure becomes the refusal 'unexpected', to be said on the form with what was typed (C9, C53); the
 * log says what it was, under the request's number. `isOthers` names failures that are thrown on.
 */
export async function catchUnexpected<Value>(
	{ requestId, log }: Pick<AppLoadContext, 'requestId' | 'log'>,
	work: () => Promise<Value>,
	isOthers: (error: unknown) => boolean = () => false,
): Promise<Value | { ok: false; refusal: { code: 'unexpected' } }> {
	try {
		return await work()
	} catch (error) {
		if (isOthers(error)) throw error
		log(`request ${requestId} failed: ${errorLine(error)}`)
		return refused({ code: 'unexpected' } as const)
	}
}
