import { sql } from 'drizzle-orm'
import {
	type AnySQLiteColumn,
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
} from 'drizzle-orm/sqlite-core'
import { countedActKinds, paymentChoices, tipKinds } from '#app/kernel/vocabulary/booking.ts'
import { appointments } from './booking.ts'
import {
	flagColumn,
	foreignId,
	id,
	instantColumn,
	kobo,
	mailbox,
	oneOf,
	typedNoteColumns,
} from './columns.ts'
import { addOns, services, shops, staffMembers } from './discovery.ts'

/** Acts of the last hour, counted against rate limits by the write that makes them (D33). */
export const countedActs = sqliteTable(
	'counted_acts',
	{
		kind: text('kind', { enum: countedActKinds }).notNull(),
		/** The draft, the checkout, or the payment's reference. */
		subjectId: text('subject_id').notNull(),
		shopId: text('shop_id').notNull(),
		/** Null where the network is not counted. */
		networkKey: text('network_key'),
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

/** A booking in the making; a signed cookie carries its id (D1). */
export const drafts = sqliteTable(
	'drafts',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		/** Outlives the hold, so that an expired time can be chosen again. */
		startsAt: instantColumn('starts_at'),
		firstName: text('first_name').notNull().default(''),
		lastName: text('last_name').notNull().default(''),
		/** As typed, valid or not: a half-filled form is kept. */
		email: text('email').notNull().default(''),
		phone: text('phone').notNull().default(''),
		promoCode: text('promo_code').notNull().default(''),
		...typedNoteColumns(),
		tipKind: text('tip_kind', { enum: tipKinds }).notNull().default('none'),
		tipPercent: integer('tip_percent').notNull().default(0),
		tipCustomKobo: kobo('tip_custom_kobo').notNull().default(0),
		/** No foreign key: rewards go with their account. */
		rewardId: text('reward_id'),
		usesCashback: flagColumn('uses_cashback').notNull().default(false),
		paymentChoice: text('payment_choice', { enum: paymentChoices }),
		/** A booked draft only answers repeats of its own post. */
		appointmentId: text('appointment_id').references((): AnySQLiteColumn => appointments.id),
		createdAt: instantColumn('created_at').notNull(),
		/** A draft counts until 24 hours after this. */
		savedAt: instantColumn('saved_at').notNull(),
		/** Set by a trigger with the first hold: without a started payment the times are held 30 minutes from here (F7). */
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

export const draftServices = sqliteTable(
	'draft_services',
	{
		draftId: foreignId('draft_id', () => drafts.id, { onDelete: 'cascade' }),
		position: integer('position').notNull(),
		serviceId: foreignId('service_id', () => services.id),
		/** Null: not chosen yet. 'any': any free person. 'named': staffMemberId. */
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
		draftId: foreignId('draft_id', () => drafts.id, { onDelete: 'cascade' }),
		addOnId: foreignId('add_on_id', () => addOns.id),
	},
	(t) => [primaryKey({ columns: [t.draftId, t.addOnId] })],
)

/** Holds a draft's time until `expiresAt`, by rows in calendar_entries. */
export const holds = sqliteTable(
	'holds',
	{
		id: id(),
		draftId: text('draft_id')
			.notNull()
			.unique()
			.references(() => drafts.id, { onDelete: 'cascade' }),
		shopId: foreignId('shop_id', () => shops.id),
		/** A trigger refuses a hold without an entry for each service. */
		segmentCount: integer('segment_count').notNull(),
		startsAt: instantColumn('starts_at').notNull(),
		expiresAt: instantColumn('expires_at').notNull(),
		/** When the customer extended the hold: once (R8). Booking does not set it. */
		renewedAt: instantColumn('renewed_at'),
		/** The holder and the network, once known: both are limited (C36). */
		contactEmail: text('contact_email'),
		contactMailbox: mailbox('contact_mailbox', 'contact_email'),
		contactPhone: text('contact_phone'),
		networkKey: text('network_key'),
		/** A signed-in customer's account is limited instead of a contact that a stranger can type (S14). */
		userId: text('user_id'),
		/** The checkout being paid: this payment turns the hold into the appointment. */
		checkoutId: text('checkout_id'),
		/** The writer's "now", against which limits are counted. */
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
