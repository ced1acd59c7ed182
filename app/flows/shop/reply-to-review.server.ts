import { refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Changed, type ShopChangeAsked, writeChange } from './write-change.server.ts'

/** The shop answers a review in public, changes its answer, or takes it away with null. */
export async function replyToReview(
	deps: Pick<Repositories, 'shopReviews' | 'conflicts' | 'writeBatch'>,
	{ id, reply, ...asked }: ShopChangeAsked & { id: string; reply: string | null },
): Changed {
	if (!(await deps.shopReviews.one(asked.shopId, id))) return refused('not_found')
	return writeChange(deps, asked, [deps.shopReviews.setReply(asked.shopId, id, reply, asked.now)])
}
