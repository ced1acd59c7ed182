import { sql } from 'drizzle-orm'
import type { Actor, GuestContact } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { leavingCheckouts, leavingUserId } from '#db/leaving.server.ts'
import { json, only } from '#db/row.server.ts'
import { checkouts, clients } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { refunds, transactions } from '#db/schema/payments.ts'
import { disputes } from '#db/schema/payments-disputes.ts'
import { build, builtWrite, rawRead, rawWrite } from '#db/statement.server.ts'

export function createOwnPaymentRepository(read: Database['read']) {
	return {
		/** The newest first, with outcomes. */
		exportPayments: (actor: Actor): Promise<unknown[]> =>
			read(
				rawRead(
					sql`SELECT json_object(
							'reference', ${transactions.paymentReference}, 'shop', ${shops.name}, 'description', ${transactions.description},
							'amountKobo', ${transactions.amountKobo}, 'currency', ${transactions.currency},
							'type', ${transactions.paymentMethod}, 'tipKobo', ${transactions.staffTipKobo},
							'outcome', ${transactions.outcome},
							'paidAt', strftime('%Y-%m-%dT%H:%M:%SZ', ${transactions.paidAt} / 1000, 'unixepoch'),
							'refund', (SELECT json_object('status', ${refunds.status}, 'reason', ${refunds.reason},
								'amountKobo', ${refunds.amountKobo})
								FROM ${refunds} WHERE ${refunds.paymentReference} = ${transactions.paymentReference} AND ${refunds.part} = 0),
							'disputes', (SELECT json_group_array(json_object('amountKobo', ${disputes.amountKobo}, 'outcome', ${disputes.outcome},
								'openedAt', strftime('%Y-%m-%dT%H:%M:%SZ', ${disputes.openedAt} / 1000, 'unixepoch')))
								FROM ${disputes} WHERE ${disputes.paymentReference} = ${transactions.paymentReference}),
							'refundsOfChanges', (SELECT json_group_array(json_object('status', ${refunds.status}, 'amountKobo', ${refunds.amountKobo}))
								FROM ${refunds} WHERE ${refunds.paymentReference} = ${transactions.paymentReference} AND ${refunds.part} > 0)
						) AS payment
						FROM (SELECT ${clients.id} FROM ${clients} WHERE ${clients.userId} = ${actorUserId(actor)}) client
						CROSS JOIN ${checkouts} ON ${checkouts.clientId} = client.id
						CROSS JOIN ${transactions} ON ${transactions.checkoutId} = ${checkouts.id}
						CROSS JOIN ${shops} ON ${shops.id} = ${transactions.shopId}
						ORDER BY ${transactions.paidAt} DESC`,
					only(json<unknown>('payment')),
				),
			),

		/** Belongs before the guest's contact is cut. */
		forgetCardsOfGuest: (contact: GuestContact, now: Instant): Statement<number> =>
			rawWrite(
				sql`UPDATE ${transactions} SET card_key = NULL WHERE checkout_id IN ${leavingCheckouts(contact, now)}`,
			),

		/** Belongs before the shops' records are cleared. The payments stay, without their cards. */
		forgetCards: (actor: Actor, passwordHash: string): Statement<number> =>
			builtWrite(
				build
					.update(transactions)
					.set({ cardKey: null })
					.where(
						sql`${transactions.id} IN (SELECT ${transactions.id} FROM ${clients}
							CROSS JOIN ${checkouts} ON ${checkouts.clientId} = ${clients.id}
							CROSS JOIN ${transactions} ON ${transactions.checkoutId} = ${checkouts.id}
							WHERE ${clients.userId} = ${leavingUserId(actor, passwordHash)})`,
					),
			),
	}
}
