import { type Changed, type ShopChangeInput, writeChange } from '#app/flows/shop/write-change.server.ts'
import { refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * The shop answers a review in public, changes its answer, or takes it away with null. `seen` is the answer as a form
 * showed it: another one refuses 'changed_meanwhile'.
 */
export async function replyToReview(
	{
		booking: { reviews },
		...deps
	}: Pick<Repositories, 'booking' | 'availability' | 'discovery' | 'writeBatch'>,
	{ id, reply, seen, ...input }: ShopChangeInput & { id: string; reply: string | null; seen?: string | null },
): Changed {
	const { shopId, now } = input
	if (!(await reviews.one(shopId, id))) return refused('not_found')
	return writeChange(deps, input, [
		...(seen === undefined ? [] : [reviews.refuseUnlessReplySeen(shopId, id, seen, reply)]),
		reviews.setReply(shopId, id, reply, now),
	])
}
