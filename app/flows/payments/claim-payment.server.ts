import { boughtName } from '#app/domain/booking/draft/draft-summary.ts'
import { receivedLines } from '#app/domain/payments/ledger-lines.ts'
import { OFFER_HOURS, type Payment, type ReceivedMoney } from '#app/domain/payments/payment.ts'
import { verifyPaymentMatch } from '#app/domain/payments/payment-match.ts'
import { unlessBooked } from '#app/flows/booking/booking-write.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import type { RefundReason } from '#app/kernel/vocabulary/payments.ts'
import { refusalOfWrite, type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { decided, isDecided, type KnownSettlement, type SuccessfulCharge } from './settlement.ts'

/** What the money of a charge becomes, in kobo and instants. */
export function receivedMoney(
	{ payment, verified, now }: SuccessfulCharge,
	became: Pick<ReceivedMoney, 'outcome'> & Partial<Pick<ReceivedMoney, 'appointmentId' | 'staffTipKobo'>>,
): ReceivedMoney {
	const { outcome, appointmentId = null, staffTipKobo = 0 } = became
	// A payer is owed all of a wrong amount or currency, else the amount without their fee.
	const isAsAgreed = verifyPaymentMatch(verified, payment) === 'paid'
	const amountKobo = isAsAgreed ? payment.amountKobo : verified.amountKobo
	return {
		outcome,
		appointmentId,
		amountKobo,
		leftKobo: amountKobo,
		currency: verified.currency,
		staffTipKobo,
		paidAt: verified.paidAt ?? now,
		resolvedAt: now,
		offerExpiresAt: outcome === 'offered' ? now + OFFER_HOURS * HOUR_MS : null,
		disputedAt: null,
		isPartUndecided: false,
	}
}

/**
 * The claim of a payment: its transaction with a unique reference, then the ledger. It stands first in its batch, so
 * that a second claim refuses all of it (K23).
 */
export function claimStatements(
	{ deps, payment, checkout, verified, now }: SuccessfulCharge,
	received: ReceivedMoney,
): Statement[] {
	const { paymentReference } = payment
	const { amountKobo, currency, staffTipKobo, paidAt, outcome, appointmentId, offerExpiresAt } = received
	const feeKobo = Math.min(verified.feesKobo, verified.amountKobo)
	return [
		...deps.payments.attempts.insertTransaction({
			id: newId(),
			paymentReference,
			appointmentId,
			amountKobo,
			currency,
			feeKobo,
			staffTipKobo,
			paymentMethod: verified.channel === 'card' || verified.channel === null ? 'CARD' : 'TRANSFER',
			description: `${boughtName(checkout)} at ${checkout.shop.name}`,
			cardKey: verified.cardKey,
			paidAt,
			outcome,
			offerExpiresAt,
			now,
		}),
		...deps.payments.ledger.postEntry({
			key: `payment:${paymentReference}`,
			lines: receivedLines({
				paymentReference,
				currency,
				owedKobo: amountKobo,
				paidKobo: verified.amountKobo,
				feeKobo,
			}),
			occurredAt: paidAt,
			now,
		}),
	]
}

/** Claims a payment, or reads the decision of an earlier claim. */
async function claimPayment(
	charge: SuccessfulCharge,
	received: ReceivedMoney,
	statements: Statement[],
	refund: Payment['refund'] = null,
): Promise<KnownSettlement> {
	const { deps, payment } = charge
	const batch = [...claimStatements(charge, received), ...statements]
	const tried = await tryToSettle(
		() => writeIdempotent(deps.writeBatch, batch),
		(error) => refusalOfWrite<never>(error, {}),
	)
	switch (tried) {
		case 'written':
			return decided(payment, received, refund)
		case 'settled_before':
			return readSettlement(charge)
		case 'booked_by_another_way':
			// Only an offer is refused for this reason.
			return refundCharge(charge, 'second_payment')
		case 'busy':
		case 'not_saved':
			return { kind: 'waiting', payment, seen: null }
	}
}

/** Claims a payment and offers other times for it. */
export function offerTimes(charge: SuccessfulCharge): Promise<KnownSettlement> {
	const { deps, payment, now } = charge
	const { paymentReference } = payment
	return claimPayment(charge, receivedMoney(charge, { outcome: 'offered' }), [
		...deps.messaging.outbox.insertPaymentMessage({ kind: 'other_time_offered', paymentReference, now }),
	])
}

/** Claims a payment and refunds all of it. */
export function refundCharge(charge: SuccessfulCharge, reason: RefundReason): Promise<KnownSettlement> {
	const { deps, payment, now } = charge
	const { paymentReference } = payment
	const received = receivedMoney(charge, { outcome: 'refund' })
	const { amountKobo, currency } = received
	return claimPayment(
		charge,
		received,
		[
			deps.payments.refunds.insertRefund({ paymentReference, amountKobo, currency, reason, now }),
			...deps.messaging.outbox.insertPaymentMessage({ kind: 'refund_started', paymentReference, now }),
		],
		{ reason, status: 'requested', amountKobo, requestedAt: now, changedAt: now },
	)
}

/** The settlement by the request that claimed the payment first. */
export async function readSettlement({ deps, payment }: SuccessfulCharge): Promise<KnownSettlement> {
	const settled = await deps.payments.attempts.payment(payment.paymentReference)
	return settled && isDecided(settled)
		? { kind: 'decided', payment: settled }
		: { kind: 'waiting', payment, seen: null }
}

/** Nothing was applied unless it is 'written'. */
export type SettleTry = 'written' | 'settled_before' | 'booked_by_another_way'

/** 'settled_before': the payment's stored outcome counts. 'booked_by_another_way': its draft has an appointment. */
export async function tryToSettle<Refusal extends string>(
	write: () => Promise<unknown>,
	refusalOf: (error: unknown) => Refusal,
): Promise<SettleTry | Refusal> {
	try {
		const written = await unlessBooked(write)
		return written === 'booked_before' ? 'booked_by_another_way' : 'written'
	} catch (error) {
		return isSettledBefore(error) ? 'settled_before' : refusalOf(error)
	}
}

/** Also true where this request's own answer was lost. */
function isSettledBefore(error: unknown): boolean {
	return (
		isViolation(error, 'unique:transactions.payment_reference') ||
		isViolation(error, 'unique:transactions.appointment_id') ||
		isViolation(error, 'payment_decided')
	)
}
