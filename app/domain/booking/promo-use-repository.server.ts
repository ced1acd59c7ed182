import { sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { checkouts, holds, promoUses } from '#db/schema/booking.ts'
import { paymentAttempts, transactions } from '#db/schema/payments.ts'
import { rawWrite } from '#db/statement.server.ts'

/** How far back abandoned checkouts are looked for: this runs every minute, and none is missed for so long. */
const LOOK_BACK_MS = 30 * DAY_MS

export function createPromoUseRepository() {
	return {
		/**
		 * The uses of checkouts whose payment did not come while their time was kept can be had by others (D14). One
		 * with an open offer keeps its own; one whose payment comes later still takes a new use, if there is one.
		 */
		releaseLapsed: (now: Instant): Statement<number> =>
			rawWrite(
				// The planner would take the index of all pending ones. The literals match the conditions of the partial indexes.
				sql`DELETE FROM ${promoUses} WHERE ${promoUses.checkoutId} IN (
					SELECT ${checkouts.id} FROM ${checkouts} INDEXED BY checkouts_pending
					WHERE ${checkouts.status} = 'PENDING' AND ${checkouts.createdAt} > ${now - LOOK_BACK_MS}
						AND ${checkouts.promoCodeId} IS NOT NULL
						AND NOT EXISTS (SELECT 1 FROM ${paymentAttempts}
							WHERE ${paymentAttempts.checkoutId} = ${checkouts.id} AND ${paymentAttempts.expiresAt} > ${now})
						AND NOT EXISTS (SELECT 1 FROM ${holds} WHERE ${holds.draftId} = ${checkouts.draftId} AND ${holds.expiresAt} > ${now})
						AND NOT EXISTS (SELECT 1 FROM ${transactions}
							WHERE ${transactions.checkoutId} = ${checkouts.id} AND ${transactions.outcome} = 'offered')
				)`,
			),
	}
}
