/**
 * A table as CSV text (RFC 4180): a line for each row, CRLF after each. The first character marks the text as UTF-8:
 * without it a spreadsheet reads '₦' and 'Ìyábọ̀' as other letters.
 */
export function csvOf(rows: Iterable<readonly string[]>): string {
	let text = '\uFEFF'
	for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
	return text
}

/** A spreadsheet runs what begins with = + - @, of any width, or a tab as a formula. */
export function isFormula(value: string): boolean {
	return /^[=+\-@\t\r]/.test(value.slice(0, 1).normalize('NFKC'))
}

/**
 * One cell. Shops choose their own names, so one that is a formula gets a leading apostrophe, which makes it text. An
 * amount below zero stays a number.
 */
export function csvCell(value: string): string {
	const inert = isFormula(value) && !/^-\d+\.\d\d$/.test(value) ? `'${value}` : value
	return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
