import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { slotWaitEndings } from '#app/kernel/vocabulary/booking.ts'
import { civilDate, foreignId, id, instantColumn, mailbox } from './columns.ts'
import { services, shops, staffMembers } from './discovery.ts'

/** Waiting for a time on a full day. A hold keeps a freed time in a draft. */
export const slotWaits = sqliteTable(
	'slot_waits',
	{
		id: id(),
		shopId: foreignId('shop_id', () => shops.id),
		serviceId: foreignId('service_id', () => services.id),
		/** Null: any person. */
		staffMemberId: text('staff_member_id').references(() => staffMembers.id),
		/** On the shop's clock. */
		date: civilDate('date').notNull(),
		userId: text('user_id'),
		firstName: text('first_name').notNull(),
		lastName: text('last_name').notNull(),
		email: text('email').notNull(),
		mailbox: mailbox('mailbox', 'email'),
		phone: text('phone'),
		/** When the mail's link was followed: times are held for proven addresses alone. */
		provenAt: instantColumn('proven_at'),
		/** Null where the network is not counted. */
		networkKey: text('network_key'),
		joinedAt: instantColumn('joined_at').notNull(),
		endedAt: instantColumn('ended_at'),
		endedBy: text('ended_by', { enum: slotWaitEndings }),
		/** Offered times so far, and until when the last one is held. */
		offerCount: integer('offer_count').notNull().default(0),
		offeredAt: instantColumn('offered_at'),
		offerExpiresAt: instantColumn('offer_expires_at'),
		offeredStartsAt: instantColumn('offered_starts_at'),
		/** The draft that holds it; null for an offer without a hold. */
		draftId: text('draft_id'),
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
