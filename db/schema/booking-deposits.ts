import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { checkouts } from './booking.ts'
import { foreignId, instantColumn } from './columns.ts'
import { shops } from './discovery.ts'

/** A deposit requested by a link (D66). Its checkout's hold alone says until when the time is kept. */
export const depositLinks = sqliteTable(
	'deposit_links',
	{
		checkoutId: text('checkout_id')
			.primaryKey()
			.references(() => checkouts.id, { onDelete: 'cascade' }),
		shopId: foreignId('shop_id', () => shops.id),
		/** The link's secret, kept because the desk shows it again. */
		code: text('code').notNull(),
		askedAt: instantColumn('asked_at').notNull(),
		mailCount: integer('mail_count').notNull().default(0),
		/** When the shop released the time unpaid. */
		letGoAt: instantColumn('let_go_at'),
	},
	(t) => [
		uniqueIndex('deposit_links_by_code').on(t.code),
		// A shop's waiting links are among its last ones, whose number is limited.
		index('deposit_links_by_shop').on(t.shopId, t.askedAt),
	],
)
