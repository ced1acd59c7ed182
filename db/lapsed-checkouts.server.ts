import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { checkouts, holds } from './schema/booking.ts'
import { paymentAttempts, transactions } from './schema/payments.ts'

/** How far back abandoned checkouts are looked for: what gives back runs every minute, and none is missed for so long. */
const LOOK_BACK_MS = 30 * DAY_MS

/**
 * The ids of checkouts whose payment did not come while their time was kept: what they kept from others can be had again
 * (D14, D37). One with an open offer keeps its own.
 */
export function lapsedCheckouts(now: Instant): SQL {
	// The planner would take the index of all pending ones. The literals match the conditions of the partial indexes.
	return sql`SELECT ${checkouts.id} FROM ${checkouts} INDEXED BY checkouts_pending
		WHERE ${checkouts.status} = 'PENDING' AND ${checkouts.createdAt} > ${now - LOOK_BACK_MS}
			AND (${checkouts.promoCodeId} IS NOT NULL OR ${checkouts.rewardId} IS NOT NULL
				OR ${checkouts.referralCodeId} IS NOT NULL OR ${checkouts.cashbackKobo} > 0)
			AND NOT EXISTS (SELECT 1 FROM ${paymentAttempts}
				WHERE ${paymentAttempts.checkoutId} = ${checkouts.id} AND ${paymentAttempts.expiresAt} > ${now})
			AND NOT EXISTS (SELECT 1 FROM ${holds} WHERE ${holds.draftId} = ${checkouts.draftId} AND ${holds.expiresAt} > ${now})
			AND NOT EXISTS (SELECT 1 FROM ${transactions}
				WHERE ${transactions.checkoutId} = ${checkouts.id} AND ${transactions.outcome} = 'offered')`
}
