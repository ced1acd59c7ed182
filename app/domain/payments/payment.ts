import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type {
	AttemptStatus,
	PaymentMode,
	PaymentOutcome,
	PurchaseKind,
	RefundReason,
	RefundStatus,
} from '#app/kernel/vocabulary/payments.ts'

/** One attempt to pay a checkout, with what came of it. */
export type Payment = {
	paymentReference: string
	purchaseKind: PurchaseKind
	checkoutId: string
	draftId: string
	shopId: string
	amountKobo: Kobo
	currency: string
	/** Has taken it, or is to take it. */
	provider: string
	mode: PaymentMode
	status: AttemptStatus
	/** The provider's page; null until it has answered. */
	authorizationUrl: string | null
	/** The provider's own word when it was last asked. */
	gatewayStatus: string | null
	createdAt: Instant
	expiresAt: Instant
	checkCount: number
	/** The first check that got no definite answer since the provider's last one; null after an answer. */
	unansweredSince: Instant | null
	/** Null until money has arrived. */
	received: ReceivedMoney | null
	/** Of all that is left of it; null while that is not on its way back. */
	refund: Refund | null
	/** Differences that went back, or are on their way, while its visit stayed (D53); in order. */
	partRefunds: PartRefund[]
}

/** Money that arrived, and its outcome. */
export type ReceivedMoney = {
	outcome: PaymentOutcome
	appointmentId: string | null
	/** All that came. */
	amountKobo: Kobo
	/** What of it is left: without the differences that went back. */
	leftKobo: Kobo
	currency: string
	staffTipKobo: Kobo
	/** When the provider says that it was paid. */
	paidAt: Instant
	/** When the outcome became what it is. */
	resolvedAt: Instant
	/** Until when other times are offered; it stays when that is over. */
	offerExpiresAt: Instant | null
	disputedAt: Instant | null
	/** A part of it went back at the provider, and no person has decided about it (D78). */
	isPartUndecided: boolean
}

export type Refund = {
	reason: RefundReason
	status: RefundStatus
	amountKobo: Kobo
	requestedAt: Instant
	/** When its status became what it is. */
	changedAt: Instant
}

export type PartRefund = Refund & {
	/** 1 and on. */
	part: number
	providerRefundId: string | null
}

/** The newest payment page that was opened and of which no money has come; of payments with the newest first. */
export function startedPayment(payments: readonly Payment[]): Payment | null {
	return (
		payments.find(({ received, authorizationUrl }) => received === null && authorizationUrl !== null) ?? null
	)
}

/** An offer of other times is open for this long (K25). */
export const OFFER_HOURS = 24

/** An attempt this old ends with the provider's next definite answer (F1); its money is taken even then. */
export const ATTEMPT_HOURS = 72

/** Whether other times can still be taken instead of the one that was paid for; at its very end an offer is over. */
export function isOfferOpen(
	received: Pick<ReceivedMoney, 'outcome' | 'offerExpiresAt'>,
	now: Instant,
): boolean {
	return received.outcome === 'offered' && received.offerExpiresAt !== null && now < received.offerExpiresAt
}

/** Why no refund of a payment is decided or sent: 'disputed' at the payer's bank, or a part went back that waits. */
export type PaymentHold = 'disputed' | 'part_back'

/** Null while nothing holds it (S19, D78). */
export function holdOf(payment: Pick<Payment, 'received'> | null): PaymentHold | null {
	const { received = null } = payment ?? {}
	if (received === null) return null
	if (received.disputedAt !== null) return 'disputed'
	return received.isPartUndecided ? 'part_back' : null
}

/**
 * The money prepaid online for a visit, in kobo: the sum that it still has, or that went back when it was cancelled. A
 * change that came too late leaves more there than the visit asks for (D53).
 */
export function paidAheadKobo(
	appointmentPaidKobo: Kobo,
	payment: Pick<Payment, 'received' | 'refund'> | null,
): Kobo {
	if (payment?.refund?.reason === 'cancelled') return payment.refund.amountKobo
	return payment?.received?.outcome === 'booked'
		? Math.max(appointmentPaidKobo, payment.received.leftKobo)
		: appointmentPaidKobo
}
