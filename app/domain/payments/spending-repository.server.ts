import { sql } from 'drizzle-orm'
import type { Kobo } from '#app/kernel/money.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { clientOfAppointment, clientsOfPerson } from '#db/customer-at-shop.server.ts'
import { integer, only } from '#db/row.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { ledgerEntries, ledgerLines, transactions } from '#db/schema/payments.ts'
import { subscriptions } from '#db/schema/subscriptions.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { preparedRead } from '#db/statement.server.ts'
import { paidAtShopAt } from './takings-repository.server.ts'

const shopId = callingShopId(shopCallerPlaceholders)
const customersRows = clientsOfPerson(clientOfAppointment(shopId, sql`${sql.placeholder('referenceNumber')}`))

/** Entries that credit or debit the shop for a payment, by the beginning of their key. */
const entriesOfPayment = sql`json_each('["booking","plan","changed","given-back"]') word
	CROSS JOIN ${ledgerEntries} entry ON entry.occasion >= word.value || ':' || ${transactions.paymentReference}
		AND entry.occasion < word.value || ':' || ${transactions.paymentReference} || ';'
		AND entry.subject_id = ${transactions.paymentReference}`

const spent = preparedRead(
	() => sql`SELECT
		coalesce((SELECT sum(-line.amount_kobo) FROM ${checkouts}
			CROSS JOIN ${transactions} ON ${transactions.checkoutId} = ${checkouts.id}
			CROSS JOIN ${entriesOfPayment}
			CROSS JOIN ${ledgerLines} line ON line.entry_id = entry.id
				AND line.account_id IN ('shop_due:' || ${shopId} || ':NGN', 'staff_tips:' || ${shopId} || ':NGN')
			WHERE ${checkouts.clientId} IN ${customersRows}), 0)
		+ coalesce((SELECT sum(${appointments.paidAtShopKobo}) FROM ${appointments}
			WHERE ${appointments.clientId} IN ${customersRows} AND ${paidAtShopAt} IS NOT NULL), 0)
		+ coalesce((SELECT sum(${checkouts.totalKobo} - ${checkouts.cashbackKobo}) FROM ${checkouts}
			CROSS JOIN ${subscriptions} ON ${subscriptions.checkoutId} = ${checkouts.id}
			WHERE ${checkouts.clientId} IN ${customersRows} AND ${checkouts.paymentChoice} <> 'online'), 0) AS spent_kobo`,
	only(integer('spent_kobo')),
)

export function createSpendingRepository() {
	return {
		/**
		 * By the rule of the shop's takings (decision 111): online money by the ledger, money at the shop as the shop
		 * marked it, with tips.
		 */
		selectSpent: (caller: ShopCaller, referenceNumber: string): Statement<Kobo[]> =>
			spent({ ...caller, referenceNumber }),
	}
}
