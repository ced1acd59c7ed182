import type { World } from '../world.ts'

/**
 * A dispute that Paystack has ended is open no more. A payment lost whole is not due to the shop; a part lost waits for
 * the operator, who has decided in the end.
 */
export async function judgeDisputes(
	{ sql, paystack, find }: World,
	{ isOver }: { isOver: boolean },
): Promise<void> {
	if (!isOver) return
	for (const { reference, takenKobo } of paystack.disputes) {
		const [payment] = await sql.rows(
			`SELECT payment.amount_kobo, payment.disputed_at, refund.reason FROM transactions payment
				LEFT JOIN refunds refund ON refund.payment_reference = payment.payment_reference AND refund.part = 0
				WHERE payment.payment_reference = ?`,
			reference,
		)
		if (!payment) continue
		if (payment.disputed_at !== null) find(`dispute: that of ${reference} has ended, and counts as open`)
		if (takenKobo >= Number(payment.amount_kobo) && payment.reason === null)
			find(`dispute: ${reference} was taken back by a bank, and counts as paid`)
	}
	for (const { id } of await sql.rows('SELECT id FROM returned_parts WHERE decided_at IS NULL'))
		find(`dispute: ${id} went back, and nobody could decide about it`)
}
