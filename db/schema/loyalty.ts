import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
	enrollmentStatuses,
	programKinds,
	programStatuses,
	referralReasons,
	referralStatuses,
	rewardKinds,
	rewardUnits,
} from '#app/kernel/vocabulary/loyalty.ts'
import { appointments, checkouts } from './booking.ts'
import { civilDate, flagColumn, foreignId, id, instantColumn, kobo, oneOf } from './columns.ts'
import { services, shops } from './discovery.ts'

/** Rules are columns, so that each shop has its own. */
export const loyaltyPrograms = sqliteTable(
	'loyalty_programs',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		kind: text('kind', { enum: programKinds }).notNull(),
		name: text('name').notNull(),
		description: text('description').notNull().default(''),
		status: text('status', { enum: programStatuses }).notNull().default('active'),
		/** Of what was paid after discounts, without tip; null for a punch card (D29). */
		cashbackPercent: integer('cashback_percent'),
		/** A cheaper visit gives neither stamp nor cashback (D39). */
		minimumSpendKobo: kobo('minimum_spend_kobo').notNull().default(0),
		/** How long a reward's code is valid (D30). */
		rewardDays: integer('reward_days').notNull().default(90),
		/** Completed visits within twelve months that make a customer Gold, or Platinum (D43). */
		goldVisits: integer('gold_visits').notNull().default(10),
		platinumVisits: integer('platinum_visits').notNull().default(25),
		/** Visits earn nothing from then on. */
		expiresAt: instantColumn('expires_at'),
		createdAt: instantColumn('created_at').notNull(),
		/** The referrer's cashback and the friend's first discount; both null without referral (D28). */
		referralReferrerKobo: kobo('referral_referrer_kobo'),
		referralFriendKobo: kobo('referral_friend_kobo'),
	},
	(t) => [
		check(
			'loyalty_program_vocabulary',
			sql`${oneOf(t.kind, programKinds)} and ${oneOf(t.status, programStatuses)}`,
		),
		check(
			'loyalty_program_cashback',
			sql`(${t.kind} = 'cashback') = (${t.cashbackPercent} is not null) and coalesce(${t.cashbackPercent}, 1) between 1 and 100`,
		),
		check(
			'loyalty_program_numbers',
			sql`${t.minimumSpendKobo} >= 0 and ${t.rewardDays} between 1 and 3650 and ${t.goldVisits} between 1 and ${t.platinumVisits}`,
		),
		uniqueIndex('loyalty_programs_one_cashback')
			.on(t.shopId)
			.where(sql`${t.kind} = 'cashback' and ${t.status} = 'active'`),
		index('loyalty_programs_by_shop').on(t.shopId),
		index('loyalty_programs_listed').on(t.name, t.id).where(sql`${t.status} = 'active'`),
	],
)

/** How many stamps fill the card, and whether it starts again then. */
export const punchCards = sqliteTable(
	'punch_cards',
	{
		programId: text('program_id')
			.primaryKey()
			.references(() => loyaltyPrograms.id),
		visitsRequired: integer('visits_required').notNull().default(10),
		isCyclic: flagColumn('is_cyclic').notNull().default(true),
	},
	(t) => [check('punch_card_visits', sql`${t.visitsRequired} between 1 and 100`)],
)

export const loyaltyMilestones = sqliteTable(
	'loyalty_milestones',
	{
		id: id(),
		programId: foreignId('program_id', () => punchCards.programId),
		visitsRequired: integer('visits_required').notNull(),
		rewardKind: text('reward_kind', { enum: rewardKinds }).notNull(),
		/** Percent, or kobo; null for what staff give by hand. */
		value: integer('value'),
		unit: text('unit', { enum: rewardUnits }),
		serviceId: text('service_id').references(() => services.id),
		description: text('description').notNull(),
	},
	(t) => [
		check('loyalty_milestone_visits', sql`${t.visitsRequired} > 0`),
		check(
			'loyalty_milestone_reward',
			sql`${oneOf(t.rewardKind, rewardKinds)} and case ${t.rewardKind} when 'discount' then ${t.value} > 0 and ${t.unit} is not null and (${t.unit} = 'kobo' or ${t.value} <= 100) when 'cashback' then ${t.value} > 0 and ${t.unit} = 'kobo' when 'free_service' then ${t.serviceId} is not null else 1 end`,
		),
		uniqueIndex('loyalty_milestones_one_a_stamp').on(t.programId, t.visitsRequired),
	],
)

/** Its counters are the sums of its visits (I7). */
export const loyaltyEnrollments = sqliteTable(
	'loyalty_enrollments',
	{
		id: id(),
		programId: foreignId('program_id', () => loyaltyPrograms.id),
		shopId: foreignId('shop_id', () => shops.id),
		userId: text('user_id').notNull(),
		status: text('status', { enum: enrollmentStatuses }).notNull().default('active'),
		enrolledAt: instantColumn('enrolled_at').notNull(),
		/** Stamps on the present card. */
		visitsCount: integer('visits_count').notNull().default(0),
		/** Which card it is. */
		cycleCount: integer('cycle_count').notNull().default(1),
		totalSpentKobo: kobo('total_spent_kobo').notNull().default(0),
		cashbackEarnedKobo: kobo('cashback_earned_kobo').notNull().default(0),
		/** For friends; null until it is made, and without referral (D28). */
		referralCode: text('referral_code'),
	},
	(t) => [
		check('loyalty_enrollment_status', oneOf(t.status, enrollmentStatuses)),
		check(
			'loyalty_enrollment_counters',
			sql`${t.visitsCount} >= 0 and ${t.cycleCount} >= 1 and ${t.totalSpentKobo} >= 0 and ${t.cashbackEarnedKobo} >= 0`,
		),
		uniqueIndex('loyalty_enrollments_one_active')
			.on(t.userId, t.programId)
			.where(sql`${t.status} = 'active'`),
		index('loyalty_enrollments_by_user').on(t.userId, t.shopId),
		uniqueIndex('loyalty_enrollments_one_code').on(t.referralCode).where(sql`${t.referralCode} is not null`),
	],
)

/** A completed visit as an enrollment counted it: undoing reverses just this (D38). */
export const loyaltyAppointments = sqliteTable(
	'loyalty_visits',
	{
		appointmentId: foreignId('appointment_id', () => appointments.id),
		enrollmentId: foreignId('enrollment_id', () => loyaltyEnrollments.id),
		/** On the shop's clock. */
		visitedOn: civilDate('visited_on').notNull(),
		isStamp: flagColumn('is_stamp').notNull(),
		/** The card of the stamp. */
		cycleCount: integer('cycle_count').notNull(),
		paidKobo: kobo('paid_kobo').notNull(),
		cashbackKobo: kobo('cashback_kobo').notNull(),
		countedAt: instantColumn('counted_at').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.appointmentId, t.enrollmentId] }),
		check('loyalty_visit_amounts', sql`${t.paidKobo} >= 0 and ${t.cashbackKobo} between 0 and ${t.paidKobo}`),
		// One stamp for each program and day (D39).
		uniqueIndex('loyalty_visits_one_stamp_a_day')
			.on(t.enrollmentId, t.visitedOn)
			.where(sql`${t.isStamp} = 1`),
		index('loyalty_visits_by_enrollment').on(t.enrollmentId, t.countedAt),
	],
)

/** Earned, with a code that works once and for its holder only (D42). */
export const rewards = sqliteTable(
	'rewards',
	{
		id: id(),
		enrollmentId: foreignId('enrollment_id', () => loyaltyEnrollments.id),
		shopId: foreignId('shop_id', () => shops.id),
		userId: text('user_id').notNull(),
		milestoneId: foreignId('milestone_id', () => loyaltyMilestones.id),
		/** The card and the visit that reached the milestone. */
		cycleCount: integer('cycle_count').notNull(),
		appointmentId: foreignId('appointment_id', () => appointments.id),
		/** As the milestone said then. */
		rewardKind: text('reward_kind', { enum: rewardKinds }).notNull(),
		value: integer('value'),
		unit: text('unit', { enum: rewardUnits }),
		serviceId: text('service_id').references(() => services.id),
		description: text('description').notNull(),
		code: text('code').notNull().unique(),
		earnedAt: instantColumn('earned_at').notNull(),
		expiresAt: instantColumn('expires_at').notNull(),
		usedAt: instantColumn('used_at'),
		/** When its holder last opened the voucher, which locks the code for some minutes (D51). */
		voucherOpenedAt: instantColumn('voucher_opened_at'),
	},
	(t) => [
		check(
			'reward_vocabulary',
			sql`${oneOf(t.rewardKind, rewardKinds)} and (${t.unit} is null or ${oneOf(t.unit, rewardUnits)})`,
		),
		// Each milestone counts once for each card (D39).
		uniqueIndex('rewards_one_a_milestone').on(t.enrollmentId, t.milestoneId, t.cycleCount),
		index('rewards_by_user').on(t.userId, t.earnedAt),
		index('rewards_by_appointment').on(t.appointmentId),
		index('rewards_used').on(t.shopId, t.usedAt).where(sql`${t.usedAt} is not null`),
	],
)

/** A reward that a checkout has taken; releasing it deletes the row. */
export const rewardUses = sqliteTable('reward_uses', {
	checkoutId: text('checkout_id')
		.primaryKey()
		.references(() => checkouts.id, { onDelete: 'cascade' }),
	rewardId: text('reward_id')
		.notNull()
		.unique()
		.references(() => rewards.id),
	usedAt: instantColumn('used_at').notNull(),
})

/**
 * A referral code that a friend's checkout has taken, with the program's amounts of that moment. Releasing it deletes
 * the row. A friend is known by normalized e-mail and phone.
 */
export const referrals = sqliteTable(
	'referrals',
	{
		checkoutId: text('checkout_id')
			.primaryKey()
			.references(() => checkouts.id, { onDelete: 'cascade' }),
		shopId: foreignId('shop_id', () => shops.id),
		code: text('code').notNull(),
		/** The referrer's; null when that account is gone. */
		enrollmentId: text('enrollment_id').references(() => loyaltyEnrollments.id),
		referrerKobo: kobo('referrer_kobo').notNull(),
		friendKobo: kobo('friend_kobo').notNull(),
		friendUserId: text('friend_user_id'),
		friendEmail: text('friend_email'),
		friendPhone: text('friend_phone'),
		/** The referrer had signed in on the friend's device. */
		isSameDevice: flagColumn('is_same_device').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		status: text('status', { enum: referralStatuses }).notNull().default('reserved'),
		reason: text('reason', { enum: referralReasons }),
		/** The last change of status; null while the visit is ahead. */
		settledAt: instantColumn('settled_at'),
	},
	(t) => [
		check('referral_vocabulary', oneOf(t.status, referralStatuses)),
		check('referral_amounts', sql`${t.referrerKobo} > 0 and ${t.friendKobo} > 0`),
		check(
			'referral_settled',
			sql`(${t.status} = 'reserved') = (${t.settledAt} is null) and (${t.status} in ('held', 'refused')) = (${t.reason} is not null) and (${t.reason} is null or ${oneOf(t.reason, referralReasons)})`,
		),
		// Once for each friend and shop (I11).
		uniqueIndex('referrals_one_an_account').on(t.shopId, t.friendUserId),
		uniqueIndex('referrals_one_an_email').on(t.shopId, t.friendEmail),
		uniqueIndex('referrals_one_a_phone').on(t.shopId, t.friendPhone),
		index('referrals_by_enrollment').on(t.enrollmentId, t.settledAt),
		// Released when the payment never comes, or waiting for the operator.
		index('referrals_open').on(t.createdAt).where(sql`${t.status} in ('reserved', 'held')`),
		// Waiting for their shop's decision.
		index('referrals_held_of_shop').on(t.shopId, t.settledAt).where(sql`${t.status} = 'held'`),
	],
)
