import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import type { ApiAnswer, ApiRequest } from '#tests/support/shop-api.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

/** What a good request is made with: the shop, and a program of its with every scope. */
export type ApiDesk = {
	database: ScratchDatabase
	shop: SmallShop
	now: number
	ask: (request: ApiRequest) => Promise<ApiAnswer>
	/** A staff member without other bookings. */
	newStaff: () => Promise<string>
}

export type GoodRequest = {
	path?: Record<string, string>
	query?: string
	body?: unknown
	/** Its path names a day, which every shop has. */
	isOfEveryShop?: true
}
