import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
	accessKeyEndings,
	accessKeyKinds,
	deviceRoles,
	shopActKinds,
	shopEventKinds,
} from '#app/kernel/vocabulary/shops.ts'
import { flagColumn, foreignId, id, instantColumn, oneOf } from './columns.ts'
import { shops, staffMembers } from './discovery.ts'

/** Opens the shop's side: a kiosk's cookie, or a program's key. Only its hash is kept. */
export const accessKeys = sqliteTable(
	'access_keys',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		kind: text('kind', { enum: accessKeyKinds }).notNull(),
		/** Of a kiosk key. */
		role: text('role', { enum: deviceRoles }).notNull().default('desk'),
		staffMemberId: text('staff_member_id').references(() => staffMembers.id),
		/** 'Front desk'. */
		name: text('name').notNull(),
		/** JSON: an API key's scopes; none for a kiosk. */
		scopes: text('scopes').notNull().default('[]'),
		secretHash: text('secret_hash').notNull().unique(),
		/** The owner's key that made it, or its link; null: the operator. */
		madeByKeyId: text('made_by_key_id'),
		/** A keyed hash of a kiosk's PIN, which it asks for after idling. */
		pinHash: text('pin_hash'),
		/** In a row; five end the key. */
		wrongPins: integer('wrong_pins').notNull().default(0),
		/** In a row at the owner's pages of an open device; five lock only these pages. */
		wrongOwnerPins: integer('wrong_owner_pins').notNull().default(0),
		/** A cookie from before the last lock opens nothing. */
		lockCount: integer('lock_count').notNull().default(0),
		createdAt: instantColumn('created_at').notNull(),
		/** To the hour, so that use costs few writes. */
		lastSeenAt: instantColumn('last_seen_at'),
		endedAt: instantColumn('ended_at'),
		ending: text('ending', { enum: accessKeyEndings }),
	},
	(t) => [
		check('access_key_kind', oneOf(t.kind, accessKeyKinds)),
		check('access_key_scopes', sql`json_valid(${t.scopes})`),
		check(
			'access_key_pin',
			sql`(${t.kind} = 'kiosk') = (${t.pinHash} is not null) and ${t.wrongPins} between 0 and 5`,
		),
		check(
			'access_key_ended',
			sql`(${t.endedAt} is null) = (${t.ending} is null) and (${t.ending} is null or ${oneOf(t.ending, accessKeyEndings)})`,
		),
		index('access_keys_by_shop').on(t.shopId, t.createdAt),
	],
)

/** Makes one device the shop's kiosk, once. Only its secret's hash is kept. */
export const kioskLinks = sqliteTable(
	'kiosk_links',
	{
		tokenHash: text('token_hash').primaryKey(),
		shopId: foreignId('shop_id', () => shops.id),
		/** The name, role and person of the key that it makes. */
		name: text('name').notNull(),
		role: text('role', { enum: deviceRoles }).notNull().default('desk'),
		staffMemberId: text('staff_member_id').references(() => staffMembers.id),
		createdAt: instantColumn('created_at').notNull(),
		expiresAt: instantColumn('expires_at').notNull(),
		/** The owner's key that made it, with which it ends; null: the operator. */
		madeByKeyId: text('made_by_key_id'),
		/** Ended by hand before it opened a device. */
		endedAt: instantColumn('ended_at'),
		/** The key that it made. */
		keyId: text('key_id')
			.unique()
			.references(() => accessKeys.id),
	},
	(t) => [
		index('kiosk_links_by_expiry').on(t.expiresAt),
		index('kiosk_links_by_shop').on(t.shopId, t.expiresAt),
	],
)

/**
 * A secret calendar address. It works while its maker's device has a key and the person works there. Only its secret's
 * hash is kept.
 */
export const calendarFeeds = sqliteTable(
	'calendar_feeds',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		/** The owner's device that made it. */
		keyId: foreignId('key_id', () => accessKeys.id),
		/** Null: the whole shop. */
		staffMemberId: text('staff_member_id').references(() => staffMembers.id, { onDelete: 'cascade' }),
		namesCustomers: flagColumn('names_customers').notNull().default(false),
		secretHash: text('secret_hash').notNull().unique(),
		createdAt: instantColumn('created_at').notNull(),
		endedAt: instantColumn('ended_at'),
	},
	(t) => [
		index('calendar_feeds_by_shop').on(t.shopId, t.createdAt),
		index('calendar_feeds_ended').on(t.endedAt).where(sql`${t.endedAt} is not null`),
	],
)

/** Acts of a shop's side. The row stands in the write of its act, and its id is the request's idempotency key. */
export const shopActs = sqliteTable(
	'shop_acts',
	{
		id: id(),
		/** The request may repeat its write; another request with this id is refused. */
		requestId: text('request_id').notNull(),
		shopId: foreignId('shop_id', () => shops.id),
		/** Null: the operator. */
		keyId: text('key_id').references(() => accessKeys.id),
		/** Who did an operator's act: `OPS_NAME`, else the system's user. */
		operatorName: text('operator_name'),
		kind: text('kind', { enum: shopActKinds }).notNull(),
		/** The id of an appointment, a service, a session. */
		subjectId: text('subject_id').notNull(),
		/** For the shop: 'WK7-4QMH, Gel Manicure'. Names no customer. */
		summary: text('summary').notNull(),
		actedAt: instantColumn('acted_at').notNull(),
		/** The request's hash and answer, for a repeat with the same idempotency key. */
		requestHash: text('request_hash'),
		answerStatus: integer('answer_status'),
		answerBody: text('answer_body'),
	},
	(t) => [
		index('shop_acts_by_shop').on(t.shopId, t.actedAt),
		index('shop_acts_by_subject').on(t.subjectId),
		index('shop_acts_answered').on(t.actedAt).where(sql`${t.answerBody} is not null`),
		check('shop_act_answer', sql`(${t.answerStatus} is null) = (${t.answerBody} is null)`),
	],
)

/** An address of a shop's program, which gets events of its bookings. */
export const shopWebhooks = sqliteTable(
	'shop_webhooks',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		url: text('url').notNull(),
		/** Shown once, and kept in clear, because signing needs it. */
		secret: text('secret').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		/** The first failure since the last delivery that arrived. */
		failingSince: instantColumn('failing_since'),
		endedAt: instantColumn('ended_at'),
	},
	(t) => [index('shop_webhooks_by_shop').on(t.shopId, t.createdAt)],
)

/** One event for one address, and its progress. */
export const shopDeliveries = sqliteTable(
	'shop_deliveries',
	{
		id: id(),
		webhookId: foreignId('webhook_id', () => shopWebhooks.id),
		/** No check, so that a further kind needs no new table. */
		kind: text('kind', { enum: shopEventKinds }).notNull(),
		/** Once for each address: 'booked:<appointment id>'. */
		dedupeKey: text('dedupe_key').notNull(),
		/** Empty for a plan's check-in. */
		appointmentId: text('appointment_id').notNull(),
		/** JSON, as sent. */
		payload: text('payload').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		attemptCount: integer('attempt_count').notNull().default(0),
		nextAttemptAt: instantColumn('next_attempt_at').notNull(),
		deliveredAt: instantColumn('delivered_at'),
		/** Not tried any more: its address was ended. */
		droppedAt: instantColumn('dropped_at'),
		/** The last answer: 'HTTP 500', 'no answer in 5 s'. */
		lastResult: text('last_result'),
	},
	(t) => [
		check('shop_delivery_payload', sql`json_valid(${t.payload})`),
		uniqueIndex('shop_deliveries_once').on(t.webhookId, t.dedupeKey),
		index('shop_deliveries_due')
			.on(t.nextAttemptAt)
			.where(sql`${t.deliveredAt} is null and ${t.droppedAt} is null`),
		index('shop_deliveries_by_webhook').on(t.webhookId, t.createdAt),
	],
)
