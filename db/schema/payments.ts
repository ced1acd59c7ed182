import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
	attemptStatuses,
	ledgerAccountKinds,
	paymentMethods,
	paymentModes,
	paymentOutcomes,
	refundReasons,
	refundStatuses,
} from '../../app/kernel/vocabulary.ts'
import { appointments, checkouts } from './booking.ts'
import { id, instant, kobo, oneOf } from './columns.ts'
import { shops } from './discovery.ts'

/** One try to pay a checkout, written before Paystack is asked (guide: paystack, "The integration" 1). All are kept. */
export const paymentAttempts = sqliteTable(
	'payment_attempts',
	{
		/** Ours, at least 128 bits; Paystack and the return address name the payment by it. */
		reference: text('reference').primaryKey(),
		checkoutId: text('checkout_id')
			.notNull()
			.references(() => checkouts.id),
		amountKobo: kobo('amount_kobo').notNull(),
		currency: text('currency').notNull().default('NGN'),
		mode: text('mode', { enum: paymentModes }).notNull(),
		status: text('status', { enum: attemptStatuses }).notNull().default('created'),
		/** Paystack's page; null until it has answered. */
		authorizationUrl: text('authorization_url'),
		/** Paystack's own word when it was last asked. */
		seenStatus: text('seen_status'),
		createdAt: instant('created_at').notNull(),
		/** The end of the hold that it was started with; it can be paid later too. */
		expiresAt: instant('expires_at').notNull(),
		/** When the sweeper asks again, and how often it has. */
		nextCheckAt: instant('next_check_at').notNull(),
		checkCount: integer('check_count').notNull().default(0),
	},
	(t) => [
		check('attempt_amount', sql`${t.amountKobo} > 0`),
		check('attempt_vocabulary', sql`${oneOf(t.status, attemptStatuses)} and ${oneOf(t.mode, paymentModes)}`),
		// A double tap finds the first tap's attempt instead of starting a second one (R33).
		uniqueIndex('payment_attempts_one_open').on(t.checkoutId).where(sql`${t.status} in ('created', 'open')`),
		index('payment_attempts_by_checkout').on(t.checkoutId),
		index('payment_attempts_due')
			.on(t.nextCheckAt)
			.where(sql`${t.status} in ('created', 'open', 'replaced')`),
	],
)

/** Money that arrived, once for each reference, and what became of it. */
export const transactions = sqliteTable(
	'transactions',
	{
		id: id(),
		paymentReference: text('payment_reference')
			.notNull()
			.unique()
			.references(() => paymentAttempts.reference),
		checkoutId: text('checkout_id')
			.notNull()
			.references(() => checkouts.id),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		/** The visit that it paid for; it stays when the visit is cancelled. */
		appointmentId: text('appointment_id').references(() => appointments.id),
		/** What the customer is owed for: without a fee that they bore. */
		amountKobo: kobo('amount_kobo').notNull(),
		currency: text('currency').notNull(),
		feeKobo: kobo('fee_kobo').notNull(),
		staffTipKobo: kobo('staff_tip_kobo').notNull().default(0),
		transactionType: text('transaction_type', { enum: paymentMethods }).notNull(),
		description: text('description').notNull(),
		/** When Paystack says that it was paid, and when we learned of it. */
		transactionDate: instant('transaction_date').notNull(),
		recordedAt: instant('recorded_at').notNull(),
		outcome: text('outcome', { enum: paymentOutcomes }).notNull(),
		/** When the outcome became what it is. */
		decidedAt: instant('decided_at').notNull(),
		/** Other times are offered until then; later the money goes back. */
		offerExpiresAt: instant('offer_expires_at'),
		/** Set while a dispute is open at Paystack. */
		disputedAt: instant('disputed_at'),
	},
	(t) => [
		check('transaction_amounts', sql`${t.amountKobo} > 0 and ${t.feeKobo} >= 0 and ${t.staffTipKobo} >= 0`),
		check(
			'transaction_vocabulary',
			sql`${oneOf(t.transactionType, paymentMethods)} and ${oneOf(t.outcome, paymentOutcomes)}`,
		),
		check(
			'transaction_outcome',
			sql`(${t.outcome} <> 'booked' or ${t.appointmentId} is not null) and (${t.outcome} <> 'offered' or ${t.offerExpiresAt} is not null)`,
		),
		uniqueIndex('transactions_one_for_a_visit').on(t.appointmentId),
		index('transactions_by_checkout').on(t.checkoutId),
		index('transactions_offered').on(t.offerExpiresAt).where(sql`${t.outcome} = 'offered'`),
	],
)

/** Money on its way back: one for each payment at most, with its state as Paystack tells it. */
export const refunds = sqliteTable(
	'refunds',
	{
		id: id(),
		paymentReference: text('payment_reference')
			.notNull()
			.unique()
			.references(() => transactions.paymentReference),
		amountKobo: kobo('amount_kobo').notNull(),
		currency: text('currency').notNull(),
		reason: text('reason', { enum: refundReasons }).notNull(),
		status: text('status', { enum: refundStatuses }).notNull().default('requested'),
		/** Paystack's number, an unsigned 64-bit integer: text. Null until it has taken it. */
		paystackRefundId: text('paystack_refund_id'),
		requestedAt: instant('requested_at').notNull(),
		changedAt: instant('changed_at').notNull(),
		/** When the sweeper sends it, or asks what became of it, and how often it has. */
		nextAttemptAt: instant('next_attempt_at').notNull(),
		attemptCount: integer('attempt_count').notNull().default(0),
	},
	(t) => [
		check('refund_amount', sql`${t.amountKobo} > 0`),
		check('refund_vocabulary', sql`${oneOf(t.status, refundStatuses)} and ${oneOf(t.reason, refundReasons)}`),
		index('refunds_due')
			.on(t.nextAttemptAt)
			.where(sql`${t.status} in ('requested', 'pending', 'processing')`),
	],
)

/** Paystack's webhooks as they came, each once; 200 is answered when its row is here, not when it is worked (R26). */
export const webhookEvents = sqliteTable(
	'webhook_events',
	{
		id: id(),
		/** There is no event id: the event with the number or the reference of what it is about. */
		dedupeKey: text('dedupe_key').notNull().unique(),
		event: text('event').notNull(),
		reference: text('reference'),
		objectId: text('object_id'),
		payload: text('payload').notNull(),
		receivedAt: instant('received_at').notNull(),
		processedAt: instant('processed_at'),
		attemptCount: integer('attempt_count').notNull().default(0),
		nextAttemptAt: instant('next_attempt_at').notNull(),
	},
	(t) => [index('webhook_events_due').on(t.nextAttemptAt).where(sql`${t.processedAt} is null`)],
)

/** An account of the double-entry ledger: 'shop_due:ade-hair-studio:NGN'. Its balance is kept by a trigger. */
export const ledgerAccounts = sqliteTable(
	'ledger_accounts',
	{
		id: id(),
		kind: text('kind', { enum: ledgerAccountKinds }).notNull(),
		/** The shop's id, or the payment's reference; '' for the operator's own. */
		owner: text('owner').notNull(),
		currency: text('currency').notNull(),
		/** Debits less credits for what the operator has, credits less debits for what it owes. */
		balanceKobo: kobo('balance_kobo').notNull().default(0),
	},
	(t) => [
		check('ledger_account_kind', oneOf(t.kind, ledgerAccountKinds)),
		// What is owed is never less than nothing. What Paystack holds for us can be: it keeps its fee of what goes back.
		check('ledger_balance', sql`${t.kind} in ('paystack', 'paystack_fees') or ${t.balanceKobo} >= 0`),
	],
)

/** What happened, once: 'payment:<reference>'. Written after its lines, which it closes: they sum to zero. */
export const ledgerEntries = sqliteTable('ledger_entries', {
	id: id(),
	occasion: text('occasion').notNull().unique(),
	occurredAt: instant('occurred_at').notNull(),
	recordedAt: instant('recorded_at').notNull(),
})

export const ledgerLines = sqliteTable(
	'ledger_lines',
	{
		entryId: text('entry_id')
			.notNull()
			.references(() => ledgerEntries.id),
		accountId: text('account_id')
			.notNull()
			.references(() => ledgerAccounts.id),
		/** A debit is above zero, a credit below. */
		amountKobo: kobo('amount_kobo').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.entryId, t.accountId] }),
		check('ledger_line_amount', sql`${t.amountKobo} <> 0`),
		index('ledger_lines_by_account').on(t.accountId),
	],
)
