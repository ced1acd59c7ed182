import type { Statement } from '#db/client.server.ts'

/** A statement that decides a refund: after a batch with one in it there is something to ask Paystack for. */
export type RefundingStatement = Statement & { refundOf: string }

export function refunding(insert: Statement, reference: string): RefundingStatement {
	return { ...insert, refundOf: reference }
}

/** The payment that a statement gives back; null for any other. */
export function refundOf(statement: Statement): string | null {
	return 'refundOf' in statement ? (statement as RefundingStatement).refundOf : null
}
