import { sql } from 'drizzle-orm'
import {
	type AnySQLiteColumn,
	check,
	index,
	integer,
	sqliteTable,
	text,
	uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import {
	appointmentStatuses,
	checkoutStatuses,
	discountTypes,
	paymentChoices,
	paymentMethods,
	paymentStatuses,
} from '#app/kernel/vocabulary/booking.ts'
import {
	civilDate,
	flagColumn,
	foreignId,
	id,
	instantColumn,
	kobo,
	mailbox,
	noteColumns,
	oneOf,
} from './columns.ts'
import { services, shops, staffMembers } from './discovery.ts'

/**
 * A person as one shop knows them. Without `userId` a guest, matched by e-mail; by phone only without one (D8, D32).
 */
export const clients = sqliteTable(
	'clients',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		userId: text('user_id'),
		firstName: text('first_name').notNull(),
		lastName: text('last_name').notNull(),
		email: text('email'),
		phone: text('phone'),
		/** An account's note is what all its rows at the shop say together (D35). */
		shopNote: text('shop_note'),
		createdAt: instantColumn('created_at').notNull(),
	},
	(t) => [
		uniqueIndex('clients_guest_email').on(t.shopId, t.email).where(sql`${t.userId} is null`),
		index('clients_guest_phone').on(t.shopId, t.phone),
		index('clients_by_user').on(t.userId, t.shopId),
		// Pages of a shop's customers.
		index('clients_by_shop').on(t.shopId, t.createdAt, t.id),
		// A verified e-mail takes over these in all shops (D8).
		index('clients_guest_by_email').on(t.email).where(sql`${t.userId} is null`),
	],
)

/** The agreed payment, with the amounts that the server computed then (D2). */
export const checkouts = sqliteTable(
	'checkouts',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		clientId: foreignId('client_id', () => clients.id),
		/** Several checkouts of a draft may wait for a payment. No foreign key: drafts are purged. */
		draftId: text('draft_id').notNull(),
		subtotalKobo: kobo('subtotal_kobo').notNull(),
		discountKobo: kobo('discount_kobo').notNull(),
		tipKobo: kobo('tip_kobo').notNull(),
		totalKobo: kobo('total_kobo').notNull(),
		paymentChoice: text('payment_choice', { enum: paymentChoices }).notNull(),
		paymentMethod: text('payment_method', { enum: paymentMethods }).notNull(),
		status: text('status', { enum: checkoutStatuses }).notNull().default('PENDING'),
		paymentReference: text('payment_reference'),
		/** This booking's contact; the client row may have an older one. */
		firstName: text('first_name').notNull(),
		lastName: text('last_name').notNull(),
		email: text('email'),
		mailbox: mailbox('mailbox', 'email'),
		phone: text('phone'),
		...noteColumns(),
		/** Null without a discount. */
		discountReason: text('discount_reason'),
		createdByUserId: text('created_by_user_id'),
		createdAt: instantColumn('created_at').notNull(),
		/** The next columns keep an appointment paid online, which its payment may book days later; null for others. */
		startsAt: instantColumn('starts_at'),
		refundableUntilAt: instantColumn('refundable_until_at'),
		promoCodeId: text('promo_code_id').references((): AnySQLiteColumn => promoCodes.id),
		dueKobo: kobo('due_kobo'),
		rewardId: text('reward_id'),
		/** The referrer's enrollment, whose code gave the discount. */
		referralCodeId: text('referral_code_id'),
		/** The referrer has signed in on the booking device (D41): kept for late money. */
		isSameDevice: flagColumn('is_same_device').notNull().default(false),
		/** The part of the total paid with cashback (D36). */
		cashbackKobo: kobo('cashback_kobo').notNull().default(0),
		/** When a guest's contact last could not be erased from it. */
		contactLookedAt: instantColumn('contact_looked_at'),
	},
	(t) => [
		check(
			'checkout_amounts',
			sql`${t.subtotalKobo} >= 0 and ${t.discountKobo} between 0 and ${t.subtotalKobo} and ${t.tipKobo} >= 0 and ${t.totalKobo} = ${t.subtotalKobo} - ${t.discountKobo} + ${t.tipKobo}`,
		),
		check(
			'checkout_vocabulary',
			sql`${oneOf(t.paymentChoice, paymentChoices)} and ${oneOf(t.paymentMethod, paymentMethods)} and ${oneOf(t.status, checkoutStatuses)}`,
		),
		index('checkouts_by_client').on(t.clientId),
		// A draft that is booked twice is one appointment.
		uniqueIndex('checkouts_one_booking').on(t.draftId).where(sql`${t.status} = 'COMPLETED'`),
		index('checkouts_by_draft').on(t.draftId),
		// Counts appointments and payment starts (D33).
		index('checkouts_by_email').on(t.email, t.createdAt),
		index('checkouts_by_mailbox').on(t.mailbox, t.createdAt),
		// For erasing the contacts of guests' old visits (S32).
		index('checkouts_of_guests')
			.on(t.contactLookedAt, t.createdAt)
			.where(sql`${t.createdByUserId} is null and ${t.firstName} <> 'Former customer'`),
		index('checkouts_by_phone').on(t.phone, t.createdAt),
		index('checkouts_by_account').on(t.createdByUserId, t.createdAt),
		// Deleted when the payment never came (F13).
		index('checkouts_unpaid').on(t.createdAt).where(sql`${t.status} = 'PENDING'`),
		// Their uses may have to be released.
		index('checkouts_pending')
			.on(t.createdAt)
			.where(
				sql`${t.status} = 'PENDING' and (${t.promoCodeId} is not null or ${t.rewardId} is not null or ${t.referralCodeId} is not null or ${t.cashbackKobo} > 0)`,
			),
	],
)

export const promoCodes = sqliteTable(
	'promo_codes',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		/** Upper case; typed codes are compared in upper case. */
		code: text('code').notNull(),
		discountType: text('discount_type', { enum: discountTypes }).notNull(),
		/** Percent: 1 to 100. Amount: kobo. */
		discountValue: integer('discount_value').notNull(),
		isActive: flagColumn('is_active').notNull().default(true),
		expiresAt: instantColumn('expires_at'),
		maxUses: integer('max_uses'),
		/** Kept by triggers on promo_uses. */
		currentUses: integer('current_uses').notNull().default(0),
		minimumAmountKobo: kobo('minimum_amount_kobo').notNull().default(0),
	},
	(t) => [
		uniqueIndex('promo_codes_by_code').on(t.shopId, t.code),
		check('promo_code_case', sql`${t.code} = upper(${t.code})`),
		check(
			'promo_discount',
			sql`${oneOf(t.discountType, discountTypes)} and ${t.discountValue} > 0 and (${t.discountType} = 'amount' or ${t.discountValue} <= 100)`,
		),
		check(
			'promo_uses_limit',
			sql`${t.currentUses} >= 0 and (${t.maxUses} is null or ${t.currentUses} <= ${t.maxUses})`,
		),
	],
)

/** A use of a promo code, reserved with its checkout; releasing it deletes the row (D14). */
export const promoUses = sqliteTable('promo_uses', {
	checkoutId: text('checkout_id')
		.primaryKey()
		.references(() => checkouts.id),
	promoCodeId: foreignId('promo_code_id', () => promoCodes.id),
	/** The discounted amount, for the trigger's check against the code's minimum. */
	amountKobo: kobo('amount_kobo').notNull(),
	usedAt: instantColumn('used_at').notNull(),
})

export const appointments = sqliteTable(
	'appointments',
	{
		id: id(),
		referenceNumber: text('reference_number').notNull().unique(),
		shopId: foreignId('shop_id', () => shops.id),
		clientId: foreignId('client_id', () => clients.id),
		checkoutId: text('checkout_id')
			.notNull()
			.unique()
			.references(() => checkouts.id),
		/** The first service and its person; appointment_services has them all. */
		serviceId: foreignId('service_id', () => services.id),
		staffMemberId: text('staff_member_id').references(() => staffMembers.id),
		segmentCount: integer('segment_count').notNull(),
		scheduledDate: civilDate('scheduled_date').notNull(),
		/** 'HH:MM' on the shop's clock. */
		scheduledTime: text('scheduled_time').notNull(),
		startsAt: instantColumn('starts_at').notNull(),
		endsAt: instantColumn('ends_at').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
		totalKobo: kobo('total_kobo').notNull(),
		tipKobo: kobo('tip_kobo').notNull(),
		discountKobo: kobo('discount_kobo').notNull(),
		promoCodeId: text('promo_code_id').references(() => promoCodes.id),
		rewardId: text('reward_id'),
		referralCodeId: text('referral_code_id'),
		/** The part of the total paid with cashback (D36). */
		cashbackKobo: kobo('cashback_kobo').notNull().default(0),
		paymentMethod: text('payment_method', { enum: paymentMethods }).notNull().default('CASH'),
		paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull().default('pending'),
		status: text('status', { enum: appointmentStatuses }).notNull().default('SCHEDULED'),
		paidKobo: kobo('paid_kobo').notNull().default(0),
		/** Until when cancelling refunds prepaid money; moving never makes it later (D31). */
		refundableUntilAt: instantColumn('refundable_until_at').notNull(),
		notes: text('notes'),
		createdAt: instantColumn('created_at').notNull(),
		cancelledAt: instantColumn('cancelled_at'),
		completedAt: instantColumn('completed_at'),
		/** Reversed ones too: the number is part of a ledger entry's key (F24). */
		completions: integer('completions').notNull().default(0),
		missedAt: instantColumn('missed_at'),
		arrivedAt: instantColumn('arrived_at'),
		/** When the transfer came: from then on `paidAtShopKobo` holds the rest of the total. */
		transferPaidAt: instantColumn('transfer_paid_at'),
		cancellationReason: text('cancellation_reason'),
		...noteColumns(),
		lateMinutes: integer('late_minutes'),
		lateToldAt: instantColumn('late_told_at'),
		/** The SEQUENCE of its calendar file. */
		calendarSequence: integer('calendar_sequence').notNull().default(0),
		/** From then on its amounts are no longer its checkout's (D53). */
		changedAt: instantColumn('changed_at'),
		isWalkIn: flagColumn('is_walk_in').notNull().default(false),
		/** The rest of the total, unless the shop says that the customer did not pay it (D40). */
		paidAtShopKobo: kobo('paid_at_shop_kobo').notNull().default(0),
		/** Counted by a trigger, and limited (D33). */
		moveCount: integer('move_count').notNull().default(0),
	},
	(t) => [
		check(
			'appointment_vocabulary',
			sql`${oneOf(t.paymentMethod, paymentMethods)} and ${oneOf(t.paymentStatus, paymentStatuses)} and ${oneOf(t.status, appointmentStatuses)}`,
		),
		check('appointment_amounts', sql`${t.totalKobo} >= 0 and ${t.tipKobo} >= 0 and ${t.discountKobo} >= 0`),
		check('appointment_range', sql`${t.startsAt} < ${t.endsAt}`),
		check('appointment_cancelled', sql`(${t.status} = 'CANCELLED') = (${t.cancelledAt} is not null)`),
		index('appointments_by_client').on(t.clientId, t.startsAt),
		index('appointments_by_shop').on(t.shopId, t.startsAt),
		index('appointments_paid_at_shop')
			.on(
				t.shopId,
				sql`(case when ${t.transferPaidAt} is null then ${t.completedAt} else ${t.transferPaidAt} end)`,
			)
			.where(sql`${t.paidAtShopKobo} > 0`),
		// Money kept of prepaid visits that did not take place.
		index('appointments_kept')
			.on(
				t.shopId,
				sql`(case when ${t.cancelledAt} is not null then ${t.cancelledAt} when ${t.missedAt} is not null then ${t.missedAt} else ${t.startsAt} end)`,
			)
			.where(sql`${t.status} in ('CANCELLED', 'NO_SHOW') and ${t.paidKobo} > 0`),
		index('appointments_missed').on(t.clientId).where(sql`${t.status} = 'NO_SHOW'`),
	],
)

/** Triggers set the time by the database's clock: within a shop it grows in the order of commits. */
export const appointmentUpdates = sqliteTable(
	'appointment_updates',
	{
		appointmentId: text('appointment_id')
			.primaryKey()
			.references(() => appointments.id),
		shopId: text('shop_id').notNull(),
		updatedAt: instantColumn('updated_at').notNull(),
	},
	(t) => [index('appointment_updates_by_shop').on(t.shopId, t.updatedAt)],
)
