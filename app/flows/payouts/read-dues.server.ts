import type { UnsettledPayment } from '#app/domain/payouts/open-payment-repository.server.ts'
import { type PaymentDue, paymentDue } from '#app/domain/payouts/payment-due.ts'
import { FREE_CANCELLATION_MS } from '#app/domain/subscriptions/session-booking.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type ListedDue = PaymentDue & { payment: UnsettledPayment }

/** What a shop is due of each unsettled payment, what is held, and what it owes (D56, D59). */
export async function readDues(
	{ payouts: { dues } }: Pick<Repositories, 'payouts'>,
	{ shopId, mode, now }: { shopId: string; mode: PaymentMode; now: Instant },
): Promise<ListedDue[]> {
	const found = await dues.openPayments(shopId, { mode, freeCancellationMs: FREE_CANCELLATION_MS })
	return withDues(found, now)
}

/** As `readDues`, of the caller's shop. */
export async function readDuesOfCaller(
	{ payouts: { dues } }: Pick<Repositories, 'payouts'>,
	{ caller, mode, now }: { caller: ShopCaller; mode: PaymentMode; now: Instant },
): Promise<ListedDue[]> {
	const input = { mode, freeCancellationMs: FREE_CANCELLATION_MS }
	return withDues(await dues.openPaymentsOfCaller(caller, input), now)
}

function withDues(found: readonly UnsettledPayment[], now: Instant): ListedDue[] {
	return found.map((payment) => ({ ...paymentDue(payment, now), payment }))
}
