import type { ReplayedDeliveries } from '#app/domain/shops/shop-delivery-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Alongside, refusalOfWrite, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Sends one delivery of a shop again, or all since an instant, to the addresses that live; gives how many. The
 * sweeper sends them within a minute. Refuses 'delivery_not_found' where there is none.
 */
export async function replayDeliveries(
	{ shops: { shopDeliveries }, writeBatch }: Pick<Repositories, 'shops' | 'writeBatch'>,
	which: ReplayedDeliveries,
	now: Instant,
	alongside: Alongside = [],
): Promise<Outcome<{ replayed: number }, 'delivery_not_found' | WriteFailure>> {
	if ((await shopDeliveries.countReplayable(which)) === 0) return refused('delivery_not_found')
	try {
		const { replayed } = await writeBatch({
			alongside: await alongside,
			replayed: shopDeliveries.replay(which, now),
		})
		return accepted({ replayed })
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
}
