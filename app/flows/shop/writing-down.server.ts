import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import { isList, statementsOf, type WriteBatch } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * A `writeBatch` that writes an act of the shop's side down in the first batch that it writes, so that neither stands
 * without the other. A batch that only counts an attempt does nothing yet and gets none. Its batches are refused by
 * 'key_ended' and 'act_done_already' besides: the caller answers those, because no flow knows of them. `onWritten` is told
 * once the act is written.
 */
export function writingDown(
	{ shopActs, writeBatch }: Pick<Repositories, 'shopActs' | 'writeBatch'>,
	act: ShopAct,
	onWritten: () => void = () => {},
): WriteBatch {
	let isWritten = false
	return async (batch) => {
		if (isWritten || statementsOf(batch).some(({ countsAttempt }) => countsAttempt)) return writeBatch(batch)
		const shopAct = shopActs.insertAct(act)
		// The results of a group that nobody asked for are left out by nobody reading them.
		const written = await writeBatch(
			(isList(batch) ? [...shopAct, ...batch] : { shopAct, ...batch }) as typeof batch,
		)
		isWritten = true
		onWritten()
		return written
	}
}
