import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { tipJarStates } from '#app/kernel/vocabulary/tips.ts'
import { id, instantColumn, kobo, oneOf } from './columns.ts'

/** What the customers of a shop give its staff together. */
export const tipJars = sqliteTable(
	'tip_jars',
	{
		id: id(),
		userId: text('user_id').notNull(),
		amountKobo: kobo('amount_kobo').notNull(),
		state: text('state', { enum: tipJarStates }).notNull(),
		openedAt: instantColumn('opened_at').notNull(),
	},
	(t) => [index('tip_jars_by_user').on(t.userId), check('tip_jar_state', oneOf(t.state, tipJarStates))],
)
