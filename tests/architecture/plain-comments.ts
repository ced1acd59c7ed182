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

/** Words that leave open who acts: a customer, the shop, the operator. Quoted values are no words of a comment. */
const VAGUE_PEOPLE = /\b(whoever|somebody|nobody|anybody)\b/i

/** Comments in code that do not say who they mean. */
export function vaguePeople(comments: Comment[]): string[] {
	return comments
		.filter(({ path, text }) => /\.tsx?$/.test(path) && text.startsWith('/'))
		.flatMap(({ path, line, text }) => {
			const found = VAGUE_PEOPLE.exec(text.replace(/'\w+'/g, ''))
			return found ? [`${path}:${line} says '${found[0]}'`] : []
		})
}
