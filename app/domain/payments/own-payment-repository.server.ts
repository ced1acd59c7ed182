import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { rawRead } from '#db/statement.server.ts'

/** What payments say about the customer who is signed in, and about nobody else. */
export function createOwnPaymentRepository(read: Database['read']) {
	return {
		/** Each of the actor's online payments with what became of it, newest first: to hand out. */
		exportPayments: (actor: Actor): Promise<unknown[]> =>
			read(
				rawRead(
					sql`SELECT json_object(
							'reference', paid.payment_reference, 'shop', shop.name, 'description', paid.description,
							'amountKobo', paid.amount_kobo, 'currency', paid.currency, 'type', paid.transaction_type,
							'tipKobo', paid.staff_tip_kobo, 'outcome', paid.outcome,
							'paidAt', strftime('%Y-%m-%dT%H:%M:%SZ', paid.transaction_date / 1000, 'unixepoch'),
							'refund', (SELECT json_object('status', status, 'reason', reason, 'amountKobo', amount_kobo)
								FROM refunds WHERE payment_reference = paid.payment_reference)
						) AS payment
						FROM (SELECT id FROM clients WHERE user_id = ${actorUserId(actor)}) client
						CROSS JOIN checkouts checkout ON checkout.client_id = client.id
						CROSS JOIN transactions paid ON paid.checkout_id = checkout.id
						CROSS JOIN shops shop ON shop.id = paid.shop_id
						ORDER BY paid.transaction_date DESC`,
					(row): unknown => JSON.parse(String(row.payment)),
				),
			),
	}
}

export type OwnPaymentRepository = ReturnType<typeof createOwnPaymentRepository>
