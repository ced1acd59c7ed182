import { data } from '@remix-run/cloudflare'
import type { FailedRequest } from '#app/kernel/held-post.ts'

/** Seconds to wait: until a sender's queued writes are done (S31), or its minute of posts ends (W11). */
export const WRITES_WAIT = 5
export const POSTS_WAIT = 60

type TooManyRequests = { slowedForSeconds: number }

/** Throws 429 with Retry-After, before any read. */
export function tooManyRequests(seconds: number) {
	return data<TooManyRequests>(
		{ slowedForSeconds: seconds },
		{ status: 429, headers: { 'retry-after': String(seconds) } },
	)
}

/** The seconds of `tooManyRequests`; null for anything else. */
export function tooManyRequestsWait(thrown: unknown): number | null {
	if (typeof thrown !== 'object' || thrown === null || !('data' in thrown)) return null
	const { data } = thrown
	return typeof data === 'object' && data !== null && 'slowedForSeconds' in data
		? Number(data.slowedForSeconds)
		: null
}

/** The 503 for a database that did not answer in time, with a way to try again. */
export function unavailable(requestId: string) {
	return data<FailedRequest>({ requestId, held: null }, { status: 503 })
}

/** For a page that shows without these data, and says so. */
export function isUnavailable(thrown: unknown): boolean {
	if (typeof thrown !== 'object' || thrown === null || !('init' in thrown)) return false
	const { init } = thrown
	return typeof init === 'object' && init !== null && 'status' in init && init.status === 503
}
