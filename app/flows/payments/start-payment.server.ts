import { refundableUntil } from '#app/domain/booking/appointment/cancellation-policy.ts'
import { amountDueNow, depositFor, mustPrepay } from '#app/domain/booking/checkout/deposit.ts'
import type { NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { applyChoices, saveChoicesOnRefusal } from '#app/flows/booking/apply-choices.server.ts'
import { type BookingProblem, bookingProblem } from '#app/flows/booking/booking-problem.server.ts'
import { newCheckout } from '#app/flows/booking/new-booking.server.ts'
import type { DraftWithCalendar } from '#app/flows/booking/read-draft.server.ts'
import { contentId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { PaymentStart } from './ask-payment-page.server.ts'
import { earlierPayment, MAX_ATTEMPTS } from './open-attempt.server.ts'
import {
	type OpenPageRefusal,
	type OpenPaymentPageDeps,
	openPaymentPage,
	type StartPaymentInput,
} from './open-payment-page.server.ts'
import type { SettlePaymentDeps } from './settle-payment.server.ts'

export type StartPaymentDeps = SettlePaymentDeps &
	OpenPaymentPageDeps & { onlinePayments: OnlinePayments | null }

export type StartPaymentRefusal =
	| BookingProblem
	| OpenPageRefusal
	| 'missing_email'
	| 'too_many_payments'
	| 'add_on_does_not_fit'

/**
 * Starts paying a draft online (K21). The first write stores the checkout, the attempt and a hold; the second stores
 * the provider's page. A repeat and a second tab get the same page (R33). Earlier attempts are checked first, so that
 * no customer pays twice. Refuses what a booking refuses, and:
 * - 'invalid_amount' for nothing to pay, 'payment_below_minimum' (D69);
 * - 'missing_email', 'too_many_payments', 'payment_not_started', 'payment_no_url';
 * - 'payment_not_validated' when the purchase changed meanwhile.
 */
export async function startPayment(
	deps: StartPaymentDeps,
	input: StartPaymentInput,
): Promise<Outcome<PaymentStart, StartPaymentRefusal>> {
	const { choices, seen, read, alongside, now } = input
	const { priced } = read
	if (!priced) return refused('session_error')
	const { appointmentId } = priced.draft
	if (appointmentId !== null) return accepted({ next: 'booked', appointmentId })
	const requested = { ...priced, ...applyChoices(priced, choices, now) }
	const started = await start(deps, input, requested)
	const { startsAt } = seen
	return saveChoicesOnRefusal(deps, started, { priced, requested, choices, startsAt, alongside, now })
}

async function start(
	deps: StartPaymentDeps,
	input: StartPaymentInput,
	requested: DraftWithCalendar,
): Promise<Outcome<PaymentStart, StartPaymentRefusal>> {
	const { onlinePayments } = deps
	const { contact, seen, read, now } = input
	const onlineMinimumKobo = onlinePayments?.minimumKobo ?? null
	const refusal = bookingProblem(requested, read, { ...input, onlineMinimumKobo })
	const dueKobo = amountDueNow(depositFor(requested.shop, read.noShowCount), requested.quote.toPayKobo)
	if (refusal === 'invalid_selection' && onlinePayments)
		return refused(dueKobo > 0 ? 'payment_below_minimum' : 'invalid_amount')
	if (refusal) return refused(refusal)
	if (!onlinePayments) return refused('invalid_selection')
	if (dueKobo !== seen.dueKobo)
		return refused(mustPrepay(requested.shop, read.noShowCount) ? 'prepayment_required' : 'price_changed')
	if (contact.email === null) return refused('missing_email')

	const checkout = await pendingCheckout(requested, input, dueKobo)
	const earlier = await earlierPayment(deps, read.payments, checkout.checkoutId, now)
	if (earlier) return accepted(earlier)
	if (read.payments.length >= MAX_ATTEMPTS) return refused('too_many_payments')
	return openPaymentPage(deps, { onlinePayments, email: contact.email, requested, checkout, input })
}

/** Its id hashes its content: equal checkouts are one. */
async function pendingCheckout(
	requested: DraftWithCalendar,
	agreed: Parameters<typeof newCheckout>[1] & { seen: { startsAt: Instant } },
	dueKobo: Kobo,
): Promise<NewPendingCheckout> {
	const { startsAt } = agreed.seen
	const { checkoutId: _, clientId, now, ...checkout } = newCheckout(requested, agreed)
	const content = {
		...checkout,
		services: checkout.services.map((service, position) => {
			const { staff, bufferMinutes = 0 } = requested.draft.services[position] ?? {}
			return {
				...service,
				bufferMinutes,
				staffMemberId: staff?.kind === 'named' ? staff.staffMemberId : null,
			}
		}),
		startsAt,
		refundableUntilAt: refundableUntil(startsAt, requested.shop.freeCancellationMinutes),
		dueKobo,
	}
	return { ...content, checkoutId: await contentId(JSON.stringify(content)), clientId, now }
}
