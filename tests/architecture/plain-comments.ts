import type { Comment } from './comments.ts'

const MAX_COLUMNS = 120

/** A tab is two columns wide (`.editorconfig`). */
const TAB = '  '

/** Lines of comments in code that run past the edge of a reader's window. */
export function longCommentLines(comments: Comment[]): string[] {
	return comments
		.filter(({ path, text }) => /\.tsx?$/.test(path) && text.startsWith('/'))
		.flatMap(({ path, line, text }) =>
			text
				.split('\n')
				.map((row, i) => ({ at: line + i, columns: row.replaceAll('\t', TAB).length }))
				.filter(({ columns }) => columns > MAX_COLUMNS)
				.map(({ at, columns }) => `${path}:${at} has ${columns} columns`),
		)
}
