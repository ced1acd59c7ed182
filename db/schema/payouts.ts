import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '#app/kernel/vocabulary/payments.ts'
import {
	feeBearers,
	payoutAccountSetters,
	payoutReasons,
	payoutStatuses,
	payoutWays,
} from '#app/kernel/vocabulary/payouts.ts'
import { flagColumn, foreignId, id, instantColumn, kobo, oneOf } from './columns.ts'
import { shops } from './discovery.ts'
import { providerColumn, transactions } from './payments.ts'
import { accessKeys } from './shops.ts'

/** What a shop bears, for bookings made from an instant on (D56). Without a row: no commission, and Paystack's fee. */
export const payoutTerms = sqliteTable(
	'payout_terms',
	{
		shopId: foreignId('shop_id', () => shops.id),
		appliesFrom: instantColumn('applies_from').notNull(),
		/** Of what was paid without the tip. */
		commissionPercent: integer('commission_percent').notNull().default(0),
		/** Bears Paystack's fee of a payment, or of a transfer to the shop. */
		paymentFeeBearer: text('payment_fee_bearer', { enum: feeBearers }).notNull().default('shop'),
		transferFeeBearer: text('transfer_fee_bearer', { enum: feeBearers }).notNull().default('operator'),
		setAt: instantColumn('set_at').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.shopId, t.appliesFrom] }),
		check('payout_terms_commission', sql`${t.commissionPercent} between 0 and 50`),
		check(
			'payout_terms_bearers',
			sql`${oneOf(t.paymentFeeBearer, feeBearers)} and ${oneOf(t.transferFeeBearer, feeBearers)}`,
		),
	],
)

/** The newest account that was not stopped counts (D58). Customers' transfers have another one (D26). */
export const payoutAccounts = sqliteTable(
	'payout_accounts',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		/** Paystack's code of the bank. */
		bankCode: text('bank_code').notNull(),
		bankName: text('bank_name').notNull(),
		/** Ten digits (NUBAN). */
		accountNumber: text('account_number').notNull(),
		/** As the bank has it, and as it was confirmed. */
		holderName: text('holder_name').notNull(),
		/** Paystack's name for it; null until the first transfer. */
		recipientCode: text('recipient_code'),
		setBy: text('set_by', { enum: payoutAccountSetters }).notNull(),
		/** The owner's device. */
		keyId: text('key_id').references(() => accessKeys.id),
		confirmedAt: instantColumn('confirmed_at').notNull(),
		/** No payout before it. */
		usableAt: instantColumn('usable_at').notNull(),
		/** For the stop link, which the shop's contact gets. */
		stopTokenHash: text('stop_token_hash').unique(),
		stoppedAt: instantColumn('stopped_at'),
	},
	(t) => [
		check(
			'payout_account_number',
			sql`length(${t.accountNumber}) = 10 and ${t.accountNumber} not glob '*[^0-9]*'`,
		),
		check('payout_account_setter', oneOf(t.setBy, payoutAccountSetters)),
		index('payout_accounts_by_shop').on(t.shopId, t.confirmedAt),
	],
)

/** A run's last check whether a shop is to be paid. */
export const payoutLooks = sqliteTable('payout_looks', {
	shopId: text('shop_id')
		.primaryKey()
		.references(() => shops.id),
	lookedAt: instantColumn('looked_at').notNull(),
})

/** Written before the request to Paystack. */
export const payouts = sqliteTable(
	'payouts',
	{
		/** Ours; Paystack and the bank file use it. 16 to 50 of a–z, 0–9, - and _. */
		reference: text('reference').primaryKey(),
		shopId: foreignId('shop_id', () => shops.id),
		accountId: foreignId('account_id', () => payoutAccounts.id),
		way: text('way', { enum: payoutWays }).notNull(),
		/** The provider that sends it; a bank file goes to no provider. */
		provider: providerColumn(),
		mode: text('mode', { enum: paymentModes }).notNull(),
		status: text('status', { enum: payoutStatuses }).notNull().default('written'),
		/** The rows' sum with tips, and what the shop bears of it; the rest is sent. */
		grossKobo: kobo('gross_kobo').notNull(),
		commissionKobo: kobo('commission_kobo').notNull(),
		paymentFeeKobo: kobo('payment_fee_kobo').notNull(),
		transferFeeKobo: kobo('transfer_fee_kobo').notNull(),
		amountKobo: kobo('amount_kobo').notNull(),
		currency: text('currency').notNull().default('NGN'),
		/** Null until it arrived, and for a bank file. */
		chargedFeeKobo: kobo('charged_fee_kobo'),
		/** Paystack's number of the transfer, or the bank's. */
		outsideReference: text('outside_reference'),
		createdAt: instantColumn('created_at').notNull(),
		changedAt: instantColumn('changed_at').notNull(),
		/** When a failed payout arrived after all: another one may have paid the same. */
		arrivedLateAt: instantColumn('arrived_late_at'),
		/** Null where there is nothing to check. */
		nextAttemptAt: instantColumn('next_attempt_at'),
		attemptCount: integer('attempt_count').notNull().default(0),
		/** Whether Paystack got the request: without it a payout can be cancelled. */
		isAsked: flagColumn('is_asked').notNull().default(false),
	},
	(t) => [
		check(
			'payout_reference',
			sql`length(${t.reference}) between 16 and 50 and ${t.reference} not glob '*[^a-z0-9_-]*'`,
		),
		check(
			'payout_amounts',
			sql`${t.amountKobo} > 0 and ${t.transferFeeKobo} >= 0 and ${t.amountKobo} = ${t.grossKobo} - ${t.commissionKobo} - ${t.paymentFeeKobo} - ${t.transferFeeKobo}`,
		),
		check(
			'payout_vocabulary',
			sql`${oneOf(t.way, payoutWays)} and ${oneOf(t.mode, paymentModes)} and ${oneOf(t.status, payoutStatuses)}`,
		),
		index('payouts_by_shop').on(t.shopId, t.createdAt),
		index('payouts_to_ask').on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
		index('payouts_pending')
			.on(t.createdAt)
			.where(sql`${t.status} in ('written', 'received', 'pending', 'otp')`),
	],
)

/** The shop's due of a payment, or negative its debt. The `nth` change of a payment belongs to one live payout. */
export const payoutItems = sqliteTable(
	'payout_items',
	{
		payoutReference: foreignId('payout_reference', () => payouts.reference),
		paymentReference: foreignId('payment_reference', () => transactions.paymentReference),
		nth: integer('nth').notNull(),
		reason: text('reason', { enum: payoutReasons }).notNull(),
		dueAt: instantColumn('due_at').notNull(),
		/** Without the tip. */
		earnedKobo: kobo('earned_kobo').notNull(),
		tipKobo: kobo('tip_kobo').notNull(),
		commissionKobo: kobo('commission_kobo').notNull(),
		paymentFeeKobo: kobo('payment_fee_kobo').notNull(),
		/** When its payout failed: the row is due again. */
		voidedAt: instantColumn('voided_at'),
	},
	(t) => [
		primaryKey({ columns: [t.payoutReference, t.paymentReference] }),
		check('payout_item_reason', oneOf(t.reason, payoutReasons)),
		uniqueIndex('payout_items_once').on(t.paymentReference, t.nth).where(sql`${t.voidedAt} is null`),
	],
)
