import { refundedLines } from '#app/domain/payments/ledger-lines.ts'
import { alertLine } from '#app/domain/payments/payment.ts'
import {
	type RefundKey,
	refundHasArrived,
	refundName,
} from '#app/domain/payments/refund-repository.server.ts'
import { tellShopRefunded } from '#app/flows/lifecycle/tell-shop.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { providerLabel, type RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type MoveRefundDeps = Pick<Repositories, 'payments' | 'messaging' | 'shops' | 'writeBatch'> & {
	/** Gets a line for the operator, without personal data. */
	log: (line: string) => void
}

/** A refund's state at the provider, with amount and currency here. */
export type RefundMove = RefundKey & {
	amountKobo: Kobo
	currency: string
	status: Exclude<RefundStatus, 'requested'>
	providerRefundId: string | null
	now: Instant
}

/**
 * Moves a refund to the provider's status, from an answer, a webhook or the sweeper. Repeats and disorder give the same
 * result. Alerts the operator to one that needs a person.
 */
export async function moveRefund(
	deps: MoveRefundDeps,
	move: RefundMove & { provider: string },
): Promise<void> {
	const { moved } = await writeIdempotent(deps.writeBatch, refundMoveStatements(deps, move))
	if (moved === 1) alertOfStuckRefund(deps, move)
}

/** A processed refund goes into the ledger and is told to its payer, in one batch. */
export function refundMoveStatements(
	{ payments: { refunds, ledger }, messaging: { outbox }, shops }: Omit<MoveRefundDeps, 'writeBatch' | 'log'>,
	move: RefundMove,
) {
	const { paymentReference, part, amountKobo, currency, status, providerRefundId, now } = move
	const moved = refunds.moveRefund(move)
	const numbered = providerRefundId === null ? [] : [refunds.keepRefundId(move, providerRefundId)]
	if (status !== 'processed') return { moved, numbered, arrived: [] }
	const arrived = [
		...ledger.postEntry(
			{
				key: `refund:${refundName(move)}`,
				lines: refundedLines({ paymentReference, currency, amountKobo }),
				now,
			},
			refundHasArrived(move),
		),
		...outbox.insertPaymentMessage({
			kind: 'refunded',
			paymentReference,
			part,
			onceFor: refundName(move),
			now,
		}),
		tellShopRefunded({ shops }, { paymentReference, part, now }),
	]
	return { moved, numbered, arrived }
}

function alertOfStuckRefund(
	{ log }: Pick<MoveRefundDeps, 'log'>,
	{ paymentReference, status, provider }: RefundMove & { provider: string },
) {
	const label = providerLabel(provider)
	if (status === 'needs-attention')
		log(alertLine(paymentReference, `the refund needs attention: ${label} asks for an account to send it to`))
	if (status === 'failed')
		log(alertLine(paymentReference, `the refund failed: send it again on the dashboard of ${label}`))
}
