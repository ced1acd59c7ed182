/** One table of the report: what was asked, the goal, and the figures. */
export type BenchTable = {
	title: string
	/** How the part was measured, for the report, unless its goal says it. */
	text?: string
	columns: string[]
	rows: string[][]
}

/** The table in Markdown, its numbers to the right. */
export function toMarkdown({ title, text, columns, rows }: BenchTable): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`
	const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'))
	return [
		`## ${title}`,
		'',
		...(text ? [text, ''] : []),
		line(columns),
		line(rule),
		...rows.map(line),
		'',
	].join('\n')
}

export function toPlainText({ title, columns, rows }: BenchTable): string {
	const widths = columns.map((column, index) =>
		Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
	)
	const line = (cells: string[]) => cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')
	return [`\n${title}`, line(columns), ...rows.map(line)].join('\n')
}

export function times(ratio: number): string {
	return `${ratio.toFixed(2)} ×`
}

export function milliseconds(value: number): string {
	return `${value.toFixed(2)} ms`
}
