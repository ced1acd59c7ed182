import { type Changed, type ShopChangeAsked, writeChange } from '#app/flows/shop/write-change.server.ts'
import { refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** The shop answers a review in public, changes its answer, or takes it away with null. */
export async function replyToReview(
	deps: Pick<Repositories, 'booking' | 'availability' | 'discovery' | 'writeBatch'>,
	{ id, reply, ...asked }: ShopChangeAsked & { id: string; reply: string | null },
): Changed {
	if (!(await deps.booking.reviews.one(asked.shopId, id))) return refused('not_found')
	return writeChange(deps, asked, [deps.booking.reviews.setReply(asked.shopId, id, reply, asked.now)])
}
