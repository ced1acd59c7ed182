import type { InStatement } from '@libsql/client/web'
import { insertRows } from '#db/bulk-rows.server.ts'
import { seedContexts } from './seed-contexts.server.ts'
import type { SeedTables, TableRows } from './table-rows.ts'

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
