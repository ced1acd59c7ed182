import type { CheckoutSavings } from '#app/domain/loyalty/saving-use-repository.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { type Clock, type HasTime, type Instant, untilDone } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { repayWriteOffs } from './cashback.server.ts'

/** The database's one writer is then blocked for milliseconds only. */
const CHECKOUTS_PER_WRITE = 500

/**
 * Every minute: releases the promo uses, rewards, referrals and cashback of abandoned checkouts (D14, D37). The
 * youngest come first: their customers are most likely to try again. Safe beside itself. Gives the number of checkouts.
 */
export async function releaseLapsedSavings(
	deps: Pick<Repositories, 'booking' | 'loyalty' | 'payments' | 'writeBatch'>,
	now: Clock,
	hasTime: HasTime = untilDone,
): Promise<number> {
	const { promos } = deps.booking
	const { savingUses } = deps.loyalty
	const { payments, writeBatch } = deps
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
 * Releases the savings of the draft's other checkouts, before this checkout's own statements; their cashback pays the
 * debt first. `isFirst`: the read found no other, and a new one refuses the batch ('other_checkout_waits', W56).
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

/** Writes a draft's first checkout without releasing others; releases them where another has come since. */
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
