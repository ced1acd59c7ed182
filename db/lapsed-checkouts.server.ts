import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { checkouts, promoUses } from './schema/booking.ts'
import { holds } from './schema/booking-drafts.ts'
import { referrals, rewardUses } from './schema/loyalty.ts'
import { cashbackUses } from './schema/loyalty-cashback.ts'
import { paymentAttempts, transactions } from './schema/payments.ts'

/** The job runs every minute: older ones were released long ago. */
const LOOK_BACK_MS = 30 * DAY_MS

/**
 * The payment did not come while the time was held: the checkout's uses can be released (D14, D37). A checkout with an
 * open offer keeps its uses.
 */
function isLapsed(now: Instant): SQL {
	return sql`${checkouts.status} = 'PENDING' AND ${checkouts.createdAt} > ${now - LOOK_BACK_MS}
		AND NOT EXISTS (SELECT 1 FROM ${paymentAttempts}
			WHERE ${paymentAttempts.checkoutId} = ${checkouts.id} AND ${paymentAttempts.expiresAt} > ${now})
		AND NOT EXISTS (SELECT 1 FROM ${holds} WHERE ${holds.draftId} = ${checkouts.draftId} AND ${holds.expiresAt} > ${now})
		AND NOT EXISTS (SELECT 1 FROM ${transactions}
			WHERE ${transactions.checkoutId} = ${checkouts.id} AND ${transactions.outcome} = 'offered')`
}

/** Lapsed checkouts with unreleased uses, the youngest first. */
export function lapsedCheckoutsWithUses(now: Instant, limit: number): SQL {
	const keeps = (uses: typeof promoUses | typeof rewardUses | typeof cashbackUses | typeof referrals) =>
		sql`EXISTS (SELECT 1 FROM ${uses} WHERE ${uses.checkoutId} = ${checkouts.id})`
	// The planner would take the index of all pending ones. The literals match the conditions of the partial indexes.
	return sql`SELECT ${checkouts.id} FROM ${checkouts} INDEXED BY checkouts_pending
		WHERE (${checkouts.promoCodeId} IS NOT NULL OR ${checkouts.rewardId} IS NOT NULL
				OR ${checkouts.referralCodeId} IS NOT NULL OR ${checkouts.cashbackKobo} > 0)
			AND ${isLapsed(now)}
			AND (${keeps(promoUses)} OR ${keeps(rewardUses)} OR ${keeps(cashbackUses)} OR ${keeps(referrals)})
		ORDER BY ${checkouts.createdAt} DESC LIMIT ${limit}`
}

/** A payment may have come since they were read. */
export function lapsedAmong(checkoutIds: readonly string[], now: Instant): SQL {
	return sql`SELECT ${checkouts.id} FROM json_each(${JSON.stringify(checkoutIds)}) listed
		CROSS JOIN ${checkouts} ON ${checkouts.id} = listed.value WHERE ${isLapsed(now)}`
}

/** Ids of a draft's other checkouts that wait for a payment. */
export function othersOfDraft({ checkoutId, draftId }: { checkoutId: string; draftId: string }): SQL {
	return sql`(SELECT ${checkouts.id} FROM ${checkouts}
		WHERE ${checkouts.draftId} = ${draftId} AND ${checkouts.status} = 'PENDING' AND ${checkouts.id} <> ${checkoutId})`
}
