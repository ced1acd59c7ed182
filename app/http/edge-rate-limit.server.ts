import { limitKeyOf } from '#app/kernel/network-key.ts'

/** The Workers rate-limit binding, as far as it is used here. It counts per location: a first limit, no more. */
type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> }

/** Whether one network may try again; true where the binding is absent or broken (W26). */
export type EdgeRateLimit = () => Promise<boolean>

/** The bindings of wrangler.toml: tries of one account’s password in ten seconds, and all posts of a minute. */
type Binding = 'RATE_LIMITER' | 'POST_RATE_LIMITER'

/**
 * Made of a binding, when the Worker has it, for a network or for what it does to one subject. What matters is
 * counted in the database.
 */
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
