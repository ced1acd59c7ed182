import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { checkouts } from './booking.ts'
import { instantColumn } from './columns.ts'
import { shops } from './discovery.ts'

/**
 * A deposit that a shop asks for by a link (D66): its checkout waits for the payment, and the hold of that checkout
 * keeps the time. Until when is said by the hold alone.
 */
export const depositLinks = sqliteTable(
	'deposit_links',
	{
		checkoutId: text('checkout_id')
			.primaryKey()
			.references(() => checkouts.id, { onDelete: 'cascade' }),
		shopId: text('shop_id')
			.notNull()
			.references(() => shops.id),
		/** The secret of the link, as it can be read out on the telephone. The desk shows it again, so it is kept. */
		code: text('code').notNull(),
		askedAt: instantColumn('asked_at').notNull(),
		/** How often it was mailed. */
		mailCount: integer('mail_count').notNull().default(0),
		/** When the shop let the time go before the deposit came. */
		letGoAt: instantColumn('let_go_at'),
	},
	(t) => [
		uniqueIndex('deposit_links_by_code').on(t.code),
		// Those that wait are among the last ones of their shop, whose number is limited.
		index('deposit_links_by_shop').on(t.shopId, t.askedAt),
	],
)
