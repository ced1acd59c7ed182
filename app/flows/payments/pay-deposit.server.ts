import type { RefusalOf } from '#app/domain/booking/booking-wording.ts'
import { depositHeldWhilePaying, depositState } from '#app/domain/booking/checkout/deposit-link.ts'
import type { DepositLink } from '#app/domain/booking/checkout/deposit-link-repository.server.ts'
import type { NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import { paymentHoldExpiry } from '#app/domain/booking/hold/hold-policy.ts'
import { slotConstraints } from '#app/domain/booking/hold/slot-refusal.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { refusalOfBookingWrite } from '#app/flows/booking/booking-write.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Statement, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { PageRefusal, PaymentStart } from './ask-payment-page.server.ts'
import { signCheckoutCopy } from './checkout-copy.server.ts'
import { earlierPayment, MAX_ATTEMPTS, type OpenAttemptDeps, openAttempt } from './open-attempt.server.ts'
import type { SettlePaymentDeps } from './settle-payment.server.ts'

type PayDepositDeps = SettlePaymentDeps &
	OpenAttemptDeps &
	Pick<Repositories, 'booking' | 'payments'> & { onlinePayments: OnlinePayments | null }

const constraints = {
	...slotConstraints,
	deposit_not_waiting: 'deposit_lapsed',
	too_many_payment_starts: 'too_many_payment_starts',
} as const

export type PayDepositRefusal =
	| RefusalOf<typeof constraints>
	| WriteFailure
	| PageRefusal
	| 'deposit_let_go'
	| 'deposit_lapsed'
	| 'missing_email'
	| 'too_many_payments'

/**
 * Starts paying the deposit of a link (K21, R33). The time stays held meanwhile. Null for an unknown code. Refuses
 * 'deposit_let_go' and 'deposit_lapsed' once the time is free, 'missing_email', 'too_many_payments',
 * 'too_many_payment_starts', and what `openAttempt` refuses.
 */
export async function payDeposit(
	deps: PayDepositDeps,
	input: {
		code: string
		/** Needed where the shop typed none. Only the provider gets it. */
		email: string | null
		caller: { userId: string | null; networkKey: string | null }
		now: Instant
	},
): Promise<Outcome<PaymentStart, PayDepositRefusal> | null> {
	const { code, email: typed, caller, now } = input
	const link = await deps.booking.deposits.depositLink(code)
	if (!link) return null
	const { checkout } = link
	if (checkout.bookedAppointmentId !== null)
		return accepted({ next: 'booked', appointmentId: checkout.bookedAppointmentId })
	const payments = await deps.payments.attempts.paymentsOfDraft(checkout.draftId)
	const earlier = await earlierPayment(deps, payments, checkout.checkoutId, now)
	const state = depositState(link, now)
	// An open page is not shown again for a time that is no longer held.
	if (earlier && (earlier.next !== 'pay' || state === 'waiting')) return accepted(earlier)
	if (state === 'let_go') return refused('deposit_let_go')
	const { onlinePayments } = deps
	if (state !== 'waiting' || checkout.heldUntilAt === null) return refused('deposit_lapsed')
	if (!onlinePayments) return refused('payment_not_started')
	const email = checkout.contact.email ?? typed
	if (email === null) return refused('missing_email')
	if (payments.length >= MAX_ATTEMPTS) return refused('too_many_payments')

	const paymentHeldUntilAt = paymentHoldExpiry(onlinePayments.channels, now)
	const expiresAt = depositHeldWhilePaying(checkout.heldUntilAt, paymentHeldUntilAt, checkout.startsAt)
	const agreed = agreedCheckout(link, now)
	return openAttempt(deps, {
		kind: 'appointment',
		onlinePayments,
		checkout: agreed,
		payments,
		caller,
		email,
		description: `${checkout.services.map(({ name }) => name).join(', ')} at ${checkout.shop.name}`,
		checkoutCopy: (paymentReference) => signCheckoutCopy(onlinePayments.linkKeys, paymentReference, agreed),
		expiresAt,
		insert: (_, attempt) => keepTimeWithAttempt(deps, { link, expiresAt, attempt, now }),
		now,
	})
}

/** The stored agreement of shop and customer on the telephone. */
function agreedCheckout({ checkout }: DepositLink, now: Instant): NewPendingCheckout {
	return { ...checkout, clientId: '', now }
}

async function keepTimeWithAttempt(
	{ booking: { deposits, drafts }, writeBatch }: PayDepositDeps,
	input: { link: DepositLink; expiresAt: Instant; attempt: Statement[]; now: Instant },
): Promise<RefusalOf<typeof constraints> | WriteFailure | null> {
	const { checkout } = input.link
	const { expiresAt, attempt, now } = input
	try {
		await writeIdempotent(writeBatch, [
			deposits.requireWaiting(checkout.checkoutId, now),
			deposits.holdDepositUntil(checkout.checkoutId, expiresAt, now),
			drafts.saveStart(checkout.draftId, checkout.startsAt, now),
			...attempt,
		])
		return null
	} catch (error) {
		return refusalOfBookingWrite(error, constraints)
	}
}
