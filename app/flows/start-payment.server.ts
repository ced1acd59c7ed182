import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import { amountDueNow, depositFor } from '#app/domain/booking/deposit.ts'
import type { NewPendingCheckout } from '#app/domain/booking/new-booking.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { applyChoices } from './apply-choices.server.ts'
import { keepingChoices, refusalBeforeBooking } from './judge-booking.server.ts'
import {
	type OpenPaymentPageDeps,
	openPaymentPage,
	type PaymentStart,
	SAME_PRESS_MS,
	type StartPaymentInput,
} from './open-payment-page.server.ts'
import { pendingCheckout } from './pending-checkout.server.ts'
import type { VisitWithCalendar } from './read-visit.server.ts'
import { type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'

export type StartPaymentDeps = SettlePaymentDeps & OpenPaymentPageDeps & { paystack: OnlinePayments | null }

/** An open try is used again while this much of its time is left. */
const ENOUGH_TIME_MS = 3 * MINUTE_MS
/** Each try keeps the time anew; somebody who does not pay does not keep it for ever. */
const MOST_TRIES = 8

/**
 * Starts paying a draft online (guide: paystack, "The integration" 1). The first write takes everything that the payment
 * is for: the checkout with all that was agreed, the try itself, and the time, for as long as paying may take. Then
 * Paystack is asked for its page, whose address the second write keeps. The same press sent twice, and a second tab, get
 * the same page (R33); before a new try, Paystack is asked about the earlier ones, so that nobody pays twice unawares.
 * Refuses what a booking is refused for, and 'invalid_amount' for nothing to pay, 'missing_email', 'too_many_payments',
 * 'payment_not_validated' when what is paid for changed meanwhile, 'payment_not_started', 'payment_no_url'.
 */
export async function startPayment(
	deps: StartPaymentDeps,
	input: StartPaymentInput,
): Promise<Outcome<PaymentStart, BookingRefusal>> {
	const { choices, seen, read, now } = input
	const { visit } = read
	if (!visit) return refused('session_error')
	const { appointmentId } = visit.draft
	if (appointmentId !== null) return accepted({ next: 'booked', appointmentId })
	const wished = { ...visit, ...applyChoices(visit, choices, now) }
	const started = await start(deps, input, wished)
	return keepingChoices(deps, started, { visit, wished, choices, startsAt: seen.startsAt, now })
}

async function start(
	deps: StartPaymentDeps,
	input: StartPaymentInput,
	wished: VisitWithCalendar,
): Promise<Outcome<PaymentStart, BookingRefusal>> {
	const { paystack } = deps
	const { contact, seen, read, now } = input
	const refusal = refusalBeforeBooking(wished, read, { ...input, isOnlineOffered: paystack !== null })
	if (refusal) return refused(refusal)
	if (!paystack) return refused('invalid_selection')
	const dueKobo = amountDueNow(depositFor(wished.shop, read.noShowCount), wished.quote.totalKobo)
	if (dueKobo !== seen.dueKobo) return refused('price_changed')
	if (dueKobo <= 0) return refused('invalid_amount')
	if (contact.email === null) return refused('missing_email')

	const checkout = await pendingCheckout(wished, input, dueKobo)
	const earlier = await earlierPayment(deps, read.payments, checkout, now)
	if (earlier) return accepted(earlier)
	if (read.payments.length >= MOST_TRIES) return refused('too_many_payments')
	return openPaymentPage(deps, { paystack, email: contact.email, wished, checkout, input })
}

/** What the customer did before: a page that is still open for the same visit, or money that has arrived. */
async function earlierPayment(
	deps: StartPaymentDeps,
	payments: readonly Payment[],
	{ checkoutId }: NewPendingCheckout,
	now: Instant,
): Promise<PaymentStart | null> {
	const decided = payments.find(({ received }) => received !== null && received.outcome !== 'refund')
	if (decided) return { next: 'payment', reference: decided.reference }
	const open = payments.find(
		(payment) =>
			payment.checkoutId === checkoutId &&
			payment.status === 'open' &&
			payment.seenStatus !== 'failed' &&
			payment.expiresAt - now > ENOUGH_TIME_MS,
	)
	if (open?.authorizationUrl && now - open.createdAt < SAME_PRESS_MS)
		return { next: 'pay', url: open.authorizationUrl }
	const unpaid = payments.filter(
		({ received, authorizationUrl }) => received === null && authorizationUrl !== null,
	)
	const asked = await Promise.all(unpaid.map(({ reference }) => settlePayment(deps, { reference, now })))
	const paid = asked.find((settlement) => settlement.kind === 'decided')
	if (paid?.kind === 'decided') return { next: 'payment', reference: paid.payment.reference }
	return open?.authorizationUrl ? { next: 'pay', url: open.authorizationUrl } : null
}
