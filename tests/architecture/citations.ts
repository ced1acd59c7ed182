import type { Comment } from './comments.ts'

/** What a reader has in hand: the ids that docs/rules.md defines, and every file of the repository. */
export type Library = { ruleIds: ReadonlySet<string>; files: readonly string[] }

/** The ids of a page of rules, where their lines begin. */
export function ruleIdsOf(page: string): Set<string> {
	return new Set([...page.matchAll(/^- ([A-Z]\d{1,2}[a-d]?): /gm)].map((found) => found[1] ?? ''))
}

/** An id of a rule that docs/rules.md does not define. */
export function unknownRules(comments: Comment[], { ruleIds }: Library): string[] {
	return comments.flatMap((comment) =>
		[...comment.text.matchAll(/(?<![\w#./-])[A-Z]\d{1,2}[a-d]?(?![\w-])/g)]
			.map(([id]) => id)
			.filter((id) => /^[RDCIWKPASFBMLO]/.test(id) && !ruleIds.has(id))
			.map((id) => `${placeOf(comment)} cites ${id}`),
	)
}

/** A file, or a decision record, that is not there. */
export function unknownFiles(comments: Comment[], { files }: Library): string[] {
	const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))
	const hasDecision = (number: string) => files.some((file) => file.startsWith(`docs/decisions/${number}-`))
	return comments.flatMap((comment) => {
		const named = [
			...comment.text.matchAll(
				/(?<![\w:/.*<>{}$-])[\w$@.-]+(?:\/[\w$@.-]+)*\.(?:tsx?|sql|md|css|toml|mjs)\b/g,
			),
		]
		const records = [...comment.text.matchAll(/docs\/decisions\/(\d{3})\b(?!-)/g)]
		return [
			...named
				.map(([name]) => name.replace(/^\.\//, ''))
				.filter((name) => !isThere(name))
				.map((name) => `${placeOf(comment)} names ${name}`),
			...records
				.filter(([, number = '']) => !hasDecision(number))
				.map(([record]) => `${placeOf(comment)} names ${record}`),
		]
	})
}

/** Books that this repository does not hold. */
export function outsideCitations(comments: Comment[]): string[] {
	const outside =
		/\b(guide: ?[a-z]+|spec(ification)? [123]?\s*[§,]|spec [123]\b|decision D\d+|issue \d+|table [A-E]\b)/i
	return comments.flatMap((comment) => {
		const found = outside.exec(comment.text)
		return found ? [`${placeOf(comment)} cites '${found[0]}'`] : []
	})
}

/** A comment stands alone: one that begins 'The same' needs the comment above it. */
export function leaningComments(comments: Comment[]): string[] {
	return comments.flatMap((comment) =>
		/^(\/\*\*?|\/\/|--)[\s*]*The same\b/.test(comment.text) ? [`${placeOf(comment)} begins 'The same'`] : [],
	)
}

function placeOf({ path, line }: Comment): string {
	return `${path}:${line}`
}
