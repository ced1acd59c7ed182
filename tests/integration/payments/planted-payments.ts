import type { Client, InStatement } from '@libsql/client/web'
import {
	earnedLines,
	type LedgerLine,
	receivedLines,
	refundedLines,
	reversedLines,
} from '#app/domain/payments/ledger-lines.ts'
import { type LedgerKey, postEntry } from '#app/domain/payments/ledger-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'

type AppointmentInState = {
	id: string
	checkoutId: string
	shopId: string
	totalKobo: number
	tipKobo: number
}

/** What Paystack keeps of each payment here. */
const FEE_KOBO = 10_000

/**
 * A payment in each state that it can be in, by its reference, on visits of demo shops without payments: written as
 * rows under all constraints, so that the auditor and the ledger are tried without the app's flows.
 */
export async function plantPayments(client: Client, now: Instant): Promise<void> {
	const appointments = async (status: string): Promise<AppointmentInState[]> => {
		const { rows } = await client.execute({
			sql: `SELECT id, checkout_id, shop_id, total_kobo, tip_kobo FROM appointments
				WHERE status = ? AND promo_code_id IS NULL AND total_kobo > 0 AND shop_id NOT IN (SELECT shop_id FROM transactions) ORDER BY tip_kobo > 0 DESC, id DESC LIMIT 4`,
			args: [status],
		})
		return rows.map((row) => ({
			id: String(row.id),
			checkoutId: String(row.checkout_id),
			shopId: String(row.shop_id),
			totalKobo: Number(row.total_kobo),
			tipKobo: Number(row.tip_kobo),
		}))
	}
	const [whole, deposit] = await appointments('CONFIRMED')
	const [kept, returning, returned] = await appointments('CANCELLED')
	if (!whole || !deposit || !kept || !returning || !returned) throw new Error('too few visits to pay for')
	const at = { now }
	await client.batch(
		[
			...booked('whole', whole, at),
			...booked('deposit', deposit, { ...at, dueKobo: 1_000 }),
			// Cancelled too late for a refund.
			...booked('kept', kept, at),
			sqlOf(`UPDATE appointments SET refundable_until_at = cancelled_at - 1 WHERE id = ?`, kept.id),
			...booked('returning', returning, at),
			...refunded('returning', returning, at),
			...booked('returned', returned, at),
			...refunded('returned', returned, at),
			...arrivedBack('returned', returned.totalKobo, at),
			// Paid twice: the second payment is refunded.
			attempt('second', whole.checkoutId, whole.totalKobo, at),
			...paid('second', { ...whole, id: null }, 'refund', at),
			refund('second', at),
			...waiting('offered', whole),
			...paid('offered', { ...whole, id: null, checkoutId: 'checkout-offered' }, 'offered', at),
			...waiting('open', whole),
			sqlOf(
				`INSERT INTO webhook_events (id, dedupe_key, event, reference, payload, received_at, processed_at, next_attempt_at)
					VALUES ('event', 'charge.success whole', 'charge.success', 'whole', '{}', ?, ?, ?)`,
				now,
				now,
				now,
			),
		],
		'write',
	)
}

/** A visit of a shop's own rows becomes one that was paid online, with its tip; gives the payment's reference. */
export async function plantPaidVisit(
	client: Client,
	{
		referenceNumber,
		tipKobo,
		mode,
		now,
	}: { referenceNumber: string; tipKobo: number; mode: PaymentMode; now: Instant },
): Promise<string> {
	const { rows } = await client.execute({
		sql: 'SELECT id, checkout_id, shop_id, total_kobo FROM appointments WHERE reference_number = ?',
		args: [referenceNumber],
	})
	const [row] = rows
	const paymentReference = `pay-${referenceNumber.toLowerCase()}`
	const visit = {
		id: String(row?.id),
		checkoutId: String(row?.checkout_id),
		shopId: String(row?.shop_id),
		totalKobo: Number(row?.total_kobo) + tipKobo,
		tipKobo,
	}
	const tipped = ['checkouts', 'appointments'].map((table) =>
		sqlOf(
			`UPDATE ${table} SET tip_kobo = ?, total_kobo = ? WHERE id = ?`,
			tipKobo,
			visit.totalKobo,
			table === 'checkouts' ? visit.checkoutId : visit.id,
		),
	)
	const inMode = sqlOf(
		'UPDATE payment_attempts SET mode = ? WHERE payment_reference = ?',
		mode,
		paymentReference,
	)
	await client.batch([...tipped, ...booked(paymentReference, visit, { now }), inMode], 'write')
	return paymentReference
}

type At = { now: Instant; dueKobo?: number }

/** The visit becomes one that was paid online, all of it or a deposit. */
function booked(paymentReference: string, appointment: AppointmentInState, at: At): InStatement[] {
	const dueKobo = at.dueKobo ?? appointment.totalKobo
	const tipKobo = Math.min(appointment.tipKobo, dueKobo)
	return [
		sqlOf(
			`UPDATE checkouts SET payment_choice = 'online', payment_method = 'CARD', due_kobo = ? WHERE id = ?`,
			dueKobo,
			appointment.checkoutId,
		),
		sqlOf(
			`UPDATE appointments SET payment_method = 'CARD', paid_kobo = ?,
				payment_status = CASE WHEN total_kobo = ? THEN 'completed' ELSE 'pending' END WHERE id = ?`,
			dueKobo,
			dueKobo,
			appointment.id,
		),
		attempt(paymentReference, appointment.checkoutId, dueKobo, at),
		...paid(paymentReference, { ...appointment, totalKobo: dueKobo, tipKobo }, 'booked', at),
		...entry(
			`booking:${paymentReference}`,
			at,
			earnedLines(shareOf(paymentReference, appointment, dueKobo, tipKobo)),
		),
	]
}

function refunded(paymentReference: string, appointment: AppointmentInState, at: At): InStatement[] {
	const lines = reversedLines(
		shareOf(paymentReference, appointment, appointment.totalKobo, appointment.tipKobo),
	)
	return [
		sqlOf(
			`UPDATE transactions SET outcome = 'refund', staff_tip_kobo = 0, resolved_at = ? WHERE payment_reference = ?`,
			at.now,
			paymentReference,
		),
		refund(paymentReference, at),
		...entry(`given-back:${paymentReference}`, at, lines),
	]
}

function arrivedBack(paymentReference: string, amountKobo: number, at: At): InStatement[] {
	return [
		sqlOf(`UPDATE refunds SET status = 'processed' WHERE payment_reference = ?`, paymentReference),
		...entry(
			`refund:${paymentReference}`,
			at,
			refundedLines({ paymentReference, currency: 'NGN', amountKobo }),
		),
	]
}

/** A checkout like the visit's, of a draft that is no visit yet, with an open payment attempt. */
function waiting(paymentReference: string, { checkoutId, totalKobo }: AppointmentInState): InStatement[] {
	return [
		sqlOf(
			`INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo, payment_choice,
					payment_method, first_name, last_name, email, created_at, due_kobo)
				SELECT 'checkout-' || ?, shop_id, client_id, 'draft-' || ?, subtotal_kobo, discount_kobo, tip_kobo, total_kobo, 'online',
					'CARD', first_name, last_name, email, created_at, total_kobo FROM checkouts WHERE id = ?`,
			paymentReference,
			paymentReference,
			checkoutId,
		),
		attempt(paymentReference, `checkout-${paymentReference}`, totalKobo, { now: 0 }),
	]
}

function attempt(paymentReference: string, checkoutId: string, amountKobo: number, { now }: At): InStatement {
	return sqlOf(
		`INSERT INTO payment_attempts (payment_reference, checkout_id, amount_kobo, mode, status, created_at, expires_at, next_check_at)
			VALUES (?, ?, ?, 'test', 'open', ?, ?, ?)`,
		paymentReference,
		checkoutId,
		amountKobo,
		now,
		now,
		now,
	)
}

function paid(
	paymentReference: string,
	appointment: Omit<AppointmentInState, 'id'> & { id: string | null },
	outcome: string,
	at: At,
): InStatement[] {
	const { id, checkoutId, shopId, totalKobo, tipKobo } = appointment
	return [
		sqlOf(`UPDATE payment_attempts SET status = 'paid' WHERE payment_reference = ?`, paymentReference),
		sqlOf(
			`INSERT INTO transactions (id, payment_reference, checkout_id, shop_id, appointment_id, amount_kobo, currency, fee_kobo,
					staff_tip_kobo, payment_method, description, paid_at, recorded_at, outcome, resolved_at, offer_expires_at)
				VALUES ('paid-' || ?, ?, ?, ?, ?, ?, 'NGN', ?, ?, 'CARD', 'A visit', ?, ?, ?, ?, ?)`,
			paymentReference,
			paymentReference,
			checkoutId,
			shopId,
			id,
			totalKobo,
			FEE_KOBO,
			id === null ? 0 : tipKobo,
			at.now,
			at.now,
			outcome,
			at.now,
			outcome === 'offered' ? at.now + 1 : null,
		),
		...entry(
			`payment:${paymentReference}`,
			at,
			receivedLines({
				paymentReference,
				currency: 'NGN',
				owedKobo: totalKobo,
				paidKobo: totalKobo,
				feeKobo: FEE_KOBO,
			}),
		),
	]
}

function refund(paymentReference: string, { now }: At): InStatement {
	return sqlOf(
		`INSERT INTO refunds (id, payment_reference, amount_kobo, currency, reason, status, requested_at, changed_at, next_attempt_at)
			SELECT 'back-' || ?, payment_reference, amount_kobo, currency, 'cancelled', 'pending', ?, ?, ? FROM transactions WHERE payment_reference = ?`,
		paymentReference,
		now,
		now,
		now,
		paymentReference,
	)
}

function shareOf(
	paymentReference: string,
	{ shopId }: AppointmentInState,
	amountKobo: number,
	tipKobo: number,
) {
	return { paymentReference, currency: 'NGN', shopId, amountKobo, tipKobo }
}

function entry(key: LedgerKey, { now }: At, lines: LedgerLine[]): InStatement[] {
	return postEntry({ key, lines, occurredAt: now, now }).map(({ sql, args }) => ({ sql, args }))
}

function sqlOf(sql: string, ...args: (string | number | null)[]): InStatement {
	return { sql, args }
}
