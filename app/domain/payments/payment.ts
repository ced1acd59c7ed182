import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type {
	AttemptStatus,
	PaymentMode,
	PaymentOutcome,
	RefundReason,
	RefundStatus,
} from '#app/kernel/vocabulary.ts'

/** One try to pay a checkout, with what came of it. */
export type Payment = {
	reference: string
	checkoutId: string
	draftId: string
	shopId: string
	amountKobo: Kobo
	currency: string
	mode: PaymentMode
	status: AttemptStatus
	/** Paystack's page; null until it has answered. */
	authorizationUrl: string | null
	/** Paystack's own word when it was last asked. */
	seenStatus: string | null
	createdAt: Instant
	expiresAt: Instant
	checkCount: number
	/** Null until money has arrived. */
	received: ReceivedMoney | null
	/** Null while none is on its way back. */
	refund: Refund | null
}

/** Money that arrived, and what became of it. */
export type ReceivedMoney = {
	outcome: PaymentOutcome
	appointmentId: string | null
	amountKobo: Kobo
	currency: string
	staffTipKobo: Kobo
	/** When Paystack says that it was paid. */
	paidAt: Instant
	/** When the outcome became what it is. */
	decidedAt: Instant
	/** Until when other times are offered; it stays when that is over. */
	offerExpiresAt: Instant | null
	disputedAt: Instant | null
}

export type Refund = {
	reason: RefundReason
	status: RefundStatus
	amountKobo: Kobo
	requestedAt: Instant
	/** When its status became what it is. */
	changedAt: Instant
}

/** An offer of other times is open for this long (guide: paystack, "The integration" 5). */
export const OFFER_HOURS = 24

/** Nothing is expected of an attempt any more when it is this old; its money is taken even then. */
export const ATTEMPT_HOURS = 72

/** Whether other times can still be taken instead of the one that was paid for; at its very end an offer is over. */
export function isOfferOpen(
	received: Pick<ReceivedMoney, 'outcome' | 'offerExpiresAt'>,
	now: Instant,
): boolean {
	return received.outcome === 'offered' && received.offerExpiresAt !== null && now < received.offerExpiresAt
}
