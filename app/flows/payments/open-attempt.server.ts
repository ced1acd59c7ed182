import { isPayableOnline } from '#app/domain/booking/checkout/deposit.ts'
import type { NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import { firstCheckAt } from '#app/domain/payments/check-times.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import { newPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import type { PurchaseKind } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	type AskPaymentPageDeps,
	askForPaymentPage,
	DOUBLE_SUBMIT_MS,
	type OpenedPage,
	type PageRefusal,
	type PaymentStart,
	waitForConcurrentAttempt,
} from './ask-payment-page.server.ts'
import { type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'

export type OpenAttemptDeps = AskPaymentPageDeps & Pick<Repositories, 'booking'>

type PurchaseToPay<Refusal> = {
	kind: PurchaseKind
	onlinePayments: OnlinePayments
	checkout: NewPendingCheckout
	/** Earlier attempts, which the new one replaces. */
	payments: readonly Payment[]
	caller: { userId: string | null; networkKey: string | null }
	email: string
	/** The purchase, in a line. */
	description: string
	checkoutCopy: (paymentReference: string) => Promise<string | null>
	expiresAt: Instant
	/** Writes the purchase with its attempt; its refusal, or null. */
	insert: (paymentReference: string, attempt: Statement[]) => Promise<Refusal | null>
	now: Instant
}

/**
 * Inserts an attempt, requests its payment page, and stores the page's address. The process may end after any step
 * (R33, R34). A concurrent request of the customer gets the first one's page. Refuses 'payment_below_minimum' (D69),
 * what `insert` refuses, 'payment_not_started', 'payment_no_url' and 'invalid_amount'.
 */
export async function openAttempt<Refusal extends string>(
	deps: OpenAttemptDeps,
	purchase: PurchaseToPay<Refusal>,
): Promise<Outcome<OpenedPage, Refusal | PageRefusal>> {
	const { kind, onlinePayments, checkout, email, description } = purchase
	if (!isPayableOnline(checkout.dueKobo, onlinePayments.minimumKobo)) return refused('payment_below_minimum')
	const paymentReference = newPaymentReference()
	try {
		const refusal = await purchase.insert(
			paymentReference,
			attemptStatements(deps, purchase, paymentReference),
		)
		if (refusal !== null) return refused(refusal)
	} catch (error) {
		if (!isSecondOpenAttempt(error)) throw error
		return waitForConcurrentAttempt(deps, checkout)
	}
	return askForPaymentPage(deps, {
		onlinePayments,
		paymentReference,
		amountKobo: checkout.dueKobo,
		email,
		buys: kind,
		description,
		checkoutCopy: await purchase.checkoutCopy(paymentReference),
	})
}

function attemptStatements(
	deps: Pick<Repositories, 'payments' | 'booking'>,
	{ kind, onlinePayments, checkout, payments, caller, expiresAt, now }: PurchaseToPay<unknown>,
	paymentReference: string,
): Statement[] {
	const { checkoutId, shopId, dueKobo } = checkout
	const known = payments.filter(
		({ status, createdAt }) => status === 'open' || now - createdAt > DOUBLE_SUBMIT_MS,
	)
	return [
		deps.payments.attempts.replaceAttempts(known.map((payment) => payment.paymentReference)),
		deps.payments.attempts.insertAttempt({
			paymentReference,
			purchaseKind: kind,
			checkoutId,
			amountKobo: dueKobo,
			provider: onlinePayments.provider.name,
			mode: onlinePayments.mode,
			expiresAt,
			nextCheckAt: firstCheckAt(now),
			now,
		}),
		deps.payments.attempts.attemptCeiling(paymentReference, now),
		...deps.booking.holds.countAct({
			kind: 'payment',
			subjectId: paymentReference,
			shopId,
			caller,
			now,
		}),
	]
}

/** A double tap: the first attempt counts. */
function isSecondOpenAttempt(error: unknown): boolean {
	return isViolation(error, 'unique:payment_attempts.checkout_id')
}

/** An open attempt with this much time left is used again. */
const MIN_TIME_LEFT_MS = 3 * MINUTE_MS
/** Each attempt blocks savings and times for others. */
export const MAX_ATTEMPTS = 8

/** Money of an earlier attempt, or its page if it is still open for this checkout. */
export async function earlierPayment(
	deps: SettlePaymentDeps,
	payments: readonly Payment[],
	checkoutId: string,
	now: Instant,
): Promise<PaymentStart | null> {
	const decided = payments.find(({ received }) => received !== null && received.outcome !== 'refund')
	if (decided) return { next: 'payment', paymentReference: decided.paymentReference }
	const open = payments.find(
		(payment) =>
			payment.checkoutId === checkoutId &&
			payment.status === 'open' &&
			payment.gatewayStatus !== 'failed' &&
			payment.expiresAt - now > MIN_TIME_LEFT_MS,
	)
	if (open?.authorizationUrl && now - open.createdAt < DOUBLE_SUBMIT_MS)
		return { next: 'pay', url: open.authorizationUrl }
	const unpaid = payments.filter(
		({ received, authorizationUrl }) => received === null && authorizationUrl !== null,
	)
	const answers = await Promise.all(
		unpaid.map(({ paymentReference }) => settlePayment(deps, { paymentReference, now })),
	)
	const paid = answers.find((settlement) => settlement.kind === 'decided')
	if (paid?.kind === 'decided') return { next: 'payment', paymentReference: paid.payment.paymentReference }
	return open?.authorizationUrl ? { next: 'pay', url: open.authorizationUrl } : null
}
