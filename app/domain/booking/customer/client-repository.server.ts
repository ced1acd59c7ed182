import { type SQL, sql } from 'drizzle-orm'
import type { NewCheckout } from '#app/domain/booking/draft/new-booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { clients } from '#db/schema/booking.ts'
import { insertFrom } from '#db/statement.server.ts'

/**
 * A signed-in customer's row of that shop, found by their account and nothing else. A guest's details match only
 * client rows of that shop without an account, and never change one (C43): the row of their e-mail; by phone only a
 * row without an e-mail, for a booking without one. So a row carries one e-mail (S2, I13, docs/decisions/025).
 */
export function knownClient({
	clientId,
	shopId,
	userId,
	contact,
}: Pick<NewCheckout, 'clientId' | 'shopId' | 'userId' | 'contact'>): SQL {
	const own = sql`SELECT ${clients.id} FROM ${clients} WHERE ${clients.shopId} = ${shopId}`
	// The plus keeps the planner off the index by age, in whose order it would walk through a shop's customers.
	const oldest = sql`ORDER BY +${clients.createdAt}, ${clients.id} LIMIT 1`
	if (userId !== null) return sql`${own} AND ${clients.userId} = ${userId} ${oldest}`
	if (contact.email !== null)
		return sql`${own} AND ${clients.email} = ${contact.email} AND ${clients.userId} IS NULL`
	// A client without a contact is a new one each time.
	if (contact.phone === null) return sql`${own} AND ${clients.id} = ${clientId}`
	// One index: the plus keeps the planner off the one by account, which holds all guests of a shop under 'none'.
	return sql`${own} AND ${clients.phone} = ${contact.phone} AND ${clients.email} IS NULL AND +${clients.userId} IS NULL ${oldest}`
}

export function insertClientUnlessKnown(checkout: NewCheckout): Statement {
	const { clientId, shopId, userId, contact, now } = checkout
	const { firstName, lastName, email, phone } = contact
	return insertFrom(
		clients,
		{ id: clientId, shopId, userId, firstName, lastName, email, phone, createdAt: now },
		sql`WHERE (${knownClient(checkout)}) IS NULL`,
	)
}
