import { limitKeyOf } from '#app/kernel/network-key.ts'

/** The part of the Workers rate-limit binding in use. It counts per location: a first limit only. */
type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> }

/** Whether a network may try again; true where the binding is absent or broken (W26). */
export type EdgeRateLimit = () => Promise<boolean>

/** Bindings of wrangler.toml: attempts at one account's password in ten seconds, and posts of a minute. */
type Binding = 'RATE_LIMITER' | 'POST_RATE_LIMITER'

/** Limits a network, or its attempts at one subject. The limits that matter are counted in the database. */
export function edgeRateLimit(
	env: object,
	binding: Binding,
	networkKey: string | null,
	subject = '',
): EdgeRateLimit {
	const limiter: unknown = binding in env ? (env as Record<string, unknown>)[binding] : null
	return async () => {
		if (!isRateLimiter(limiter) || networkKey === null) return true
		try {
			return (await limiter.limit({ key: `${limitKeyOf(networkKey)}${subject && `:${subject}`}` })).success
		} catch {
			return true
		}
	}
}

function isRateLimiter(value: unknown): value is RateLimiter {
	return typeof value === 'object' && value !== null && 'limit' in value && typeof value.limit === 'function'
}
