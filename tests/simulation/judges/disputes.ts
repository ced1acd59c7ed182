import type { World } from '../world.ts'

/** A dispute that Paystack has ended is open no more, and what a bank took back whole is no money of the shop's. */
export async function judgeDisputes(
	{ sql, paystack, find }: World,
	{ isOver }: { isOver: boolean },
): Promise<void> {
	if (!isOver) return
	for (const { reference, takenKobo } of paystack.disputes) {
		const [payment] = await sql.rows(
			`SELECT payment.amount_kobo, payment.disputed_at, refund.reason, visit.status FROM transactions payment
				LEFT JOIN appointments visit ON visit.id = payment.appointment_id
				LEFT JOIN refunds refund ON refund.payment_reference = payment.payment_reference AND refund.part = 0
				WHERE payment.payment_reference = ?`,
			reference,
		)
		if (!payment) continue
		// A person decides what is owed for a cancelled visit whose money was taken otherwise than is known here (S19).
		const isTaken = paystack.disputes.some((one) => one.reference === reference && one.takenKobo > 0)
		const isForPeople = isTaken && payment.status === 'CANCELLED'
		if (payment.disputed_at !== null && !isForPeople)
			find(`dispute: that of ${reference} has ended, and counts as open`)
		if (takenKobo >= Number(payment.amount_kobo) && payment.reason === null)
			find(`dispute: ${reference} was taken back by a bank, and counts as paid`)
	}
}
