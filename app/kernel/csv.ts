/** RFC 4180, with a byte order mark: without it a spreadsheet misreads '₦' and 'Ìyábọ̀'. */
export function formatCsv(rows: Iterable<readonly string[]>): string {
	let text = '\uFEFF'
	for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
	return text
}

/** A spreadsheet runs what begins with = + - @, of any width, or a tab as a formula. */
export function isFormula(value: string): boolean {
	return /^[=+\-@\t\r]/.test(value.slice(0, 1).normalize('NFKC'))
}

/** A cell that would be a formula gets a leading apostrophe, which makes it text. A negative amount stays a number. */
export function csvCell(value: string): string {
	const inert = isFormula(value) && !/^-\d+\.\d\d$/.test(value) ? `'${value}` : value
	return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
