import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

export type SeedTables = Record<string, SQLiteTable>

/** The rows that a seed collects for these tables. */
export type TableRows<Tables extends SeedTables> = { [Name in keyof Tables]: Tables[Name]['$inferInsert'][] }
