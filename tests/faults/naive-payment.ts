import type { Client, InStatement } from '@libsql/client/web'
import { earnedLines, receivedLines } from '#app/domain/payments/ledger-lines.ts'
import { postEntry } from '#app/domain/payments/ledger-repository.server.ts'
import { bookAnyway } from './naive-booking.ts'

const currency = 'NGN'

/** What a naive settlement asks before it writes: is there a payment of that reference? */
export async function looksUnsettled(client: Client, paymentReference: string): Promise<boolean> {
	const { rows } = await client.execute({
		sql: 'SELECT 1 FROM transactions WHERE payment_reference = ?',
		args: [paymentReference],
	})
	return rows.length === 0
}

/** Marks a whole booking under this id as paid, with no payment anywhere: an address said so. */
export async function bookAsPaid(client: Client, id: string, laterMs: number): Promise<void> {
	await bookAnyway(client, id, laterMs)
	await client.batch(
		[
			sqlOf(
				`UPDATE checkouts SET payment_choice = 'online', payment_method = 'CARD', due_kobo = total_kobo WHERE id = ?`,
				id,
			),
			sqlOf(
				`UPDATE appointments SET payment_method = 'CARD', paid_kobo = total_kobo, payment_status = 'completed' WHERE id = ?`,
				id,
			),
		],
		'write',
	)
}

/** An appointment with its payment and its ledger entries, without asking whether another caller has just done it. */
export async function settleAnyway(
	client: Client,
	id: string,
	paymentReference: string,
	laterMs: number,
): Promise<void> {
	await bookAsPaid(client, id, laterMs)
	const { rows } = await client.execute({
		sql: 'SELECT shop_id, total_kobo, tip_kobo FROM appointments WHERE id = ?',
		args: [id],
	})
	const amountKobo = Number(rows[0]?.total_kobo)
	const tipKobo = Number(rows[0]?.tip_kobo)
	const shopId = String(rows[0]?.shop_id)
	const at = { occurredAt: 0, now: 0 }
	const entries = [
		...postEntry({
			key: `payment:${paymentReference}`,
			lines: receivedLines({
				paymentReference,
				currency,
				owedKobo: amountKobo,
				paidKobo: amountKobo,
				feeKobo: 0,
			}),
			...at,
		}),
		...postEntry({
			key: `booking:${paymentReference}`,
			lines: earnedLines({ paymentReference, currency, shopId, amountKobo, tipKobo }),
			...at,
		}),
	]
	await client.batch(
		[
			sqlOf(
				`INSERT OR IGNORE INTO payment_attempts (payment_reference, checkout_id, amount_kobo, mode, created_at, expires_at, next_check_at)
					VALUES (?, ?, ?, 'test', 0, 0, 0)`,
				paymentReference,
				id,
				amountKobo,
			),
			sqlOf(
				`INSERT INTO transactions (id, payment_reference, checkout_id, shop_id, appointment_id, amount_kobo, currency, fee_kobo,
						staff_tip_kobo, payment_method, description, paid_at, recorded_at, outcome, resolved_at)
					VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, 'CARD', 'A visit', 0, 0, 'booked', 0)`,
				id,
				paymentReference,
				id,
				shopId,
				id,
				amountKobo,
				currency,
				tipKobo,
			),
			sqlOf(`UPDATE payment_attempts SET status = 'paid' WHERE payment_reference = ?`, paymentReference),
			...entries.map(({ sql, args }) => ({ sql, args })),
			// The triggers that keep the balances are dropped with the others.
			`UPDATE ledger_accounts SET balance_kobo = (SELECT balance_sign FROM ledger_account_kinds WHERE kind = ledger_accounts.kind)
				* (SELECT coalesce(sum(amount_kobo), 0) FROM ledger_lines WHERE account_id = ledger_accounts.id)`,
		],
		'write',
	)
}

function sqlOf(sql: string, ...args: (string | number)[]): InStatement {
	return { sql, args }
}
