import type { CheckoutSavings } from '#app/domain/loyalty/saving-use-repository.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import { type HasTime, untilDone } from '#app/kernel/time-budget.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { repayWriteOffs } from './cashback.server.ts'

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

/**
 * What the draft's other checkouts keep can be had by this one: its statements stand before the checkout's own. Their
 * cashback pays the debt first. Where `isFirst`, there was no other when that was read: one that has come since refuses
 * the batch ('other_checkout_waits', W56).
 */
export function releaseOthers(
	deps: Pick<Repositories, 'booking' | 'payments' | 'loyalty'>,
	savings: CheckoutSavings,
	{ isFirst = false, now }: { isFirst?: boolean; now: Instant },
): Statement[] {
	const { checkouts } = deps.booking
	const { savingUses } = deps.loyalty
	if (isFirst) return [checkouts.requireNoOthers(savings)]
	return [
		checkouts.releasePromoUsesOfOthers(savings),
		...repayWriteOffs(deps, savingUses.repaymentOfOthers(savings), now),
		...savingUses.releaseUsesOfOthers(savings),
	]
}

/** Writes a checkout the short way where its draft had no other one, and in full where one has come since. */
export async function writeAsFirst<Written>(
	isFirst: boolean,
	write: (isFirst: boolean) => Promise<Written>,
): Promise<Written> {
	try {
		return await write(isFirst)
	} catch (error) {
		if (!isFirst || !isViolation(error, 'other_checkout_waits')) throw error
		return write(false)
	}
}
