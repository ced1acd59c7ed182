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
import { flagColumn, id, instantColumn, kobo, oneOf } from './columns.ts'
import { shops } from './discovery.ts'

/** Lists that grow are rows: a migration adds one, and no table is rebuilt for it (docs/decisions/080). */
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
		 * 1: an account whose balance grows with debits; of the operator's income it is below zero. -1: a debt, which grows
		 * with credits and is never below zero.
		 */
		balanceSign: integer('balance_sign').notNull(),
	},
	(t) => [check('ledger_account_kind_sign', sql`${t.balanceSign} in (1, -1)`)],
)

/**
 * Who has, or is to have, the money of a row. A plain text, since a row may name a provider that this release does not
 * know: that is an alert, and no failure.
 */
export const providerColumn = () =>
	text('provider')
		.notNull()
		.default('paystack')
		.references(() => paymentProviderRows.kind)

/** One attempt to pay, written before Paystack is asked (K21). All are kept. */
export const paymentAttempts = sqliteTable(
	'payment_attempts',
	{
		/** Ours, at least 128 bits; Paystack and the return address name the payment by it. */
		paymentReference: text('payment_reference').primaryKey(),
		purchaseKind: text('purchase_kind', { enum: purchaseKinds })
			.notNull()
			.default('appointment')
			.references(() => purchaseKindRows.kind),
		checkoutId: text('checkout_id')
			.notNull()
			.references(() => checkouts.id),
		amountKobo: kobo('amount_kobo').notNull(),
		currency: text('currency').notNull().default('NGN'),
		provider: providerColumn(),
		mode: text('mode', { enum: paymentModes }).notNull(),
		status: text('status', { enum: attemptStatuses }).notNull().default('created'),
		/** Paystack's page; null until it has answered. */
		authorizationUrl: text('authorization_url'),
		/** Paystack's own word when it was last asked. */
		gatewayStatus: text('gateway_status'),
		createdAt: instantColumn('created_at').notNull(),
		/** The end of the hold that it was started with; it can be paid later too. */
		expiresAt: instantColumn('expires_at').notNull(),
		/** When the sweeper asks again, and how often it has. */
		nextCheckAt: instantColumn('next_check_at').notNull(),
		checkCount: integer('check_count').notNull().default(0),
		/** The first check that Paystack gave no definite answer to, of those since its last one; null after an answer. */
		unansweredSince: instantColumn('unanswered_since'),
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
			.references(() => paymentAttempts.paymentReference),
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
		paymentMethod: text('payment_method', { enum: paymentMethods }).notNull(),
		description: text('description').notNull(),
		/** When Paystack says that it was paid, and when we learned of it. */
		paidAt: instantColumn('paid_at').notNull(),
		recordedAt: instantColumn('recorded_at').notNull(),
		outcome: text('outcome', { enum: paymentOutcomes })
			.notNull()
			.references(() => paymentOutcomeRows.kind),
		/** When the outcome became what it is. */
		resolvedAt: instantColumn('resolved_at').notNull(),
		/** Other times are offered until then; later the money goes back. */
		offerExpiresAt: instantColumn('offer_expires_at'),
		/** Set while a dispute is open at Paystack. */
		disputedAt: instantColumn('disputed_at'),
		/** Stands for the card that paid, where Paystack named one: only equality can be told from it (D41). */
		cardKey: text('card_key'),
		/**
		 * Something of it may still be due to the shop, or owed by it: what payouts have settled may differ from what is
		 * the shop's. Kept by triggers.
		 */
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
		// Those that are open at a bank, for the operator.
		index('transactions_disputed').on(t.disputedAt).where(sql`${t.disputedAt} is not null`),
	],
)

/**
 * Money on its way back, with its state as Paystack tells it: the differences of a visit that became cheaper, and all
 * that is left of a payment once.
 */
export const refunds = sqliteTable(
	'refunds',
	{
		id: id(),
		paymentReference: text('payment_reference')
			.notNull()
			.references(() => transactions.paymentReference),
		/** 0: all that is left of the payment. 1 and on: a difference that goes back while the visit stays (D53). */
		part: integer('part').notNull().default(0),
		/** That of its attempt: money goes back by the way that it came. */
		provider: providerColumn(),
		amountKobo: kobo('amount_kobo').notNull(),
		currency: text('currency').notNull(),
		reason: text('reason', { enum: refundReasons })
			.notNull()
			.references(() => refundReasonRows.kind),
		status: text('status', { enum: refundStatuses }).notNull().default('requested'),
		/** The provider's number, an unsigned 64-bit integer: text. Null until it has taken it. */
		providerRefundId: text('paystack_refund_id'),
		requestedAt: instantColumn('requested_at').notNull(),
		changedAt: instantColumn('changed_at').notNull(),
		/** When the sweeper sends it, or asks what became of it, and how often it has. */
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

/** Webhooks of providers as they came, each once; 200 is answered when its row is here, not when it is worked (R26). */
export const webhookEvents = sqliteTable(
	'webhook_events',
	{
		id: id(),
		provider: providerColumn(),
		/** There is no event id: the event with the number or the reference of what it is about. */
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
 * An account of the double-entry ledger: 'shop_due:ade-hair-studio:NGN'. A trigger keeps its balance, and another one
 * refuses a debt below zero. The money at Paystack can fall below zero: Paystack keeps its fee of a refund.
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
		// What customers may still get back, among all the payments that were ever made.
		index('ledger_accounts_with_balance').on(t.kind, t.balanceKobo).where(sql`${t.balanceKobo} <> 0`),
	],
)

const afterKind = `substr(occasion, instr(occasion, ':') + 1)`

/** What happened, once. Written after its lines, which it closes: they sum to zero. */
export const ledgerEntries = sqliteTable('ledger_entries', {
	id: id(),
	/**
	 * The idempotency key: '<kind>:<subject>', such as 'payment:<payment reference>', or '<kind>:<subject>:<which
	 * time>'.
	 */
	key: text('occasion').notNull().unique(),
	/** Both are read out of the key by the database. */
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
