import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type {
	AttemptStatus,
	PaymentMethod,
	PaymentMode,
	PaymentOutcome,
	RefundReason,
	RefundStatus,
} from '#app/kernel/vocabulary.ts'
import type { Database, Statement, WrittenRows } from '#db/client.server.ts'
import { isDatabaseError, isUniqueViolation } from '#db/database-error.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'
import type { Payment } from './payment.ts'

export type NewAttempt = {
	reference: string
	checkoutId: string
	amountKobo: Kobo
	mode: PaymentMode
	expiresAt: Instant
	nextCheckAt: Instant
	now: Instant
}

/** Money that arrived, with what becomes of it in the same batch. */
export type NewTransaction = {
	id: string
	reference: string
	appointmentId: string | null
	amountKobo: Kobo
	currency: string
	feeKobo: Kobo
	staffTipKobo: Kobo
	transactionType: PaymentMethod
	description: string
	paidAt: Instant
	outcome: PaymentOutcome
	offerExpiresAt: Instant | null
	now: Instant
}

export function createPaymentRepository(read: Database['read']) {
	const payments = (where: SQL) => read(rawRead(sql`${selectPayments} ${where}`, toPayment))

	return {
		/** Null for a reference that is none of ours. */
		async payment(reference: string): Promise<Payment | null> {
			const [payment] = await payments(sql`WHERE attempt.reference = ${reference}`)
			return payment ?? null
		},

		/** All tries of a draft, newest first. */
		paymentsOfDraft: (draftId: string): Promise<Payment[]> =>
			payments(sql`WHERE checkout.draft_id = ${draftId} ORDER BY attempt.created_at DESC, attempt.reference`),

		/** Null for an appointment that nothing was paid for in advance. */
		async paymentOfAppointment(appointmentId: string): Promise<Payment | null> {
			const [payment] = await payments(sql`WHERE paid.appointment_id = ${appointmentId}`)
			return payment ?? null
		},

		/** The references that the sweeper asks about now, the longest waiting first. */
		dueAttempts: (now: Instant, limit: number): Promise<string[]> =>
			read(
				rawRead(
					sql`SELECT reference FROM payment_attempts
						WHERE status IN ('created', 'open', 'replaced') AND next_check_at <= ${now} ORDER BY next_check_at LIMIT ${limit}`,
					({ reference }) => String(reference),
				),
			),

		/** Offers that nobody took up in time. */
		expiredOffers: (now: Instant, limit: number): Promise<Payment[]> =>
			payments(
				sql`WHERE paid.outcome = 'offered' AND paid.offer_expires_at <= ${now} ORDER BY paid.offer_expires_at LIMIT ${limit}`,
			),

		/**
		 * A second open one of the same checkout is refused ('unique:payment_attempts.checkout_id', R33). The very same one,
		 * sent again because its answer was lost, is there already.
		 */
		insertAttempt: (attempt: NewAttempt): Statement =>
			rawWrite(
				sql`INSERT INTO payment_attempts (reference, checkout_id, amount_kobo, mode, created_at, expires_at, next_check_at)
					SELECT ${attempt.reference}, ${attempt.checkoutId}, ${attempt.amountKobo}, ${attempt.mode}, ${attempt.now},
						${attempt.expiresAt}, ${attempt.nextCheckAt}
					WHERE NOT EXISTS (SELECT 1 FROM payment_attempts WHERE reference = ${attempt.reference})`,
			),

		/** A newer try takes their place; their money counts as before (R34). */
		replaceAttempts: (references: readonly string[]): Statement =>
			rawWrite(
				sql`UPDATE payment_attempts SET status = 'replaced' WHERE status IN ('created', 'open')
					AND reference IN (SELECT value FROM json_each(${JSON.stringify(references)}))`,
			),

		/** Paystack's page is known. A payment that came in the meantime stays paid. */
		openAttempt: (reference: string, authorizationUrl: string): Statement =>
			rawWrite(
				sql`UPDATE payment_attempts SET authorization_url = ${authorizationUrl}, status = CASE status WHEN 'created' THEN 'open' ELSE status END
					WHERE reference = ${reference}`,
			),

		/** It could not be started: 'not_started' where Paystack said so, 'replaced' where it may have been started all the same. */
		giveUpAttempt: (reference: string, status: 'not_started' | 'replaced'): Statement =>
			rawWrite(
				sql`UPDATE payment_attempts SET status = ${status} WHERE reference = ${reference} AND status = 'created'`,
			),

		/** What Paystack said, and when it is asked again; null: nothing is expected any more. */
		noteChecked: (reference: string, seenStatus: string | null, nextCheckAt: Instant | null): Statement =>
			rawWrite(
				sql`UPDATE payment_attempts SET check_count = check_count + 1, seen_status = coalesce(${seenStatus}, seen_status),
						next_check_at = coalesce(${nextCheckAt}, next_check_at),
						status = CASE WHEN ${nextCheckAt} IS NULL AND status <> 'not_started' THEN 'closed' ELSE status END
					WHERE reference = ${reference} AND status <> 'paid'`,
			),

		/**
		 * First in the batch that settles: the second settlement of a reference is refused ('unique:transactions.payment_reference').
		 * Whose draft is booked is offered nothing: the outcome is then left out, and NOT NULL refuses all of the batch.
		 */
		insertTransaction: (transaction: NewTransaction): Statement[] => [
			rawWrite(
				sql`INSERT INTO transactions (id, payment_reference, checkout_id, shop_id, appointment_id, amount_kobo, currency, fee_kobo,
						staff_tip_kobo, transaction_type, description, transaction_date, recorded_at, outcome, decided_at, offer_expires_at)
					SELECT ${transaction.id}, attempt.reference, checkout.id, checkout.shop_id, ${transaction.appointmentId},
						${transaction.amountKobo}, ${transaction.currency}, ${transaction.feeKobo}, ${transaction.staffTipKobo},
						${transaction.transactionType}, ${transaction.description}, ${transaction.paidAt}, ${transaction.now},
						CASE WHEN ${transaction.outcome} <> 'offered' OR NOT EXISTS (
							SELECT 1 FROM checkouts WHERE draft_id = checkout.draft_id AND status = 'COMPLETED'
						) THEN ${transaction.outcome} END,
						${transaction.now}, ${transaction.offerExpiresAt}
					FROM payment_attempts attempt JOIN checkouts checkout ON checkout.id = attempt.checkout_id
					WHERE attempt.reference = ${transaction.reference}`,
			),
			rawWrite(
				sql`UPDATE payment_attempts SET status = 'paid', seen_status = 'success' WHERE reference = ${transaction.reference}`,
			),
		],

		/** Takes up an offer; refused when it is over or was decided otherwise ('payment_decided'). */
		bookOffered: (
			reference: string,
			booked: { appointmentId: string; staffTipKobo: Kobo; now: Instant },
		): Statement =>
			rawWrite(
				sql`UPDATE transactions SET outcome = 'booked', appointment_id = ${booked.appointmentId},
						staff_tip_kobo = ${booked.staffTipKobo}, decided_at = ${booked.now} WHERE payment_reference = ${reference}`,
			),

		/**
		 * The money goes back; refused when that was decided before ('payment_decided'). With `from`, only what is that still:
		 * no row is changed otherwise, and the refund in the same batch is refused ('refund_not_due').
		 */
		giveBack: (reference: string, now: Instant, from: 'booked' | 'offered' | null = null): Statement =>
			rawWrite(
				sql`UPDATE transactions SET outcome = 'refund', staff_tip_kobo = 0, decided_at = ${now}
					WHERE payment_reference = ${reference} AND (${from} IS NULL OR outcome = ${from})`,
			),

		/**
		 * What was paid for a visit goes back, where the batch that this belongs to has cancelled the visit at `now`. No row is
		 * changed otherwise, and the refund in the same batch is refused.
		 */
		giveBackCancelled: (reference: string, now: Instant): Statement =>
			rawWrite(
				sql`UPDATE transactions SET outcome = 'refund', staff_tip_kobo = 0, decided_at = ${now}
					WHERE payment_reference = ${reference} AND outcome = 'booked' AND EXISTS (
						SELECT 1 FROM appointments
						WHERE id = transactions.appointment_id AND status = 'CANCELLED' AND cancelled_at = ${now})`,
			),

		/** A dispute at Paystack was opened, or is over. */
		markDisputed: (reference: string, disputedAt: Instant | null): Statement =>
			rawWrite(
				sql`UPDATE transactions SET disputed_at = ${disputedAt} WHERE payment_reference = ${reference}`,
			),
	}
}

export type PaymentRepository = ReturnType<typeof createPaymentRepository>

/**
 * Another settlement of this reference was first, or this very one, whose answer was lost (its appointment is then the one
 * that is there): that outcome is the answer.
 */
export function isSettledBefore(error: unknown): boolean {
	return (
		isUniqueViolation(error, 'transactions.payment_reference') ||
		isUniqueViolation(error, 'transactions.appointment_id')
	)
}

/** Other times were to be offered to somebody whose visit has just been booked by another way. */
export function isOfferOfBookedVisit(error: unknown): boolean {
	return isDatabaseError(error) && error.rule === 'not_null'
}

/** A double tap: the other one's attempt is the one to use. */
export function isSecondOpenAttempt(error: unknown): boolean {
	return isUniqueViolation(error, 'payment_attempts.checkout_id')
}

/** An offer was taken up, given back or over before: nothing of this batch was applied. */
export function isDecidedBefore(error: unknown): boolean {
	return isDatabaseError(error) && error.rule === 'payment_decided'
}

const selectPayments = sql`SELECT attempt.*, checkout.draft_id, checkout.shop_id,
		paid.outcome, paid.appointment_id, paid.amount_kobo AS paid_amount_kobo, paid.currency AS paid_currency, paid.staff_tip_kobo,
		paid.transaction_date, paid.decided_at, paid.offer_expires_at, paid.disputed_at,
		back.reason, back.status AS refund_status, back.amount_kobo AS refund_amount_kobo, back.requested_at, back.changed_at
	FROM payment_attempts attempt
	JOIN checkouts checkout ON checkout.id = attempt.checkout_id
	LEFT JOIN transactions paid ON paid.payment_reference = attempt.reference
	LEFT JOIN refunds back ON back.payment_reference = attempt.reference`

type PaymentRow = WrittenRows['rows'][number]

function toPayment(row: PaymentRow): Payment {
	const instantOrNull = (value: unknown) => (value === null ? null : Number(value))
	const textOrNull = (value: unknown) => (value === null ? null : String(value))
	return {
		reference: String(row.reference),
		checkoutId: String(row.checkout_id),
		draftId: String(row.draft_id),
		shopId: String(row.shop_id),
		amountKobo: Number(row.amount_kobo),
		currency: String(row.currency),
		// The database's own CHECKs keep these lists.
		mode: row.mode as PaymentMode,
		status: row.status as AttemptStatus,
		authorizationUrl: textOrNull(row.authorization_url),
		seenStatus: textOrNull(row.seen_status),
		createdAt: Number(row.created_at),
		expiresAt: Number(row.expires_at),
		checkCount: Number(row.check_count),
		received:
			row.outcome === null
				? null
				: {
						outcome: row.outcome as PaymentOutcome,
						appointmentId: textOrNull(row.appointment_id),
						amountKobo: Number(row.paid_amount_kobo),
						currency: String(row.paid_currency),
						staffTipKobo: Number(row.staff_tip_kobo),
						paidAt: Number(row.transaction_date),
						decidedAt: Number(row.decided_at),
						offerExpiresAt: instantOrNull(row.offer_expires_at),
						disputedAt: instantOrNull(row.disputed_at),
					},
		refund:
			row.refund_status === null
				? null
				: {
						reason: row.reason as RefundReason,
						status: row.refund_status as RefundStatus,
						amountKobo: Number(row.refund_amount_kobo),
						requestedAt: Number(row.requested_at),
						changedAt: Number(row.changed_at),
					},
	}
}
