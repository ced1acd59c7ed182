import type { InStatement } from '@libsql/client/web'
import { insertRows } from '#db/bulk-rows.server.ts'
import { addAccountRows } from './demo-accounts.ts'
import { addAppointmentRows } from './demo-appointment-rows.server.ts'
import { addEnrollmentRows } from './demo-enrollment-rows.server.ts'
import { addDaysOffRows } from './demo-extra-rows.server.ts'
import { addProgramRows } from './demo-loyalty-rows.server.ts'
import { addNotificationRows } from './demo-notification-rows.server.ts'
import { payOnline } from './demo-paid-online.ts'
import { addPromoRows, addWaitRows } from './demo-promo-rows.server.ts'
import { addSessionRows } from './demo-session-rows.server.ts'
import { addPlanRows, addSubscriptionRows, countDemoUsage } from './demo-subscription-rows.server.ts'
import {
	availabilityTables,
	bookingTables,
	discoveryTables,
	identityTables,
	loyaltyTables,
	messagingTables,
	paymentsTables,
	type SeedTables,
	subscriptionsTables,
	type TableRows,
} from './seed-tables.ts'

/** A row comes before the rows that refer to it, and the calendar before its appointments. */
export const seedContexts = [
	{ tables: identityTables, addDemoRows: [addAccountRows] },
	{ tables: discoveryTables, addDemoRows: [] },
	{ tables: availabilityTables, addDemoRows: [addDaysOffRows] },
	{ tables: bookingTables, addDemoRows: [addPromoRows, addAppointmentRows, addWaitRows] },
	{ tables: loyaltyTables, addDemoRows: [addProgramRows, addEnrollmentRows] },
	{ tables: paymentsTables, addDemoRows: [payOnline] },
	{
		tables: subscriptionsTables,
		addDemoRows: [addPlanRows, addSubscriptionRows, addSessionRows, countDemoUsage],
	},
	{ tables: messagingTables, addDemoRows: [addNotificationRows] },
] as const

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
	all: infer All,
) => void
	? All
	: never

export type SeedRows = TableRows<Intersection<(typeof seedContexts)[number]['tables']>>

const tables = Object.entries<SeedTables[string]>(
	Object.assign({}, ...seedContexts.map((context) => context.tables)),
)

export function noRows(): SeedRows {
	return Object.fromEntries(tables.map(([name]) => [name, []])) as unknown as SeedRows
}

/** One statement for each table with rows, in the order of `seedContexts`. */
export function insertSeedRows(rows: SeedRows): InStatement[] {
	return tables.flatMap(([name, table]) => {
		const own = rows[name as keyof SeedRows]
		return own.length === 0 ? [] : [insertRows(table, own)]
	})
}
