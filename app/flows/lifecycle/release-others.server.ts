import type { CheckoutSavings } from '#app/domain/loyalty/saving-use-repository.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { repayWriteOffs } from './repay-write-offs.server.ts'

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
