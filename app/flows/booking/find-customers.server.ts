import { type CustomerSearchProblem, customerSearch } from '#app/domain/booking/customer/customer-search.ts'
import type { FoundCustomer } from '#app/domain/booking/customer/customer-search-repository.server.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type FindCustomersInput = {
	/** Customers of this key's shop alone are found. */
	caller: ShopCaller
	typed: string
	/** Null for the first page. */
	before: ListPlace | null
	limit: number
	now: Instant
}

export type FoundCustomers = {
	/** Null where it opens nothing any more. */
	key: AccessKey | null
	/** The latest appointment first. */
	customers: FoundCustomer[]
	/** Where the next page begins; null at the end. */
	next: ListPlace | null
}

export type FindCustomersRefusal = CustomerSearchProblem | 'search_rate_limited'

/**
 * Finds customers of a shop by name, phone or reference number (D65). The search counts before its answer is known, in
 * the same trip.
 * - `search_empty`, `search_short_phone`, `search_short_name`: not searched, not counted
 * - `search_rate_limited`: too many searches by this key
 */
export async function findCustomers(
	deps: Pick<Repositories, 'booking' | 'identity' | 'shops' | 'writeBatch'>,
	{ caller, typed, before, limit, now }: FindCustomersInput,
): Promise<Outcome<FoundCustomers, FindCustomersRefusal>> {
	const { people } = deps.booking
	const { rateLimits } = deps.identity
	const { accessKeys } = deps.shops
	const { writeBatch } = deps
	const search = customerSearch(typed)
	if (!search.ok) return search
	const { counted, keys, found } = await writeBatch({
		counted: rateLimits.recordKeyAttempt({ kind: 'customer-search', subject: caller.secretHash }, now),
		keys: accessKeys.selectKeyOf(caller),
		found: people.selectCustomers(caller, search.value, { before, limit: limit + 1 }),
	})
	const [key] = keys
	if (!key) return accepted({ key: null, customers: [], next: null })
	if (!isWithinLimit(counted)) return refused('search_rate_limited')
	const customers = found.slice(0, limit)
	const last = found.length > limit ? customers.at(-1) : undefined
	return accepted({
		key,
		customers,
		next: last ? { at: last.lastStartsAt, id: last.clientId } : null,
	})
}
