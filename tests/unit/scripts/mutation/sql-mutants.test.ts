import { expect, test } from 'vitest'
import { SLOT, sqlEdits } from '#scripts/mutation/sql-mutants.ts'

/** The statement after each edit, with `?` for a slot. */
function edited(sql: string): string[] {
	const text = sql.replaceAll('?', SLOT)
	return sqlEdits(text).map(({ start, end, text: words }) =>
		(text.slice(0, start) + words + text.slice(end)).replaceAll(SLOT, '?').replace(/\s+/g, ' ').trim(),
	)
}

test('each condition is dropped in turn, and the word between two is turned', () => {
	expect(edited('DELETE FROM a WHERE ? IS ? AND ? IS ? AND c')).toEqual([
		'DELETE FROM a WHERE ? IS ? AND c',
		'DELETE FROM a WHERE ? IS ? AND c',
		'DELETE FROM a WHERE ? IS ? OR ? IS ? AND c',
		'DELETE FROM a WHERE ? IS ? AND ? IS ?',
		'DELETE FROM a WHERE ? IS ? AND ? IS ? OR c',
	])
})

test('a condition in brackets goes with them', () => {
	expect(edited('WHERE (x OR y) AND z ORDER BY x')).toEqual([
		'WHERE (x ) AND z ORDER BY x',
		'WHERE ( y) AND z ORDER BY x',
		'WHERE (x AND y) AND z ORDER BY x',
		'WHERE (x OR y) ORDER BY x',
		'WHERE z ORDER BY x',
		'WHERE (x OR y) OR z ORDER BY x',
	])
})

test.each([
	['a <= ?', ['a < ?']],
	['a IS NULL', ['a IS NOT NULL']],
	['a IS NOT NULL', ['a IS NULL']],
	['NOT EXISTS (SELECT 1)', ['EXISTS (SELECT 1)']],
	['EXISTS (SELECT 1)', ['NOT EXISTS (SELECT 1)']],
	['a NOT IN (1)', ['a IN (1)']],
	['a IN (1)', ['a NOT IN (1)']],
	['SELECT max(a)', ['SELECT min(a)']],
	['ORDER BY a DESC', ['ORDER BY a']],
	['UPDATE a SET b = ? WHERE c = ?', ['UPDATE a SET b = ? WHERE c <> ?']],
	["SELECT 'a = b'", []],
	['a BETWEEN ? AND ?', []],
	// Its other side is in another fragment.
	[' AND ', []],
])('%s', (sql, wanted) => expect(edited(sql)).toEqual(wanted))
