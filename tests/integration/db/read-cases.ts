import type { InValue, ResultSet } from '@libsql/client/web'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { classifyDatabaseError } from '#db/database-error.server.ts'

/*
 * What different ways to a database have to answer alike: the library's client, the reader of a replica, and the
 * database in process.
 */

export type Asked = readonly [sql: string, ...args: InValue[]]

export function statement([sql, ...args]: Asked): Statement {
	return { sql, args, map: () => undefined }
}

/** Buffers with other bytes are equal for a test, as −0 and 0 are for the wire. */
function visible(value: unknown): unknown {
	if (value instanceof ArrayBuffer) return [...new Uint8Array(value)]
	return Object.is(value, -0) ? 0 : value
}

/** Everything that a statement's `map` may look at. */
export function seen({ columns, columnTypes, rows, rowsAffected }: ResultSet) {
	const cells = rows.map((row) => ({
		byPlace: Array.prototype.slice.call(row).map(visible),
		byName: columns.map((name) => visible(row[name])),
	}))
	return { columns, columnTypes, cells, rowsAffected }
}

export function kindOf(reading: Promise<unknown>, asked: readonly Asked[]): Promise<string> {
	return reading.then(
		() => 'read',
		(error) => {
			const { kind, rule } = classifyDatabaseError(error, asked.map(statement))
			return rule === null ? kind : `${kind} ${rule}`
		},
	)
}

export const readableCases: Asked[] = [
	['SELECT NULL AS a, 0 AS b, -1 AS c, 9007199254740991 AS d, -9007199254740991 AS e'],
	['SELECT 1.5 AS a, -0.0 AS b, 1e300 AS c, 0.1 + 0.2 AS d, 3.0 AS e'],
	["SELECT '' AS a, 'Adé “Ọ̀ṣun” 🪮' AS b, 'it''s \"quoted\" \\ and' || char(10, 9, 13) AS c"],
	["SELECT x'' AS a, x'00ff10' AS b, zeroblob(1000) AS c, zeroblob(0) AS d"],
	['SELECT 1, 2.5, ?, max(1, 2)', 'three'],
	['SELECT 1 AS same, 2 AS same, 3 AS length, 4 AS "0", 5 AS constructor, 6 AS "__proto__x", 7 AS ""'],
	['SELECT * FROM shops WHERE false'],
	['VALUES (1, 2), (3, 4), (NULL, 5)'],
	...[null, '', 'text', 0, 1, -1.25, 1e21, true, false, 12n].map(
		(value): Asked => ['SELECT ? AS value, typeof(?) AS type, quote(?) AS quoted', value, value, value],
	),
	['SELECT quote(?) AS blob', new Uint8Array([0, 255, 7])],
	['SELECT quote(?) AS blob', new Uint8Array([1, 2, 3]).buffer],
	['SELECT quote(?) AS date', new Date('2026-11-25T10:00:00Z')],
	// The value itself is more than a number holds.
	['SELECT quote(?) AS quoted', -(2n ** 63n - 1n)],
]

export const failingCases: Asked[][] = [
	[['SELECT * FROM no_such_table']],
	[['SELECT no_such_column FROM shops']],
	[['SELEC 1']],
	[['SELECT ?']],
	[['SELECT 1', 'one too many']],
	[['SELECT 9007199254740992']],
	[['SELECT 1e999']],
	[['SELECT ?', Number.NaN]],
	[['SELECT 1'], ['SELECT * FROM no_such_table'], ['SELECT 2']],
	[["DELETE FROM shops WHERE id = 'none'"]],
	[["SELECT json_extract('{', '$')"]],
	[['SELECT 1; SELECT 2']],
	[['']],
]
