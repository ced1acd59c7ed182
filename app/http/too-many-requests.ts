import { data } from '@remix-run/cloudflare'

/** How long a sender waits, in seconds: until its waiting writes are done (S31), or its minute of posts ends (W11). */
export const WRITES_WAIT = 5
export const POSTS_WAIT = 60

type TooManyRequests = { slowedForSeconds: number }

/** Thrown before anything was asked, where a network does too much at once: 429 with Retry-After. */
export function tooManyRequests(seconds: number) {
	return data<TooManyRequests>(
		{ slowedForSeconds: seconds },
		{ status: 429, headers: { 'retry-after': String(seconds) } },
	)
}

/** The seconds of what `slowed` made; null for anything else that was thrown. */
export function tooManyRequestsWait(thrown: unknown): number | null {
	if (typeof thrown !== 'object' || thrown === null || !('data' in thrown)) return null
	const { data } = thrown
	return typeof data === 'object' && data !== null && 'slowedForSeconds' in data
		? Number(data.slowedForSeconds)
		: null
}
