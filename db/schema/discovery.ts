import { sql } from 'drizzle-orm'
import {
	check,
	index,
	integer,
	primaryKey,
	real,
	sqliteTable,
	text,
	uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { depositKinds, shopTypes } from '#app/kernel/vocabulary/discovery.ts'
import { civilDate, flagColumn, foreignId, id, instantColumn, kobo, minuteOfDay, oneOf } from './columns.ts'

/** The displayed average, then the number of reviews; 0 without one. */
export const shopRatingRank =
	'(CASE review_count WHEN 0 THEN 0 ELSE (rating_sum * 20 + review_count) / (2 * review_count) * 1000000 + review_count END)'
/** The stripe of the earth, a hundredth of a degree high, in which a shop lies. */
export const shopLatitudeBand = '(CAST((latitude + 90) * 100 AS INTEGER))'

/** A business. Rules that shops may vary are columns, with the house's values as defaults. */
export const shops = sqliteTable(
	'shops',
	{
		id: id(),
		/** The operator's own id, by which an import finds it again. */
		externalId: text('external_id'),
		slug: text('slug'),
		name: text('name').notNull(),
		type: text('type', { enum: shopTypes }).notNull(),
		description: text('description').notNull().default(''),
		/** E.164, such as +2348031234567. */
		phone: text('phone'),
		/** E.164. */
		whatsapp: text('whatsapp'),
		/** For notices of bookings and key changes; never shown to customers. */
		email: text('email'),
		address: text('address').notNull(),
		/** 'Opposite the Total filling station'. */
		landmark: text('landmark'),
		area: text('area').notNull(),
		city: text('city').notNull(),
		latitude: real('latitude').notNull(),
		longitude: real('longitude').notNull(),
		timeZone: text('time_zone').notNull().default('Africa/Lagos'),
		/** A path under public/, at most 6 KB; null draws the shop's own pattern. */
		picture: text('picture'),
		/** First and last date of being featured, inclusive (D12). */
		featuredFrom: civilDate('featured_from'),
		featuredUntil: civilDate('featured_until'),
		minimumNoticeMinutes: integer('minimum_notice_minutes').notNull().default(30),
		horizonDays: integer('horizon_days').notNull().default(60),
		freeCancellationMinutes: integer('free_cancellation_minutes').notNull().default(1_440),
		rescheduleCutoffMinutes: integer('reschedule_cutoff_minutes').notNull().default(120),
		/** The online payment now: all, a percentage of the total, or an amount in kobo. */
		depositKind: text('deposit_kind', { enum: depositKinds }).notNull().default('none'),
		depositValue: integer('deposit_value').notNull().default(0),
		/** From this number of missed visits on, a customer pays in advance; null: never. */
		prepayAfterNoShows: integer('prepaid_from_no_shows'),
		/** How long a time waits for a deposit by link; at most 24 count (D66). */
		depositHoldHours: integer('deposit_hold_hours').notNull().default(2),
		/** Limits that shops may vary (D33); at most fifty counts, so that none is switched off. */
		maxAheadUnproven: integer('max_ahead_unproven').notNull().default(5),
		maxAheadProven: integer('max_ahead_proven').notNull().default(15),
		maxGuestBookingsPerHour: integer('max_guest_bookings_per_hour').notNull().default(20),
		maxMoves: integer('max_moves').notNull().default(6),
		isListed: flagColumn('is_listed').notNull().default(true),
		/** A new shop: the write that first makes it bookable lists it. */
		listsWhenBookable: flagColumn('lists_when_bookable').notNull().default(false),
		/** JSON: the reminders of `nextSteps` that the owner dismissed. */
		putAwaySteps: text('put_away_steps').notNull().default('[]'),
		/** False: the coordinates are its city's, and no distance is shown. */
		isPlaceKnown: flagColumn('is_place_known').notNull().default(true),
		/** Kept by triggers on reviews, so that lists need no sums. */
		ratingSum: integer('rating_sum').notNull().default(0),
		reviewCount: integer('review_count').notNull().default(0),
		createdAt: instantColumn('created_at').notNull(),
		/** No payout before it: the contact has changed (D58). */
		payoutsHeldUntil: instantColumn('payouts_held_until').notNull().default(0),
	},
	(t) => [
		check('shop_type', oneOf(t.type, shopTypes)),
		check('shop_policy', sql`${t.minimumNoticeMinutes} >= 0 and ${t.horizonDays} between 1 and 365`),
		check('shop_rating', sql`${t.ratingSum} between ${t.reviewCount} and ${t.reviewCount} * 5`),
		uniqueIndex('shops_by_external_id').on(t.externalId).where(sql`${t.externalId} is not null`),
		uniqueIndex('shops_by_slug').on(t.slug).where(sql`${t.slug} is not null`),
		// The orders of Discover; queries must use the same expressions, or miss the index.
		index('shops_by_rating').on(sql.raw(shopRatingRank), t.id).where(sql`${t.isListed} = 1`),
		index('shops_by_place')
			.on(sql.raw(shopLatitudeBand), t.longitude, t.latitude, t.id)
			.where(sql`${t.isListed} = 1`),
	],
)

/** No row for a day means closed. */
export const shopHours = sqliteTable(
	'shop_hours',
	{
		shopId: foreignId('shop_id', () => shops.id, { onDelete: 'cascade' }),
		dayOfWeek: integer('day_of_week').notNull(),
		opensMinute: minuteOfDay('opens_minute').notNull(),
		closesMinute: minuteOfDay('closes_minute').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.shopId, t.dayOfWeek] }),
		check('shop_hours_day', sql`${t.dayOfWeek} between 1 and 7`),
		check(
			'shop_hours_range',
			sql`0 <= ${t.opensMinute} and ${t.opensMinute} < ${t.closesMinute} and ${t.closesMinute} <= 1440`,
		),
	],
)

/** Where customers send bank transfers (D26). */
export const shopBankAccounts = sqliteTable('shop_bank_accounts', {
	shopId: text('shop_id')
		.primaryKey()
		.references(() => shops.id, { onDelete: 'cascade' }),
	bankName: text('bank_name').notNull(),
	accountNumber: text('account_number').notNull(),
	accountName: text('account_name').notNull(),
})

export const categories = sqliteTable('categories', {
	id: id(),
	name: text('name').notNull(),
	position: integer('position').notNull(),
})

export const shopCategories = sqliteTable(
	'shop_categories',
	{
		shopId: foreignId('shop_id', () => shops.id, { onDelete: 'cascade' }),
		categoryId: foreignId('category_id', () => categories.id),
	},
	(t) => [primaryKey({ columns: [t.shopId, t.categoryId] })],
)

export const services = sqliteTable(
	'services',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id, { onDelete: 'cascade' }),
		categoryId: foreignId('category_id', () => categories.id),
		name: text('name').notNull(),
		description: text('description').notNull().default(''),
		durationMinutes: integer('duration_minutes').notNull(),
		/** Time after the visit that blocks others; it may pass closing time and the break. */
		bufferMinutes: integer('buffer_minutes').notNull().default(0),
		priceKobo: kobo('price_kobo').notNull(),
		isEnabled: flagColumn('is_enabled').notNull().default(true),
		position: integer('position').notNull().default(0),
		externalId: text('external_id'),
	},
	(t) => [
		uniqueIndex('services_by_external_id').on(t.shopId, t.externalId).where(sql`${t.externalId} is not null`),
		check('service_duration', sql`${t.durationMinutes} between 5 and 720`),
		check('service_buffer', sql`${t.bufferMinutes} between 0 and 240`),
		check('service_price', sql`${t.priceKobo} >= 0`),
		index('services_by_shop').on(t.shopId, t.isEnabled, t.name),
	],
)

/** Extras chosen at checkout; their minutes lengthen the slot (D4). */
export const addOns = sqliteTable(
	'add_ons',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id, { onDelete: 'cascade' }),
		name: text('name').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		isEnabled: flagColumn('is_enabled').notNull().default(true),
		position: integer('position').notNull().default(0),
		externalId: text('external_id'),
	},
	(t) => [
		uniqueIndex('add_ons_by_external_id').on(t.shopId, t.externalId).where(sql`${t.externalId} is not null`),
		check('add_on_duration', sql`${t.durationMinutes} between 0 and 240`),
		check('add_on_price', sql`${t.priceKobo} >= 0`),
		index('add_ons_by_shop').on(t.shopId, t.isEnabled, t.position),
	],
)

export const staffMembers = sqliteTable(
	'staff_members',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id, { onDelete: 'cascade' }),
		firstName: text('first_name').notNull(),
		lastName: text('last_name').notNull(),
		email: text('email'),
		phone: text('phone'),
		/** 0 to 1. Never leaves the server: only 'Senior' does, when it is above 0.5 (D13). */
		commissionRate: real('commission_rate').notNull().default(0),
		isActive: flagColumn('is_active').notNull().default(true),
		externalId: text('external_id'),
		/** For customers, such as 'Braider'; may be empty. */
		role: text('role').notNull().default(''),
		lastDay: civilDate('last_day'),
	},
	(t) => [
		uniqueIndex('staff_by_external_id').on(t.shopId, t.externalId).where(sql`${t.externalId} is not null`),
		check('staff_commission', sql`${t.commissionRate} between 0 and 1`),
		index('staff_by_shop').on(t.shopId, t.isActive, t.firstName),
		index('staff_by_last_day').on(t.lastDay).where(sql`${t.lastDay} is not null and ${t.isActive} = 1`),
	],
)

export const staffServices = sqliteTable(
	'staff_services',
	{
		staffMemberId: foreignId('staff_member_id', () => staffMembers.id, { onDelete: 'cascade' }),
		serviceId: foreignId('service_id', () => services.id, { onDelete: 'cascade' }),
	},
	(t) => [
		primaryKey({ columns: [t.staffMemberId, t.serviceId] }),
		index('staff_services_by_service').on(t.serviceId, t.staffMemberId),
	],
)

/**
 * Free starts found by the slot engine, to show and sort lists: all of today, and the first of each later day. A later
 * write may take one: each reader checks that in the same read.
 */
export const shopFreeStarts = sqliteTable(
	'shop_free_starts',
	{
		shopId: foreignId('shop_id', () => shops.id, { onDelete: 'cascade' }),
		startsAt: instantColumn('starts_at').notNull(),
		/** On the shop's clock, as is the minute. */
		date: civilDate('date').notNull(),
		startMinute: minuteOfDay('start_minute').notNull(),
		blockedUntilAt: instantColumn('blocked_until_at').notNull(),
		serviceId: text('service_id').notNull(),
		staffMemberId: text('staff_member_id').notNull(),
		/** The largest of `noticeSteps` within the shop's notice: an index leaves out starts inside it. */
		noticeStepMinutes: integer('notice_step_minutes').notNull(),
		/** A list by days reads these rows: each shop once. */
		isLastOfDay: flagColumn('is_last_of_day').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.shopId, t.startsAt] }),
		index('shop_free_starts_by_start').on(t.noticeStepMinutes, t.startsAt, t.shopId),
		index('shop_free_starts_by_day')
			.on(t.noticeStepMinutes, t.startsAt, t.shopId)
			.where(sql`${t.isLastOfDay} = 1`),
	],
)

/**
 * When a listed shop's free starts are next looked for. Each change marks its shop in its own write. 0: never looked
 * for.
 */
export const openingChecks = sqliteTable(
	'opening_looks',
	{
		shopId: text('shop_id')
			.primaryKey()
			.references(() => shops.id, { onDelete: 'cascade' }),
		dueAt: instantColumn('due_at').notNull(),
		/** Grows with each change: a look that began before the last change does not count. */
		changeCount: integer('change_count').notNull(),
	},
	(t) => [index('opening_looks_due').on(t.dueAt)],
)
