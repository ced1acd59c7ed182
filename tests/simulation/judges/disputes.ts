import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

/**
 * A dispute that Paystack has ended is open no more. A payment lost whole is not due to the shop; a part lost waits for
 * the operator, who has decided in the end.
 */
export async function judgeDisputes(
	{ sql, paystack, find }: World,
	{ isOver }: { isOver: boolean },
): Promise<void> {
	await judgeRefundsSent({ sql, paystack, find })
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

/** A refund was decided and sent so long before it is at Paystack. */
const ON_ITS_WAY_MS = 5 * MINUTE_MS

/** S19: nothing is sent to a payer while their bank decides about the same money. */
async function judgeRefundsSent({
	sql,
	paystack,
	find,
}: Pick<World, 'sql' | 'paystack' | 'find'>): Promise<void> {
	const disputes = await sql.rows('SELECT payment_reference, opened_at, ended_at FROM disputes')
	for (const { payment_reference, opened_at, ended_at } of disputes) {
		const sent = paystack.refunds.find(
			(refund) =>
				refund.transaction.reference === payment_reference &&
				!paystack.isGivenBack(refund) &&
				refund.createdAt > Number(opened_at) + ON_ITS_WAY_MS &&
				(ended_at === null || refund.createdAt < Number(ended_at) - ON_ITS_WAY_MS),
		)
		if (sent) find(`dispute: ${sent.amountKobo} of ${payment_reference} was sent back while it was open`)
	}
}
