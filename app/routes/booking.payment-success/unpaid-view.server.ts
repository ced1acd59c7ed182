import { boughtName } from '#app/domain/booking/draft/draft-summary.ts'
import { isHoldAlive } from '#app/domain/booking/hold/hold-policy.ts'
import type { PaymentReturn } from '#app/flows/payments/settle-payment.server.ts'
import { depositPath, paymentLinkPath, servicesOfShopPath } from '#app/kernel/booking-paths.ts'
import { clockOrMomentLabelAt, clockOrNearMomentWordsAt } from '#app/kernel/date-labels.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'

export type UnpaidState = 'confirming' | 'cancelled' | 'failed'

const LONG_MINUTES = 3
const VERY_LONG_MINUTES = 15

/** 'cancelled' or 'failed' only if the provider says so; otherwise the page asks it again. */
export function readUnpaidState(
	{ settlement }: Pick<PaymentReturn, 'settlement'>,
	returnState: 'cancelled' | 'failed' | null,
): UnpaidState {
	if (returnState !== null) return returnState
	return settlement.kind === 'waiting' && settlement.seen === 'failed' ? 'failed' : 'confirming'
}

export function unpaidView(
	{ settlement, payment, checkout }: PaymentReturn,
	state: UnpaidState,
	token: string,
	now: Instant,
) {
	const { heldUntilAt } = checkout
	const { timeZone } = checkout.shop
	const isKept = heldUntilAt !== null && isHoldAlive({ expiresAt: heldUntilAt }, now)
	const isOpenPlan = checkout.plan !== null && payment.expiresAt > now
	const ageMs = now - payment.createdAt
	const isAnswered = settlement.kind === 'waiting' && settlement.seen !== null
	return {
		state,
		amount: formatNaira(payment.amountKobo),
		whenLabel: clockOrNearMomentWordsAt(timeZone, checkout.startsAt, now),
		what: `${boughtName(checkout)} at ${checkout.shop.name}`,
		isPlan: checkout.plan !== null,
		keptUntil: isKept ? clockOrMomentLabelAt(timeZone, heldUntilAt, now) : null,
		/** False: the provider or our database has not answered. */
		isAnswered,
		takesLong: ageMs > LONG_MINUTES * MINUTE_MS,
		/** The provider's page, while the attempt is open and its time is held. */
		payPage:
			payment.status === 'open' && (isKept || isOpenPlan) && (isAnswered || state !== 'confirming')
				? payment.authorizationUrl
				: null,
		token,
		here: paymentLinkPath(token),
		again: checkout.plan
			? { page: `/plans/${checkout.plan.id}`, label: 'See the plan' }
			: checkout.depositCode
				? { page: depositPath(checkout.depositCode), label: 'Back to your deposit' }
				: { page: servicesOfShopPath(checkout.shopId), label: 'Start New Booking' },
	}
}

export type UnpaidView = ReturnType<typeof unpaidView>

/** The refresh interval; longer once the customer has waited for a while. */
export function refreshSeconds({ createdAt }: { createdAt: Instant }, now: Instant): number {
	const ageMs = now - createdAt
	if (ageMs < LONG_MINUTES * MINUTE_MS) return 5
	return ageMs < VERY_LONG_MINUTES * MINUTE_MS ? 20 : 60
}

/** The message on checkout, for the payment's own browser. */
export function unpaidMessage(view: UnpaidView): { title: string; description: string; tone?: 'error' } {
	const kept =
		view.keptUntil === null ? 'Your choices are saved.' : `We’re holding your time until ${view.keptUntil}.`
	if (!view.isAnswered)
		return {
			title: view.state === 'failed' ? 'Payment Failed' : 'Payment Cancelled',
			description: `${kept} If you did pay, we’ll find your payment and email you.`,
		}
	if (view.state === 'failed')
		return {
			title: 'Payment Failed',
			description: `The payment did not go through. Nothing was charged. ${kept}`,
			tone: 'error',
		}
	return { title: 'Payment Cancelled', description: `Nothing was charged. ${kept}` }
}
