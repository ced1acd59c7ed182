import { sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#db/client.server.ts'
import { rawWrite } from '#db/statement.server.ts'

/** How far back abandoned checkouts are looked for: this runs every minute, and none is missed for so long. */
const LOOK_BACK_MS = 30 * DAY_MS

export const promoUses = {
	/**
	 * The uses of checkouts whose payment did not come while their time was kept can be had by others (decision D14). One
	 * with an open offer keeps its own; one whose payment comes later still takes a use anew, if there is one.
	 */
	giveBackLapsed: (now: Instant): Statement =>
		rawWrite(
			sql`DELETE FROM promo_uses WHERE checkout_id IN (
				SELECT checkout.id FROM checkouts checkout
				WHERE checkout.status = 'PENDING' AND checkout.created_at > ${now - LOOK_BACK_MS}
					AND checkout.promo_code_id IS NOT NULL
					AND NOT EXISTS (SELECT 1 FROM payment_attempts WHERE checkout_id = checkout.id AND expires_at > ${now})
					AND NOT EXISTS (SELECT 1 FROM holds WHERE draft_id = checkout.draft_id AND expires_at > ${now})
					AND NOT EXISTS (SELECT 1 FROM transactions WHERE checkout_id = checkout.id AND outcome = 'offered')
			)`,
		),
}
