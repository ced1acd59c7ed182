import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { writeOffReasons } from '#app/kernel/vocabulary/loyalty.ts'
import { appointments, checkouts } from './booking.ts'
import { foreignId, id, instantColumn, kobo, oneOf } from './columns.ts'
import { shops } from './discovery.ts'

/** The owner of a ledger account; the row stays when the person's account is erased (D54). */
export const cashbackAccounts = sqliteTable(
	'cashback_accounts',
	{
		id: id(),
		userId: text('user_id'),
		shopId: foreignId('shop_id', () => shops.id),
		createdAt: instantColumn('created_at').notNull(),
	},
	(t) => [
		uniqueIndex('cashback_accounts_one').on(t.userId, t.shopId),
		index('cashback_accounts_by_shop').on(t.shopId),
	],
)

/** Cashback that a checkout pays with; releasing it deletes the row. */
export const cashbackUses = sqliteTable(
	'cashback_uses',
	{
		checkoutId: text('checkout_id')
			.primaryKey()
			.references(() => checkouts.id, { onDelete: 'cascade' }),
		accountId: foreignId('account_id', () => cashbackAccounts.id),
		amountKobo: kobo('amount_kobo').notNull(),
		usedAt: instantColumn('used_at').notNull(),
	},
	(t) => [
		check('cashback_use_amount', sql`${t.amountKobo} > 0`),
		index('cashback_uses_by_account').on(t.accountId),
	],
)

/**
 * Cashback spent before its reversal: the account owes it to the shop (D38). Returned cashback pays it; until then it
 * is the shop's expense.
 */
export const cashbackWriteOffs = sqliteTable(
	'cashback_write_offs',
	{
		id: id(),
		accountId: foreignId('account_id', () => cashbackAccounts.id),
		/** The visit that gave it. */
		appointmentId: foreignId('appointment_id', () => appointments.id),
		amountKobo: kobo('amount_kobo').notNull(),
		reason: text('reason', { enum: writeOffReasons }).notNull(),
		completion: integer('completion').notNull().default(0),
		/** The part paid, or earned again. A CHECK of the migration keeps it within the amount. */
		settledKobo: kobo('settled_kobo').notNull().default(0),
		writtenOffAt: instantColumn('written_off_at').notNull(),
	},
	(t) => [
		check('cashback_write_off', sql`${t.amountKobo} > 0 and ${oneOf(t.reason, writeOffReasons)}`),
		index('cashback_write_offs_by_account').on(t.accountId),
	],
)
