import { describe, expect, test } from 'vitest'
import { csvCell, formatCsv } from '#app/kernel/csv.ts'

describe('a cell of a CSV file', () => {
	test.each([
		['=1+1', "'=1+1"],
		['+234', "'+234"],
		['-5', "'-5"],
		['@SUM(A1)', "'@SUM(A1)"],
		['＝1+1', "'＝1+1"],
		['＋2', "'＋2"],
		['－2', "'－2"],
		['＠x', "'＠x"],
		['﹣2', "'﹣2"],
		['\t=1', "'\t=1"],
		['\r=1', `"'\r=1"`],
		['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
	])('that begins as a formula is text: %j', (value, cell) => {
		expect(csvCell(value)).toBe(cell)
	})

	test.each([
		['Trim, wash', '"Trim, wash"'],
		['5" curls', '"5"" curls"'],
		['two\nlines', '"two\nlines"'],
		['Mama Ìyábọ̀', 'Mama Ìyábọ̀'],
		['a = b - c', 'a = b - c'],
		['-5000.00', '-5000.00'],
		["'quoted'", "'quoted'"],
		['', ''],
	])('keeps what it says: %j', (value, cell) => {
		expect(csvCell(value)).toBe(cell)
	})
})

test('a table is UTF-8 with a mark, a line for each row', () => {
	const text = formatCsv([
		['Name', 'Amount'],
		['Adé, Lagos', '₦5'],
	])
	expect(text).toBe('\uFEFFName,Amount\r\n"Adé, Lagos",₦5\r\n')
})
