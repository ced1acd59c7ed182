import { data } from '@remix-run/cloudflare'
import type { FailedRequest } from '#app/kernel/held-post.ts'

/** The 503 for a database that did not answer in time, with a way to try again. */
export function unavailable(requestId: string) {
	return data<FailedRequest>({ requestId, held: null }, { status: 503 })
}

/** For a page that can do with less, and says so itself. */
export function isUnavailable(thrown: unknown): boolean {
	if (typeof thrown !== 'object' || thrown === null || !('init' in thrown)) return false
	const { init } = thrown
	return typeof init === 'object' && init !== null && 'status' in init && init.status === 503
}
