/** The Workers rate-limit binding, as far as it is used here. It counts per location: a first sieve, no more. */
type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> }

/** Whether one network may try again; true where the binding is absent or broken (guide: reliability, "Sessions"). */
export type FirstSieve = () => Promise<boolean>

/** Made of the binding RATE_LIMITER, when the Worker has one. What matters is counted in the database. */
export function firstSieve(env: object, networkKey: string | null): FirstSieve {
	const limiter = 'RATE_LIMITER' in env ? env.RATE_LIMITER : null
	return async () => {
		if (!isRateLimiter(limiter) || networkKey === null) return true
		try {
			return (await limiter.limit({ key: networkKey })).success
		} catch {
			return true
		}
	}
}

function isRateLimiter(value: unknown): value is RateLimiter {
	return typeof value === 'object' && value !== null && 'limit' in value && typeof value.limit === 'function'
}
