import type { ShopDetails } from '#app/domain/discovery/shop-details.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Changed, type ShopChangeAsked, writeChange } from './write-change.server.ts'

/**
 * Changes what a shop says of itself: words and numbers, its deposit rule, its deadlines and ceilings (D33). A booked
 * visit keeps its prices, what was paid, and the instant until which that is refundable. The deadline for moving and
 * the ceiling of moves are the shop's own, and count for it too. `seen` are the details as a form showed them: others
 * refuse 'changed_meanwhile'.
 */
export async function changeDetails(
	deps: Pick<Repositories, 'discovery' | 'availability' | 'writeBatch'>,
	{ fields, seen, ...asked }: ShopChangeAsked & { fields: Partial<ShopDetails>; seen?: Partial<ShopDetails> },
): Changed {
	const { details } = deps.discovery
	return writeChange(deps, asked, [
		...(seen ? [details.refuseUnlessSeen(asked.shopId, seen, fields)] : []),
		details.update(asked.shopId, fields),
	])
}
