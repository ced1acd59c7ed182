import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import { alertLine } from '#app/domain/payments/alert-line.ts'
import { returnedLines } from '#app/domain/payments/ledger-lines.ts'
import { postEntry } from '#app/domain/payments/ledger-repository.server.ts'
import { type RefundRepository, refundHasArrived } from '#app/domain/payments/refund-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { RefundStatus } from '#app/kernel/vocabulary.ts'

export type MoveRefundDeps = {
	refunds: Pick<RefundRepository, 'moveRefund'>
	outbox: Pick<OutboxRepository, 'insertPaymentMessage'>
	writeBatch: WriteBatch
	/** Gets a line for the operator: references and codes, nothing about a person. */
	log: (line: string) => void
}

/** What Paystack says of a refund, with what its payment's refund here is about. */
export type RefundMove = {
	reference: string
	amountKobo: Kobo
	currency: string
	status: Exclude<RefundStatus, 'requested'>
	paystackRefundId: string | null
	now: Instant
}

/**
 * Follows a refund to where Paystack says that it is, whoever heard of it: an answer, a webhook, the sweeper. Twice, or in
 * another order, is the same as once. Tells the operator of one that does not go on by itself.
 */
export async function moveRefund(deps: MoveRefundDeps, move: RefundMove): Promise<void> {
	const [moved] = await deps.writeBatch(refundMoveStatements(deps, move))
	if (moved?.rowsAffected === 1) alertOfStuckRefund(deps, move)
}

/** The statements of it, the move itself first. Money that has arrived is in the ledger, and its payer is told, with it. */
export function refundMoveStatements(
	{ refunds, outbox }: Pick<MoveRefundDeps, 'refunds' | 'outbox'>,
	move: RefundMove,
): Parameters<WriteBatch>[0] {
	const { reference, amountKobo, currency, status, now } = move
	if (status !== 'processed') return [refunds.moveRefund(move)]
	return [
		refunds.moveRefund(move),
		...postEntry(
			{
				occasion: `refund:${reference}`,
				lines: returnedLines({ reference, currency, amountKobo }),
				occurredAt: now,
				now,
			},
			refundHasArrived(reference),
		),
		outbox.insertPaymentMessage({ kind: 'refunded', reference, now }),
	]
}

function alertOfStuckRefund({ log }: Pick<MoveRefundDeps, 'log'>, { reference, status }: RefundMove) {
	if (status === 'needs-attention')
		log(alertLine(reference, 'the refund needs attention: Paystack asks for an account to send it to'))
	if (status === 'failed')
		log(alertLine(reference, 'the refund failed: send it again on the dashboard of Paystack'))
}
