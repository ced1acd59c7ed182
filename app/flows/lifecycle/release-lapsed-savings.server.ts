import type { Clock } from '#app/kernel/instant.ts'
import { type HasTime, untilDone } from '#app/kernel/time-budget.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { repayWriteOffs } from './repay-write-offs.server.ts'

type Deps = Pick<Repositories, 'booking' | 'loyalty' | 'payments' | 'writeBatch'>

/** How many checkouts one write releases: it then holds the database's one writer for milliseconds. */
const CHECKOUTS_PER_WRITE = 500

/**
 * Every minute: what abandoned checkouts keep from others, promo uses, rewards, referrals and cashback, can be had
 * again (D14, D37). The youngest come first, because their customers are most likely to try again. Safe at once with
 * itself: the write asks again which have lapsed. Gives how many checkouts were looked at.
 */
export async function releaseLapsedSavings(
	{ booking: { promos }, loyalty: { savingUses }, payments, writeBatch }: Deps,
	now: Clock,
	hasTime: HasTime = untilDone,
): Promise<number> {
	let released = 0
	while (hasTime()) {
		const at = now()
		const ids = await promos.lapsedCheckoutIds(at, CHECKOUTS_PER_WRITE)
		if (ids.length > 0)
			await writeBatch([
				promos.releaseLapsedUses(ids, at),
				...repayWriteOffs({ payments }, savingUses.repaymentOfLapsed(ids, at), at),
				...savingUses.releaseLapsed(ids, at),
			])
		released += ids.length
		if (ids.length < CHECKOUTS_PER_WRITE) break
	}
	return released
}
