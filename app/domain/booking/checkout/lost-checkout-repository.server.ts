import { sql } from 'drizzle-orm'
import type { NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, json, nullable, rows } from '#db/row.server.ts'
import { clients, promoCodes } from '#db/schema/booking.ts'
import { addOns, services, staffMembers } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { first, rawSelect } from '#db/statement.server.ts'
import { insertClientUnlessKnown, pendingCheckoutRows } from './checkout-rows-repository.server.ts'

type LostCheckoutIds = {
	shopId: string
	serviceIds: readonly string[]
	addOnIds: readonly string[]
	staffMemberIds: readonly string[]
	promoCodeId: string | null
	userId: string | null
	email: string
}

/** A checkout that a restored database lost, while the provider still knows its payment. */
export function createLostCheckoutRepository(read: Database['read']) {
	return {
		/** What this database still has of it: names, and whether all that it refers to is here. */
		remainsOf: (lost: LostCheckoutIds) => first(read(remainsOf(lost))),

		/** Prices are not checked again: they may have changed, and a booked draft's money is refunded on settling. */
		insertLostCheckout: (checkout: NewPendingCheckout): Statement[] => [
			insertClientUnlessKnown(checkout),
			...pendingCheckoutRows(checkout),
		],
	}
}

function remainsOf(lost: LostCheckoutIds) {
	const idsIn = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
	const named = sql`json_group_array(json_object('id', id, 'name', name))`
	const person = sql`SELECT first_name, last_name, phone`
	return rawSelect(
		rows({
			services: json<{ id: string; name: string }[]>(
				sql`(SELECT ${named} FROM ${services} WHERE shop_id = ${lost.shopId} AND id IN ${idsIn(lost.serviceIds)})`,
			),
			addOns: json<{ id: string; name: string }[]>(
				sql`(SELECT ${named} FROM ${addOns} WHERE shop_id = ${lost.shopId} AND id IN ${idsIn(lost.addOnIds)})`,
			),
			/** Its staff and promo code are here too. */
			isComplete: flag(sql`(SELECT count(*) = ${new Set(lost.staffMemberIds).size} FROM ${staffMembers}
					WHERE shop_id = ${lost.shopId} AND id IN ${idsIn(lost.staffMemberIds)})
				AND (${lost.promoCodeId} IS NULL OR EXISTS (SELECT 1 FROM ${promoCodes} WHERE id = ${lost.promoCodeId}))`),
			hasAccount: flag(sql`EXISTS (SELECT 1 FROM ${profiles} WHERE id = ${lost.userId})`),
			/** Of the account, else of the shop's guest with that e-mail; null for a new client. */
			contact: nullable(
				json<{ firstName: string; lastName: string; phone: string | null }>(
					sql`(SELECT json_object('firstName', first_name, 'lastName', last_name, 'phone', phone) FROM (
						SELECT * FROM (${person} FROM ${profiles} WHERE id = ${lost.userId})
						UNION ALL SELECT * FROM (${person} FROM ${clients}
							WHERE shop_id = ${lost.shopId} AND email = ${lost.email} AND user_id IS NULL) LIMIT 1))`,
				),
			),
		}),
		sql``,
	)
}
