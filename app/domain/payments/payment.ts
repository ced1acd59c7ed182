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

export type Payment = {
	paymentReference: string
	purchaseKind: PurchaseKind
	checkoutId: string
	draftId: string
	shopId: string
	amountKobo: Kobo
	currency: string
	provider: string
	mode: PaymentMode
	status: AttemptStatus
	/** The provider's page; null before its answer. */
	authorizationUrl: string | null
	/** The provider's word at the last check. */
	gatewayStatus: string | null
	createdAt: Instant
	expiresAt: Instant
	checkCount: number
	/** The first unanswered check since the last definite answer; null after an answer. */
	unansweredSince: Instant | null
	/** Null until money has arrived. */
	received: ReceivedMoney | null
	/** The refund of all that is left; null without one. */
	refund: Refund | null
	/** Partial refunds while its appointment stayed (D53); in order. */
	partRefunds: PartRefund[]
}

export type ReceivedMoney = {
	outcome: PaymentOutcome
	appointmentId: string | null
	/** All that arrived. */
	amountKobo: Kobo
	/** Without partial refunds. */
	leftKobo: Kobo
	currency: string
	staffTipKobo: Kobo
	/** By the provider's clock. */
	paidAt: Instant
	/** The time of the outcome. */
	resolvedAt: Instant
	/** The end of an offer of other times; it stays afterwards. */
	offerExpiresAt: Instant | null
	disputedAt: Instant | null
	/** The provider refunded a part, and no person has decided about it (D78). */
	isPartUndecided: boolean
}

export type Refund = {
	reason: RefundReason
	status: RefundStatus
	amountKobo: Kobo
	requestedAt: Instant
	changedAt: Instant
}

export type PartRefund = Refund & {
	/** From 1. */
	part: number
	providerRefundId: string | null
}

/** The newest attempt with a payment page and without money. `payments` come newest first. */
export function startedPayment(payments: readonly Payment[]): Payment | null {
	return (
		payments.find(({ received, authorizationUrl }) => received === null && authorizationUrl !== null) ?? null
	)
}

/** An offer of other times is open for this long (K25). */
export const OFFER_HOURS = 24

/** An older attempt ends with the provider's next definite answer (F1); its money is taken even then. */
export const ATTEMPT_HOURS = 72

/** At its very end an offer is over. */
export function isOfferOpen(
	received: Pick<ReceivedMoney, 'outcome' | 'offerExpiresAt'>,
	now: Instant,
): boolean {
	return received.outcome === 'offered' && received.offerExpiresAt !== null && now < received.offerExpiresAt
}

/** No refund is decided or sent: the payer's bank disputes it, or a refunded part waits for a decision. */
export type PaymentHold = 'disputed' | 'part_back'

/** Null while nothing holds it (S19, D78). */
export function findPaymentHold(payment: Pick<Payment, 'received'> | null): PaymentHold | null {
	const { received = null } = payment ?? {}
	if (received === null) return null
	if (received.disputedAt !== null) return 'disputed'
	return received.isPartUndecided ? 'part_back' : null
}

/**
 * The money prepaid online for an appointment; of a cancelled one, the refund. After a late change it may exceed the
 * price (D53).
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

/** A log line for the operator, who searches for its beginning (docs/operations.md). It names no person. */
export function alertLine(paymentReference: string, what: string): string {
	return `ALERT payment ${paymentReference}: ${what}`
}

/** For an alert about a row whose provider this release does not have. */
export function noProvider(name: string): string {
	return `its provider “${name}” is not set up here, so nothing can be asked of it: deploy a release that has it`
}
