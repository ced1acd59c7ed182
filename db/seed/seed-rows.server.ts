import type { InStatement } from '@libsql/client/web'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { calendarEntries, staffDaysOff, staffSchedules } from '#db/schema/availability.ts'
import {
	appointmentAddOns,
	appointmentServices,
	appointments,
	checkouts,
	clients,
	promoCodes,
	promoUses,
	reviews,
} from '#db/schema/booking.ts'
import {
	addOns,
	services,
	shopBankAccounts,
	shopCategories,
	shopHours,
	shops,
	staffMembers,
	staffServices,
} from '#db/schema/discovery.ts'
import { profiles, users } from '#db/schema/identity.ts'
import { insertRows } from './bulk-insert.server.ts'

/**
 * Everything that a seed writes, in the order in which the laws accept it: what is referred to before what refers, and
 * the calendar before its appointments.
 */
const tables = {
	shops,
	shopHours,
	shopBankAccounts,
	shopCategories,
	services,
	addOns,
	staffMembers,
	staffServices,
	staffSchedules,
	staffDaysOff,
	promoCodes,
	users,
	profiles,
	clients,
	checkouts,
	promoUses,
	calendarEntries,
	appointments,
	appointmentServices,
	appointmentAddOns,
	reviews,
} satisfies Record<string, SQLiteTable>

export type SeedRows = { [Name in keyof typeof tables]: (typeof tables)[Name]['$inferInsert'][] }

export function noRows(): SeedRows {
	return {
		shops: [],
		shopHours: [],
		shopBankAccounts: [],
		shopCategories: [],
		services: [],
		addOns: [],
		staffMembers: [],
		staffServices: [],
		staffSchedules: [],
		staffDaysOff: [],
		promoCodes: [],
		users: [],
		profiles: [],
		clients: [],
		checkouts: [],
		promoUses: [],
		calendarEntries: [],
		appointments: [],
		appointmentServices: [],
		appointmentAddOns: [],
		reviews: [],
	}
}

/** One statement for each table that has rows, in the right order; for one write batch. */
export function insertSeedRows(rows: SeedRows): InStatement[] {
	const names = Object.keys(tables) as (keyof typeof tables)[]
	return names.flatMap((name) => (rows[name].length === 0 ? [] : [insertRows(tables[name], rows[name])]))
}
