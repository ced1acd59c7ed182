import { lte, sql } from 'drizzle-orm'
import type { RateLimitedCaller } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { CountedActKind } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { countedNetworkKey } from '#db/caller.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { countedActs, drafts } from '#db/schema/booking-drafts.ts'
import { insertFrom } from '#db/statement.server.ts'
import { actCeilings } from './ceiling-repository.server.ts'

/** Something that has a ceiling, and who does it. */
export type CountedAct = {
	kind: CountedActKind
	/** The id of the new row. */
	subjectId: string
	/** Null: that of the draft, which is the subject. */
	shopId: string | null
	caller: RateLimitedCaller
	/** What a booking takes of the staff's time, in minutes. */
	staffMinutes?: number
	now: Instant
}

export function createCountedActRepository() {
	return {
		/**
		 * Belongs in the batch that makes the thing, and refuses one too many (D33). After the checkout and the
		 * appointment, where it is a booking.
		 */
		countAct: ({ kind, subjectId, shopId, caller, staffMinutes = 0, now }: CountedAct): Statement[] => [
			insertFrom(
				countedActs,
				{
					kind,
					subjectId,
					shopId: shopId ?? sql`(SELECT ${drafts.shopId} FROM ${drafts} WHERE ${drafts.id} = ${subjectId})`,
					networkKey: countedNetworkKey(caller, caller.networkKey),
					staffMinutes,
					actedAt: now,
				},
				sql`WHERE true ON CONFLICT DO NOTHING`,
			),
			...actCeilings(kind, subjectId, caller.networkKey, now),
		],

		/** Housekeeping: nothing depends on it having run. */
		purgeActsBefore: (actedBefore: Instant): Statement<number> =>
			deleteSlice(countedActs, lte(countedActs.actedAt, actedBefore)),
	}
}

export type CountedActRepository = ReturnType<typeof createCountedActRepository>
