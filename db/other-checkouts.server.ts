import { type SQL, sql } from 'drizzle-orm'
import { checkouts } from './schema/booking.ts'

/** Ids of a draft's other checkouts that wait for a payment. */
export function othersOfDraft({ checkoutId, draftId }: { checkoutId: string; draftId: string }): SQL {
	return sql`(SELECT ${checkouts.id} FROM ${checkouts}
		WHERE ${checkouts.draftId} = ${draftId} AND ${checkouts.status} = 'PENDING' AND ${checkouts.id} <> ${checkoutId})`
}
