/**
 * A table as CSV text (RFC 4180): a line for each row, CRLF after each. The first character marks the text as UTF-8:
 * without it a spreadsheet reads '₦' and 'Ìyábọ̀' as other letters.
 */
export function csvOf(rows: Iterable<readonly string[]>): string {
	let text = '\uFEFF'
	for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
	return text
}

/**
 * One cell. A spreadsheet runs what begins with = + - @ or a tab as a formula, and shops choose their own names: such a
 * cell gets a leading apostrophe, which makes it text. An amount below zero stays a number.
 */
export function csvCell(value: string): string {
	const inert = /^[=+\-@\t\r]/.test(value) && !/^-\d+\.\d\d$/.test(value) ? `'${value}` : value
	return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
