import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { shopTypes } from '#app/kernel/vocabulary/discovery.ts'
import { signupDecisions } from '#app/kernel/vocabulary/shops.ts'
import { id, instantColumn, oneOf } from './columns.ts'
import { shops } from './discovery.ts'

/** A new shop's form, from sending it to the operator's decision. */
export const shopSignups = sqliteTable(
	'shop_signups',
	{
		/** The mailed token is derived from it and a server key (docs/decisions/010). */
		id: id(),
		tokenHash: text('token_hash').notNull().unique(),
		/** A hash of the whole form: a form sent twice is one. */
		contentHash: text('content_hash').notNull(),
		name: text('name').notNull(),
		type: text('type', { enum: shopTypes }).notNull(),
		address: text('address').notNull(),
		area: text('area').notNull(),
		city: text('city').notNull(),
		/** E.164, such as +2348031234567. */
		phone: text('phone').notNull(),
		email: text('email').notNull(),
		/** In the owner's words. */
		offer: text('offer').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		/** When the mail's link was followed; the operator sees no form before. */
		provedAt: instantColumn('proved_at'),
		decidedAt: instantColumn('decided_at'),
		decision: text('decision', { enum: signupDecisions }),
		reason: text('reason'),
		/** The shop that it became. */
		shopId: text('shop_id')
			.unique()
			.references(() => shops.id),
		/** When the row is purged; proof and decision move the time. */
		expiresAt: instantColumn('expires_at').notNull(),
	},
	(t) => [
		check('shop_signup_type', oneOf(t.type, shopTypes)),
		check(
			'shop_signup_decided',
			sql`(${t.decidedAt} is null) = (${t.decision} is null) and (${t.decision} is null or ${oneOf(t.decision, signupDecisions)})`,
		),
		check(
			'shop_signup_approved',
			sql`(${t.decision} is 'approved') = (${t.shopId} is not null) and (${t.decision} is null or ${t.provedAt} is not null)`,
		),
		uniqueIndex('shop_signups_once').on(t.contentHash).where(sql`${t.decidedAt} is null`),
		index('shop_signups_waiting')
			.on(t.provedAt)
			.where(sql`${t.provedAt} is not null and ${t.decidedAt} is null`),
		index('shop_signups_by_email').on(t.email),
		index('shop_signups_by_expiry').on(t.expiresAt),
	],
)
