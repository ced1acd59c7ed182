import { sql } from 'drizzle-orm'
import {
	type AnySQLiteColumn,
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import {
	appointmentProblemKinds,
	appointmentStatuses,
	checkoutStatuses,
	countedActKinds,
	discountTypes,
	paymentChoices,
	paymentMethods,
	paymentStatuses,
	reviewReportReasons,
	slotWaitEndings,
	tipKinds,
} from '#app/kernel/vocabulary/booking.ts'
import { civilDate, flagColumn, id, instantColumn, kobo, mailbox, oneOf } from './columns.ts'
import { addOns, services, shops, staffMembers } from './discovery.ts'

/**
 * What a stranger has made within the last hour, so that its ceilings are counted by the write that makes it (D33).
 * Rows are purged after the hour.
 */
export const countedActs = sqliteTable(
	'counted_acts',
	{
		kind: text('kind', { enum: countedActKinds }).notNull(),
		/** The draft that was begun, the checkout that was booked, or the payment's reference. */
		subjectId: text('subject_id').notNull(),
		shopId: text('shop_id').notNull(),
		/** Null where the network is not counted: a customer with a confirmed e-mail, or an unknown address. */
		networkKey: text('network_key'),
		/** What a booking takes of the staff's time, buffers included. */
		staffMinutes: integer('staff_minutes').notNull().default(0),
		actedAt: instantColumn('acted_at').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.kind, t.subjectId] }),
		check('counted_act_kind', oneOf(t.kind, countedActKinds)),
		index('counted_acts_by_network').on(t.networkKey, t.kind, t.actedAt),
		index('counted_acts_by_time').on(t.actedAt),
	],
)

/**
 * A person as one shop knows them. Without `userId` it is a guest, matched by e-mail; by phone only without one (D8,
 * D32).
 */
export const clients = sqliteTable(
	'clients',
	{
		id: id(),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		userId: text('user_id'),
		firstName: text('first_name').notNull(),
		lastName: text('last_name').notNull(),
		email: text('email'),
		phone: text('phone'),
		createdAt: instantColumn('created_at').notNull(),
	},
	(t) => [
		uniqueIndex('clients_guest_email').on(t.shopId, t.email).where(sql`${t.userId} is null`),
		index('clients_guest_phone').on(t.shopId, t.phone),
		index('clients_by_user').on(t.userId, t.shopId),
		// Whose e-mail was verified becomes the owner of these in all shops (D8).
		index('clients_guest_by_email').on(t.email).where(sql`${t.userId} is null`),
	],
)

/** A booking in the making, found by a signed cookie that carries its id (D1). */
export const drafts = sqliteTable(
	'drafts',
	{
		id: id(),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		/** The chosen time; it outlives the hold, so that an expired one can be asked for again. */
		startsAt: instantColumn('starts_at'),
		firstName: text('first_name').notNull().default(''),
		lastName: text('last_name').notNull().default(''),
		/** As typed: a half-filled form is kept, valid or not. */
		email: text('email').notNull().default(''),
		phone: text('phone').notNull().default(''),
		/** As typed; whether it holds is decided when the visit is priced. */
		promoCode: text('promo_code').notNull().default(''),
		/** What the customer writes to the shop. */
		customerNote: text('customer_note').notNull().default(''),
		/** The visitor, when it is not the customer. */
		visitorName: text('visitor_name').notNull().default(''),
		tipKind: text('tip_kind', { enum: tipKinds }).notNull().default('none'),
		tipPercent: integer('tip_percent').notNull().default(0),
		tipCustomKobo: kobo('tip_custom_kobo').notNull().default(0),
		/**
		 * A reward of the customer's to take off; it counts while it is theirs and can be used. No foreign key: rewards
		 * go with their account.
		 */
		rewardId: text('reward_id'),
		/** Pay with the cashback at this shop, as far as it goes. */
		usesCashback: flagColumn('uses_cashback').notNull().default(false),
		paymentChoice: text('payment_choice', { enum: paymentChoices }),
		/** The appointment that this draft became; a booked draft only answers repeats of its own post. */
		appointmentId: text('appointment_id').references((): AnySQLiteColumn => appointments.id),
		createdAt: instantColumn('created_at').notNull(),
		/** A draft counts until 24 hours after this. */
		savedAt: instantColumn('saved_at').notNull(),
		/** Set by a trigger with the first hold: without a started payment its times are kept 30 minutes from here (F7). */
		firstHeldAt: instantColumn('first_held_at'),
	},
	(t) => [
		check(
			'draft_tip',
			sql`${oneOf(t.tipKind, tipKinds)} and ${t.tipPercent} between 0 and 100 and ${t.tipCustomKobo} >= 0`,
		),
		check('draft_payment', sql`${t.paymentChoice} is null or ${oneOf(t.paymentChoice, paymentChoices)}`),
		index('drafts_by_saved').on(t.savedAt),
	],
)

/** The services of a visit in order, each with the person chosen for it. */
export const draftServices = sqliteTable(
	'draft_services',
	{
		draftId: text('draft_id')
			.notNull()
			.references(() => drafts.id, { onDelete: 'cascade' }),
		position: integer('position').notNull(),
		serviceId: text('service_id')
			.notNull()
			.references(() => services.id),
		/** Null: not asked yet. 'any': any free person. 'named': staffMemberId. */
		staffChoice: text('staff_choice', { enum: ['any', 'named'] }),
		staffMemberId: text('staff_member_id').references(() => staffMembers.id),
	},
	(t) => [
		primaryKey({ columns: [t.draftId, t.position] }),
		check(
			'draft_service_staff',
			sql`(coalesce(${t.staffChoice}, '') = 'named') = (${t.staffMemberId} is not null)`,
		),
	],
)

export const draftAddOns = sqliteTable(
	'draft_add_ons',
	{
		draftId: text('draft_id')
			.notNull()
			.references(() => drafts.id, { onDelete: 'cascade' }),
		addOnId: text('add_on_id')
			.notNull()
			.references(() => addOns.id),
	},
	(t) => [primaryKey({ columns: [t.draftId, t.addOnId] })],
)

/** A chosen time kept for its draft until `expiresAt`; what it keeps are its rows in calendar_entries. */
export const holds = sqliteTable(
	'holds',
	{
		id: id(),
		draftId: text('draft_id')
			.notNull()
			.unique()
			.references(() => drafts.id, { onDelete: 'cascade' }),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		/** How many services; a trigger refuses a hold without an entry for each. */
		segmentCount: integer('segment_count').notNull(),
		startsAt: instantColumn('starts_at').notNull(),
		expiresAt: instantColumn('expires_at').notNull(),
		/** Once by hand (R8); a booking extends it by itself. */
		renewedAt: instantColumn('renewed_at'),
		/** Whose it is, once known, and from where: both are limited (C36). */
		contactEmail: text('contact_email'),
		contactMailbox: mailbox('contact_mailbox', 'contact_email'),
		contactPhone: text('contact_phone'),
		networkKey: text('network_key'),
		/** The account of a signed-in customer, which is limited instead of a contact that a stranger can type (S14). */
		userId: text('user_id'),
		/** The checkout that is being paid for it: this payment turns it into the appointment as it is. */
		checkoutId: text('checkout_id'),
		/** The writer's "now", against which the limits are counted. */
		writtenAt: instantColumn('checked_at').notNull(),
	},
	(t) => [
		index('holds_by_expiry').on(t.expiresAt),
		index('holds_by_mailbox').on(t.contactMailbox, t.expiresAt),
		index('holds_by_phone').on(t.contactPhone, t.expiresAt),
		index('holds_by_network').on(t.networkKey, t.expiresAt),
		index('holds_by_user').on(t.userId, t.expiresAt),
		index('holds_by_checkout').on(t.checkoutId).where(sql`${t.checkoutId} is not null`),
	],
)

/** What was agreed to be paid, with the amounts that the server computed at that moment (D2). */
export const checkouts = sqliteTable(
	'checkouts',
	{
		id: id(),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		clientId: text('client_id')
			.notNull()
			.references(() => clients.id),
		/**
		 * One of a draft's checkouts becomes its appointment; those that wait for a payment may be several. No foreign
		 * key: drafts are purged.
		 */
		draftId: text('draft_id').notNull(),
		subtotalKobo: kobo('subtotal_kobo').notNull(),
		discountKobo: kobo('discount_kobo').notNull(),
		tipKobo: kobo('tip_kobo').notNull(),
		totalKobo: kobo('total_kobo').notNull(),
		paymentChoice: text('payment_choice', { enum: paymentChoices }).notNull(),
		paymentMethod: text('payment_method', { enum: paymentMethods }).notNull(),
		status: text('status', { enum: checkoutStatuses }).notNull().default('PENDING'),
		paymentReference: text('payment_reference'),
		/** The contact of this booking; the client row may carry an older one. */
		firstName: text('first_name').notNull(),
		lastName: text('last_name').notNull(),
		email: text('email'),
		mailbox: mailbox('mailbox', 'email'),
		phone: text('phone'),
		customerNote: text('customer_note'),
		visitorName: text('visitor_name'),
		createdByUserId: text('created_by_user_id'),
		createdAt: instantColumn('created_at').notNull(),
		/** The rest freezes a visit that is paid online, so that its payment can become it days later; null for others. */
		startsAt: instantColumn('starts_at'),
		refundableUntilAt: instantColumn('refundable_until_at'),
		promoCodeId: text('promo_code_id').references((): AnySQLiteColumn => promoCodes.id),
		/** What is paid online: all, or the shop's deposit. */
		dueKobo: kobo('due_kobo'),
		rewardId: text('reward_id'),
		/** Of the referral code that took the discount off: the referrer's enrollment. */
		referralCodeId: text('referral_code_id'),
		/** What of the total is paid with cashback (D36). */
		cashbackKobo: kobo('cashback_kobo').notNull().default(0),
		/** When it was last asked whether a guest's contact can be cut from it, and could not. */
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
		// A draft that is booked twice is one appointment, whichever of its checkouts came first.
		uniqueIndex('checkouts_one_booking').on(t.draftId).where(sql`${t.status} = 'COMPLETED'`),
		index('checkouts_by_draft').on(t.draftId),
		// Whose appointments and payment starts are counted (D33).
		index('checkouts_by_email').on(t.email, t.createdAt),
		index('checkouts_by_mailbox').on(t.mailbox, t.createdAt),
		// Guests whose contact is cut when their visits are long over (S32).
		index('checkouts_of_guests')
			.on(t.contactLookedAt, t.createdAt)
			.where(sql`${t.createdByUserId} is null and ${t.firstName} <> 'Former customer'`),
		index('checkouts_by_phone').on(t.phone, t.createdAt),
		index('checkouts_by_account').on(t.createdByUserId, t.createdAt),
		// Rows to delete when the payment never came (F13).
		index('checkouts_unpaid').on(t.createdAt).where(sql`${t.status} = 'PENDING'`),
		// Those that may have to give back what they keep from others.
		index('checkouts_pending')
			.on(t.createdAt)
			.where(
				sql`${t.status} = 'PENDING' and (${t.promoCodeId} is not null or ${t.rewardId} is not null or ${t.referralCodeId} is not null or ${t.cashbackKobo} > 0)`,
			),
	],
)

/** The services of a checkout that is paid online, as they were priced, each with who was chosen for it. */
export const checkoutServices = sqliteTable(
	'checkout_services',
	{
		checkoutId: text('checkout_id')
			.notNull()
			.references(() => checkouts.id),
		position: integer('position').notNull(),
		serviceId: text('service_id')
			.notNull()
			.references(() => services.id),
		/** Null: any free person. */
		staffMemberId: text('staff_member_id').references(() => staffMembers.id),
		name: text('name').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
		bufferMinutes: integer('buffer_minutes').notNull(),
	},
	(t) => [primaryKey({ columns: [t.checkoutId, t.position] })],
)

export const checkoutAddOns = sqliteTable(
	'checkout_add_ons',
	{
		checkoutId: text('checkout_id')
			.notNull()
			.references(() => checkouts.id),
		addOnId: text('add_on_id')
			.notNull()
			.references(() => addOns.id),
		name: text('name').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
	},
	(t) => [primaryKey({ columns: [t.checkoutId, t.addOnId] })],
)

export const promoCodes = sqliteTable(
	'promo_codes',
	{
		id: id(),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
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

/** A use of a promo code, reserved with its checkout and deleted when that is given back (D14). */
export const promoUses = sqliteTable('promo_uses', {
	checkoutId: text('checkout_id')
		.primaryKey()
		.references(() => checkouts.id),
	promoCodeId: text('promo_code_id')
		.notNull()
		.references(() => promoCodes.id),
	/** The amount that the code was applied to, for the trigger's check against its minimum. */
	amountKobo: kobo('amount_kobo').notNull(),
	usedAt: instantColumn('used_at').notNull(),
})

export const appointments = sqliteTable(
	'appointments',
	{
		id: id(),
		referenceNumber: text('reference_number').notNull().unique(),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		clientId: text('client_id')
			.notNull()
			.references(() => clients.id),
		checkoutId: text('checkout_id')
			.notNull()
			.unique()
			.references(() => checkouts.id),
		/** The first service and its person; each service has its own row in appointment_services. */
		serviceId: text('service_id')
			.notNull()
			.references(() => services.id),
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
		/** What of the total is paid with cashback (D36). */
		cashbackKobo: kobo('cashback_kobo').notNull().default(0),
		paymentMethod: text('payment_method', { enum: paymentMethods }).notNull().default('CASH'),
		paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull().default('pending'),
		status: text('status', { enum: appointmentStatuses }).notNull().default('SCHEDULED'),
		/** What was paid in advance: all, a deposit, or nothing. */
		paidKobo: kobo('paid_kobo').notNull().default(0),
		/** Until when cancelling gives prepaid money back; moving the visit never makes it later (S9). */
		refundableUntilAt: instantColumn('refundable_until_at').notNull(),
		notes: text('notes'),
		createdAt: instantColumn('created_at').notNull(),
		cancelledAt: instantColumn('cancelled_at'),
		/** When the shop said that the visit took place; null for others. */
		completedAt: instantColumn('completed_at'),
		/** How often it was completed, undone ones too: names what each completion gave in the ledger (F24). */
		completions: integer('completions').notNull().default(0),
		/** When the shop marked a no-show; null for others. */
		missedAt: instantColumn('missed_at'),
		/** When the shop said that the customer is there. */
		arrivedAt: instantColumn('arrived_at'),
		/** When the shop said that the transfer came: the rest of the total is in `paidAtShopKobo` from then on. */
		transferPaidAt: instantColumn('transfer_paid_at'),
		/** What the shop told the customer when it cancelled; null when the customer did. */
		cancellationReason: text('cancellation_reason'),
		/** What the customer wrote to the shop, and whom the visit is for; null where nothing was said. */
		customerNote: text('customer_note'),
		visitorName: text('visitor_name'),
		/** How many minutes late the customer said they are, and when. */
		lateMinutes: integer('late_minutes'),
		lateToldAt: instantColumn('late_told_at'),
		/** Counts the changes that calendars are to follow: the SEQUENCE of its calendar file. */
		calendarSequence: integer('calendar_sequence').notNull().default(0),
		/**
		 * When the customer last changed its service or person: from then on its amounts are its own, not its checkout's
		 * (D53).
		 */
		changedAt: instantColumn('changed_at'),
		/** Booked by the shop for a walk-in. */
		isWalkIn: flagColumn('is_walk_in').notNull().default(false),
		/** What was paid there then: the rest, unless the shop says that it was not (D40). */
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
		index('appointments_missed').on(t.clientId).where(sql`${t.status} = 'NO_SHOW'`),
	],
)

/** A priced service of an appointment, as it was when it was booked. */
export const appointmentServices = sqliteTable(
	'appointment_services',
	{
		appointmentId: text('appointment_id')
			.notNull()
			.references(() => appointments.id),
		position: integer('position').notNull(),
		serviceId: text('service_id')
			.notNull()
			.references(() => services.id),
		staffMemberId: text('staff_member_id')
			.notNull()
			.references(() => staffMembers.id),
		name: text('name').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.appointmentId, t.position] }),
		check('appointment_service_price', sql`${t.priceKobo} >= 0`),
	],
)

export const appointmentAddOns = sqliteTable(
	'appointment_add_ons',
	{
		appointmentId: text('appointment_id')
			.notNull()
			.references(() => appointments.id),
		addOnId: text('add_on_id')
			.notNull()
			.references(() => addOns.id),
		name: text('name').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.appointmentId, t.addOnId] }),
		check('appointment_add_on_price', sql`${t.priceKobo} >= 0`),
	],
)

/** One per completed appointment; the shop's rating is made of these and nothing else (D12). */
export const reviews = sqliteTable(
	'reviews',
	{
		appointmentId: text('appointment_id')
			.primaryKey()
			.references(() => appointments.id),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		clientId: text('client_id')
			.notNull()
			.references(() => clients.id),
		rating: integer('rating').notNull(),
		comment: text('comment').notNull().default(''),
		createdAt: instantColumn('created_at').notNull(),
		/** Set when the operator took it down after a report: it is hidden, and no rating counts it. */
		hiddenAt: instantColumn('hidden_at'),
		/** What the shop answered, in public. */
		reply: text('reply'),
		repliedAt: instantColumn('replied_at'),
	},
	(t) => [
		check('review_rating', sql`${t.rating} between 1 and 5`),
		index('reviews_by_shop').on(t.shopId, t.createdAt),
	],
)

/** A review that was reported as unfair, false or hurtful: the operator looks at it. Once for each visitor. */
export const reviewReports = sqliteTable(
	'review_reports',
	{
		id: id(),
		/** The review's key. */
		appointmentId: text('appointment_id')
			.notNull()
			.references(() => reviews.appointmentId, { onDelete: 'cascade' }),
		/** A user id, or what stands for a guest's network: only equality can be told from it. */
		reporter: text('reporter').notNull(),
		reason: text('reason', { enum: reviewReportReasons }).notNull(),
		reportedAt: instantColumn('reported_at').notNull(),
		/** When the operator decided, for it or against it. */
		resolvedAt: instantColumn('resolved_at'),
	},
	(t) => [
		uniqueIndex('review_reports_once').on(t.reporter, t.appointmentId),
		index('review_reports_open').on(t.reportedAt).where(sql`${t.resolvedAt} is null`),
	],
)

/** What a customer says was wrong about a past visit: the shop answers, and the operator sees what stays open. */
export const appointmentProblems = sqliteTable(
	'visit_problems',
	{
		id: id(),
		appointmentId: text('appointment_id')
			.notNull()
			.references(() => appointments.id),
		kind: text('kind', { enum: appointmentProblemKinds }).notNull(),
		words: text('words').notNull(),
		reportedAt: instantColumn('reported_at').notNull(),
		resolvedAt: instantColumn('resolved_at'),
		/** What was answered, for the customer. */
		answer: text('answer'),
	},
	(t) => [
		index('visit_problems_by_appointment').on(t.appointmentId),
		index('visit_problems_open').on(t.reportedAt).where(sql`${t.resolvedAt} is null`),
	],
)

/**
 * A customer who waits for a time on a full day. A freed time is held for them by a hold of a draft of their own, which
 * their message leads to.
 */
export const slotWaits = sqliteTable(
	'slot_waits',
	{
		id: id(),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		serviceId: text('service_id')
			.notNull()
			.references(() => services.id),
		/** Null: any person. */
		staffMemberId: text('staff_member_id').references(() => staffMembers.id),
		/** The day on the shop's clock. */
		date: civilDate('date').notNull(),
		userId: text('user_id'),
		firstName: text('first_name').notNull(),
		lastName: text('last_name').notNull(),
		email: text('email').notNull(),
		mailbox: mailbox('mailbox', 'email'),
		phone: text('phone'),
		/**
		 * When the customer followed the link of its mail: times are held for proven addresses alone. An account proves
		 * its own.
		 */
		provenAt: instantColumn('proven_at'),
		/** Null where the network is not counted. */
		networkKey: text('network_key'),
		joinedAt: instantColumn('joined_at').notNull(),
		endedAt: instantColumn('ended_at'),
		endedBy: text('ended_by', { enum: slotWaitEndings }),
		/** How many freed times they were told of, and until when the last one is theirs. */
		offerCount: integer('offer_count').notNull().default(0),
		offeredAt: instantColumn('offered_at'),
		offerExpiresAt: instantColumn('offer_expires_at'),
		/** The start that they were told of. */
		offeredStartsAt: instantColumn('offered_starts_at'),
		/** The draft that holds it; null where they were told and nothing is held. */
		draftId: text('draft_id'),
		/** When the line of this day was last looked at. */
		lookedAt: instantColumn('looked_at').notNull(),
	},
	(t) => [
		check('slot_wait_ended', sql`(${t.endedAt} is null) = (${t.endedBy} is null)`),
		uniqueIndex('slot_waits_one_per_day').on(t.email, t.shopId, t.date).where(sql`${t.endedAt} is null`),
		index('slot_waits_by_day').on(t.date, t.shopId, t.joinedAt),
		index('slot_waits_to_look_at').on(t.lookedAt).where(sql`${t.endedAt} is null`),
		index('slot_waits_by_user').on(t.userId).where(sql`${t.userId} is not null`),
		index('slot_waits_by_mailbox').on(t.mailbox).where(sql`${t.endedAt} is null`),
		index('slot_waits_by_network').on(t.networkKey, t.joinedAt).where(sql`${t.networkKey} is not null`),
	],
)
