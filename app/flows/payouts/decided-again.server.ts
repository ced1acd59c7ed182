import type { PaymentAsRead } from '#app/domain/payouts/open-payment-repository.server.ts'
import { paymentDue } from '#app/domain/payouts/payment-due.ts'
import type { PayoutToAsk } from '#app/domain/payouts/payout-repository.server.ts'
import { isNothing, without } from '#app/domain/payouts/payout-share.ts'
import { FREE_CANCELLATION_MS } from '#app/domain/subscriptions/session-cancellation.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Decides a payout that waits once more, by the rule that it was written by: null where its account is held, or where a
 * payment of it would not be paid as it is any more (D71). Else its payments as they were read, for the write that
 * takes it.
 */
export async function decidedAgain(
	{ payouts: { dues } }: Pick<Repositories, 'payouts'>,
	{ reference, isAccountHeld }: Pick<PayoutToAsk, 'reference' | 'isAccountHeld'>,
	now: Instant,
): Promise<readonly PaymentAsRead[] | null> {
	if (isAccountHeld) return null
	const payments = await dues.paymentsOfPayout(reference, { freeCancellationMs: FREE_CANCELLATION_MS })
	const isAsWritten = payments.every(({ row, ...payment }) => {
		const due = paymentDue({ ...payment, settled: without(payment.settled, row), isOnItsWay: false }, now)
		const isPaid = due.state === 'due' || due.state === 'debt'
		return isPaid && isNothing(without(due.share, row))
	})
	return isAsWritten ? payments : null
}
