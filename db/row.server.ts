import type { Row } from '@libsql/client/web'

/** One column of a row, and how its value becomes a value of ours. */
export type Column<Value> = { column: string; read: (value: unknown) => Value }

/** A column, or a part made of several: `shop: decode({ … })`. */
type Field<Value> = Column<Value> | ((row: Row) => Value)
type Decoded<Fields> = { [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never }

/** The row is not what the query promised: a bug of ours, or a state that this release does not know. */
export class RowError extends Error {
	override name = 'RowError'
}

/**
 * Makes the reader of one row of hand-written SQL: `decode({ id: text('id'), status: word('status', statuses) })`.
 * Throws a RowError for a column that is missing, an unexpected null, and a word that its list does not have.
 */
export function decode<Fields extends Record<string, Field<unknown>>>(
	fields: Fields,
): (row: Row) => Decoded<Fields> {
	const readers = Object.entries(fields).map(([name, field]) => ({
		name,
		read: typeof field === 'function' ? field : readerOf(field),
	}))
	return (row) => {
		const value: Record<string, unknown> = {}
		for (const reader of readers) value[reader.name] = reader.read(row)
		return value as Decoded<Fields>
	}
}

/** Reads one column alone, for queries that ask for a single thing. */
export function only<Value>(column: Column<Value>): (row: Row) => Value {
	return readerOf(column)
}

function readerOf<Value>({ column, read }: Column<Value>): (row: Row) => Value {
	return (row) => {
		const value = row[column]
		if (value === undefined) throw new RowError(`a row has no column ${column}`)
		try {
			return read(value)
		} catch (error) {
			if (error instanceof RowError) throw new RowError(`column ${column}: ${error.message}`)
			throw error
		}
	}
}

export function text(column: string): Column<string> {
	return { column, read: (value) => String(present(value)) }
}

/** Whole numbers: kobo, milliseconds, minutes, counts. */
export function integer(column: string): Column<number> {
	return { column, read: (value) => Number(present(value)) }
}

/** A number with a fraction: a latitude. */
export function real(column: string): Column<number> {
	return { column, read: (value) => Number(present(value)) }
}

/** 0 or 1. */
export function flag(column: string): Column<boolean> {
	return { column, read: (value) => Number(present(value)) === 1 }
}

/** A word of a closed list; throws for any other, so that an unknown state never passes for a known one. */
export function word<const Words extends readonly string[]>(
	column: string,
	words: Words,
): Column<Words[number]> {
	return {
		column,
		read: (value) => {
			const known = words.find((one) => one === present(value))
			if (known === undefined) throw new RowError('an unknown word')
			return known
		},
	}
}

/** JSON that the query itself made, by `json_object` or `json_group_array`. */
export function json<Value>(column: string): Column<Value> {
	return { column, read: (value) => JSON.parse(String(present(value))) as Value }
}

export function nullable<Value>({ column, read }: Column<Value>): Column<Value | null> {
	return { column, read: (value) => (value === null ? null : read(value)) }
}

/** A part made of several columns that is null where `column` is: the far side of a LEFT JOIN. */
export function optional<Value>(column: string, part: (row: Row) => Value): (row: Row) => Value | null {
	return (row) => {
		if (row[column] === undefined) throw new RowError(`a row has no column ${column}`)
		return row[column] === null ? null : part(row)
	}
}

function present(value: unknown): unknown {
	if (value === null) throw new RowError('null where a value is expected')
	return value
}
