import type { Client, InStatement } from '@libsql/client/web'
import type { Instant } from '#app/kernel/instant.ts'
import { plantPayments } from '#tests/integration/payments/planted-payments.ts'

/**
 * The visits of a third of the demo guests become those of an account, but for the shop that has payments already: each
 * completed one was paid at the shop. With them come a payment in full, a deposit, one that was kept and two refunds.
 */
export async function giveDemoAppointments(client: Client, userId: string, now: Instant): Promise<void> {
	await plantPayments(client, now)
	await client.batch(
		[
			{
				sql: `UPDATE clients SET user_id = ? WHERE rowid % 3 = 0 AND user_id IS NULL
					AND shop_id NOT IN (SELECT shop_id FROM transactions WHERE id NOT LIKE 'paid-%')`,
				args: [userId],
			},
			{
				sql: `UPDATE clients SET user_id = ? WHERE user_id IS NULL
					AND id IN (SELECT client_id FROM checkouts JOIN transactions ON checkout_id = checkouts.id WHERE transactions.id LIKE 'paid-%')`,
				args: [userId],
			},
		],
		'write',
	)
}

/**
 * Cashback that was earned for a visit and reversed, spent and returned, and earned by a referral; and a reward of that
 * visit that was used. A database with these rows is not audited: the counters of a completion are not kept.
 */
export async function plantLoyalty(
	client: Client,
	{ userId, appointmentId, now }: { userId: string; appointmentId: string; now: Instant },
): Promise<void> {
	const { rows } = await client.execute({
		sql: 'SELECT shop_id FROM appointments WHERE id = ?',
		args: [appointmentId],
	})
	const shopId = String(rows[0]?.shop_id)
	const owner = `purse-${userId}`
	await client.batch(
		[
			insert('cashback_accounts', { id: owner, user_id: userId, shop_id: shopId, created_at: now }),
			account('shop_cashback', shopId),
			account('cashback', owner),
			...entry(`cashback:${appointmentId}:${now}`, { shopId, owner, amountKobo: 25_000, at: now - 2_000 }),
			...entry(`cashback-undone:${appointmentId}:${now}`, {
				shopId,
				owner,
				amountKobo: -20_000,
				at: now - 1_000,
			}),
			...entry(`cashback-returned:${appointmentId}:${now}`, { shopId, owner, amountKobo: 3_000, at: now }),
			...entry(`cashback-spent:${appointmentId}:${now}`, { shopId, owner, amountKobo: -3_000, at: now }),
			...entry(`referral:${appointmentId}:${now}`, { shopId, owner, amountKobo: 1_000, at: now }),
			...entry(`referral-undone:${appointmentId}:${now}`, { shopId, owner, amountKobo: -900, at: now }),
			// No customer reads this entry: its word is not among the cashback's.
			...entry(`something-else:${appointmentId}:${now}`, { shopId, owner, amountKobo: 100, at: now }),
			insert('loyalty_programs', {
				id: `card-${userId}`,
				shop_id: shopId,
				kind: 'punch_card',
				name: 'Card',
				created_at: now,
			}),
			insert('punch_cards', { program_id: `card-${userId}` }),
			insert('loyalty_milestones', {
				id: `stamp-${userId}`,
				program_id: `card-${userId}`,
				visits_required: 5,
				reward_kind: 'manual',
				description: 'Free hot oil',
			}),
			insert('loyalty_enrollments', {
				id: `enrolled-${userId}`,
				program_id: `card-${userId}`,
				shop_id: shopId,
				user_id: userId,
				enrolled_at: now,
			}),
			insert('rewards', {
				id: `reward-${userId}`,
				enrollment_id: `enrolled-${userId}`,
				shop_id: shopId,
				user_id: userId,
				milestone_id: `stamp-${userId}`,
				cycle_count: 1,
				appointment_id: appointmentId,
				reward_kind: 'manual',
				description: 'Free hot oil',
				code: `CODE${userId}`,
				earned_at: now - 3_000,
				expires_at: now + 1,
				used_at: now - 500,
			}),
		],
		'write',
	)
}

function account(kind: string, owner: string): InStatement {
	return {
		sql: `INSERT INTO ledger_accounts (id, kind, owner, currency) VALUES (?, ?, ?, 'NGN') ON CONFLICT DO NOTHING`,
		args: [`${kind}:${owner}:NGN`, kind, owner],
	}
}

function entry(
	key: string,
	{ shopId, owner, amountKobo, at }: { shopId: string; owner: string; amountKobo: number; at: Instant },
): InStatement[] {
	const line = (accountId: string, kobo: number) =>
		insert('ledger_lines', { entry_id: `entry-${key}`, account_id: accountId, amount_kobo: kobo })
	return [
		line(`shop_cashback:${shopId}:NGN`, amountKobo),
		line(`cashback:${owner}:NGN`, -amountKobo),
		insert('ledger_entries', { id: `entry-${key}`, occasion: key, occurred_at: at, recorded_at: at }),
	]
}

function insert(table: string, row: Record<string, string | number>): InStatement {
	const names = Object.keys(row)
	return {
		sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
		args: Object.values(row),
	}
}
