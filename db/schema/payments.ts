import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { paymentMethods } from '#app/kernel/vocabulary/booking.ts'
import {
	attemptStatuses,
	ledgerAccountKinds,
	paymentModes,
	paymentOutcomes,
	paymentProviders,
	purchaseKinds,
	refundReasons,
	refundStatuses,
} from '#app/kernel/vocabulary/payments.ts'
import { appointments, checkouts } from './booking.ts'
import { flagColumn, foreignId, id, instantColumn, kobo, oneOf } from './columns.ts'
import { shops } from './discovery.ts'

/** Growing lists are rows: a migration adds one, and no table is rebuilt (docs/decisions/080). */
export const purchaseKindRows = sqliteTable('purchase_kinds', {
	kind: text('kind', { enum: purchaseKinds }).primaryKey(),
})
export const paymentProviderRows = sqliteTable('payment_providers', {
	kind: text('kind', { enum: paymentProviders }).primaryKey(),
})
export const paymentOutcomeRows = sqliteTable('payment_outcomes', {
	kind: text('kind', { enum: paymentOutcomes }).primaryKey(),
})
export const refundReasonRows = sqliteTable('refund_reasons', {
	kind: text('kind', { enum: refundReasons }).primaryKey(),
})
export const ledgerAccountKindRows = sqliteTable(
	'ledger_account_kinds',
	{
		kind: text('kind', { enum: ledgerAccountKinds }).primaryKey(),
		/**
		 * 1: grows with debits; the operator's income is negative. -1: a debt, which grows with credits and is never
		 * negative.
		 */
		balanceSign: integer('balance_sign').notNull(),
	},
	(t) => [check('ledger_account_kind_sign', sql`${t.balanceSign} in (1, -1)`)],
)

/** Who holds the money, or will. Plain text: an unknown provider's row is an alert, not a failure. */
export const providerColumn = () =>
	text('provider')
		.notNull()
		.default('paystack')
		.references(() => paymentProviderRows.kind)

/** One payment attempt, written before Paystack is called (K21). All are kept. */
export const paymentAttempts = sqliteTable(
	'payment_attempts',
	{
		/** Ours, at least 128 bits; Paystack and the return address use it. */
		paymentReference: text('payment_reference').primaryKey(),
		purchaseKind: text('purchase_kind', { enum: purchaseKinds })
			.notNull()
			.default('appointment')
			.references(() => purchaseKindRows.kind),
		checkoutId: foreignId('checkout_id', () => checkouts.id),
		amountKobo: kobo('amount_kobo').notNull(),
		currency: text('currency').notNull().default('NGN'),
		provider: providerColumn(),
		mode: text('mode', { enum: paymentModes }).notNull(),
		status: text('status', { enum: attemptStatuses }).notNull().default('created'),
		authorizationUrl: text('authorization_url'),
		/** Paystack's last reported status. */
		gatewayStatus: text('gateway_status'),
		createdAt: instantColumn('created_at').notNull(),
		/** The end of its first hold; it can be paid later too. */
		expiresAt: instantColumn('expires_at').notNull(),
		/** The sweeper's next check, and the checks so far. */
		nextCheckAt: instantColumn('next_check_at').notNull(),
		checkCount: integer('check_count').notNull().default(0),
		/** The first check since Paystack's last definite answer. */
		unansweredSince: instantColumn('unanswered_since'),
	},
	(t) => [
		check('attempt_amount', sql`${t.amountKobo} > 0`),
		check('attempt_vocabulary', sql`${oneOf(t.status, attemptStatuses)} and ${oneOf(t.mode, paymentModes)}`),
		// A double tap finds the first tap's attempt (R33).
		uniqueIndex('payment_attempts_one_open').on(t.checkoutId).where(sql`${t.status} in ('created', 'open')`),
		index('payment_attempts_by_checkout').on(t.checkoutId),
		index('payment_attempts_due')
			.on(t.nextCheckAt)
			.where(sql`${t.status} in ('created', 'open', 'replaced')`),
	],
)

/** Money that arrived, once for each reference, and its outcome. */
export const transactions = sqliteTable(
	'transactions',
	{
		id: id(),
		paymentReference: text('payment_reference')
			.notNull()
			.unique()
			.references(() => paymentAttempts.paymentReference),
		checkoutId: foreignId('checkout_id', () => checkouts.id),
		shopId: foreignId('shop_id', () => shops.id),
		/** The paid visit; it stays when the visit is cancelled. */
		appointmentId: text('appointment_id').references(() => appointments.id),
		/** Without a fee that the customer bore. */
		amountKobo: kobo('amount_kobo').notNull(),
		currency: text('currency').notNull(),
		feeKobo: kobo('fee_kobo').notNull(),
		staffTipKobo: kobo('staff_tip_kobo').notNull().default(0),
		paymentMethod: text('payment_method', { enum: paymentMethods }).notNull(),
		description: text('description').notNull(),
		/** By Paystack's clock, and when we learned of it. */
		paidAt: instantColumn('paid_at').notNull(),
		recordedAt: instantColumn('recorded_at').notNull(),
		outcome: text('outcome', { enum: paymentOutcomes })
			.notNull()
			.references(() => paymentOutcomeRows.kind),
		/** The outcome's last change. */
		resolvedAt: instantColumn('resolved_at').notNull(),
		/** Other times are offered until then; later the money is refunded. */
		offerExpiresAt: instantColumn('offer_expires_at'),
		disputedAt: instantColumn('disputed_at'),
		/** A hash of the card, where Paystack named one: it can only be compared (D41). */
		cardKey: text('card_key'),
		/** Something may still be due to the shop, or owed by it. Kept by triggers. */
		isPayoutOpen: flagColumn('is_payout_open').notNull().default(true),
	},
	(t) => [
		check('transaction_amounts', sql`${t.amountKobo} > 0 and ${t.feeKobo} >= 0 and ${t.staffTipKobo} >= 0`),
		check('transaction_payment_method', oneOf(t.paymentMethod, paymentMethods)),
		check(
			'transaction_outcome',
			sql`(${t.outcome} <> 'booked' or ${t.appointmentId} is not null) and (${t.outcome} <> 'offered' or ${t.offerExpiresAt} is not null)`,
		),
		uniqueIndex('transactions_one_per_appointment').on(t.appointmentId),
		index('transactions_by_checkout').on(t.checkoutId),
		index('transactions_offered').on(t.offerExpiresAt).where(sql`${t.outcome} = 'offered'`),
		index('transactions_payout_open').on(t.shopId, t.recordedAt).where(sql`${t.isPayoutOpen} = 1`),
		index('transactions_disputed').on(t.disputedAt).where(sql`${t.disputedAt} is not null`),
	],
)

/** The difference of a visit that became cheaper, or once all that is left. */
export const refunds = sqliteTable(
	'refunds',
	{
		id: id(),
		paymentReference: foreignId('payment_reference', () => transactions.paymentReference),
		/** 0: all that is left. 1 and on: a difference, while the visit stays (D53). */
		part: integer('part').notNull().default(0),
		/** The attempt's provider: money returns by the way that it came. */
		provider: providerColumn(),
		amountKobo: kobo('amount_kobo').notNull(),
		currency: text('currency').notNull(),
		reason: text('reason', { enum: refundReasons })
			.notNull()
			.references(() => refundReasonRows.kind),
		status: text('status', { enum: refundStatuses }).notNull().default('requested'),
		/** The provider's unsigned 64-bit number, as text. Null until it took the refund. */
		providerRefundId: text('paystack_refund_id'),
		requestedAt: instantColumn('requested_at').notNull(),
		changedAt: instantColumn('changed_at').notNull(),
		/** The sweeper's next request or check, and how many there were. */
		nextAttemptAt: instantColumn('next_attempt_at').notNull(),
		attemptCount: integer('attempt_count').notNull().default(0),
	},
	(t) => [
		check('refund_amount', sql`${t.amountKobo} > 0`),
		check('refund_status', oneOf(t.status, refundStatuses)),
		uniqueIndex('refunds_once_a_part').on(t.paymentReference, t.part),
		index('refunds_open').on(t.status).where(sql`${t.status} <> 'processed'`),
		index('refunds_due')
			.on(t.nextAttemptAt)
			.where(sql`${t.status} in ('requested', 'pending', 'processing')`),
	],
)

/** Raw webhooks, each once. 200 is answered once the row is stored, before it is processed (R26). */
export const webhookEvents = sqliteTable(
	'webhook_events',
	{
		id: id(),
		provider: providerColumn(),
		/** Paystack's events have no id: this is the event with its subject's number or reference. */
		dedupeKey: text('dedupe_key').notNull().unique(),
		event: text('event').notNull(),
		paymentReference: text('reference'),
		objectId: text('object_id'),
		payload: text('payload').notNull(),
		receivedAt: instantColumn('received_at').notNull(),
		processedAt: instantColumn('processed_at'),
		attemptCount: integer('attempt_count').notNull().default(0),
		nextAttemptAt: instantColumn('next_attempt_at').notNull(),
	},
	(t) => [index('webhook_events_processed').on(t.processedAt)],
)

/**
 * 'shop_due:ade-hair-studio:NGN'. Triggers keep its balance and refuse a negative debt. Money at Paystack can fall
 * below zero: Paystack keeps a refund's fee.
 */
export const ledgerAccounts = sqliteTable(
	'ledger_accounts',
	{
		id: id(),
		kind: text('kind', { enum: ledgerAccountKinds })
			.notNull()
			.references(() => ledgerAccountKindRows.kind),
		/** The shop's id, or the payment's reference; '' for the operator's own. */
		owner: text('owner').notNull(),
		currency: text('currency').notNull(),
		/** The sum of its lines times the sign of its kind. */
		balanceKobo: kobo('balance_kobo').notNull().default(0),
	},
	(t) => [
		// What customers may still be refunded, among all payments.
		index('ledger_accounts_with_balance').on(t.kind, t.balanceKobo).where(sql`${t.balanceKobo} <> 0`),
	],
)

const afterKind = `substr(occasion, instr(occasion, ':') + 1)`

/** What happened, once. Written after its lines, which it closes: they sum to zero. */
export const ledgerEntries = sqliteTable('ledger_entries', {
	id: id(),
	/**
	 * The idempotency key: '<kind>:<subject>' or '<kind>:<subject>:<which time>', such as 'payment:<payment reference>'.
	 */
	key: text('occasion').notNull().unique(),
	kind: text('kind').generatedAlwaysAs(sql.raw(`substr(occasion, 1, instr(occasion, ':') - 1)`)),
	subjectId: text('subject_id').generatedAlwaysAs(
		sql.raw(`substr(${afterKind}, 1, instr(${afterKind} || ':', ':') - 1)`),
	),
	occurredAt: instantColumn('occurred_at').notNull(),
	recordedAt: instantColumn('recorded_at').notNull(),
})

export const ledgerLines = sqliteTable(
	'ledger_lines',
	{
		entryId: foreignId('entry_id', () => ledgerEntries.id),
		accountId: foreignId('account_id', () => ledgerAccounts.id),
		/** A debit is positive, a credit negative. */
		amountKobo: kobo('amount_kobo').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.entryId, t.accountId] }),
		check('ledger_line_amount', sql`${t.amountKobo} <> 0`),
		index('ledger_lines_by_account').on(t.accountId),
	],
)
