import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'

/** What a payment has led to, counted. */
export type PaymentEffects = {
	outcome: string | null
	/** Rows of money that arrived under its reference. */
	payments: number
	/** Of the booking that it is for, by whichever payment. */
	appointments: number
	refunds: number
	/** Times that its money was entered in the ledger. */
	entries: number
}

/** One visit, and the money counted once. */
export const bookedOnce: PaymentEffects = {
	outcome: 'booked',
	payments: 1,
	appointments: 1,
	refunds: 0,
	entries: 1,
}

export const nothingYet: PaymentEffects = {
	outcome: null,
	payments: 0,
	appointments: 0,
	refunds: 0,
	entries: 0,
}

export async function effectsOf(
	{ database }: { database: ScratchDatabase },
	paymentReference: string,
): Promise<PaymentEffects> {
	const rows = await database.rows(
		`SELECT
				(SELECT outcome FROM transactions WHERE payment_reference = ?1) AS outcome,
				(SELECT count(*) FROM transactions WHERE payment_reference = ?1) AS payments,
				(SELECT count(*) FROM appointments visit JOIN checkouts sibling ON sibling.id = visit.checkout_id
					WHERE sibling.draft_id = checkout.draft_id) AS appointments,
				(SELECT count(*) FROM refunds WHERE payment_reference = ?1) AS refunds,
				(SELECT count(*) FROM ledger_entries WHERE occasion = 'payment:' || ?1) AS entries
			FROM payment_attempts attempt JOIN checkouts checkout ON checkout.id = attempt.checkout_id
			WHERE attempt.payment_reference = ?1`,
		paymentReference,
	)
	const [row] = rows
	if (!row) throw new Error(`no payment ${paymentReference} was started`)
	return {
		outcome: row.outcome === null ? null : String(row.outcome),
		payments: Number(row.payments),
		appointments: Number(row.appointments),
		refunds: Number(row.refunds),
		entries: Number(row.entries),
	}
}
