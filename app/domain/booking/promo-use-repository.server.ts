import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { lapsedCheckouts } from '#db/lapsed-checkouts.server.ts'
import { promoUses } from '#db/schema/booking.ts'
import { rawWrite } from '#db/statement.server.ts'

export function createPromoUseRepository() {
	return {
		/** The uses of lapsed checkouts can be had by others. One whose payment comes later still takes a new use, if there is one. */
		releaseLapsed: (now: Instant): Statement<number> =>
			rawWrite(sql`DELETE FROM ${promoUses} WHERE ${promoUses.checkoutId} IN (${lapsedCheckouts(now)})`),
	}
}
