import ts from 'typescript'

export type Comment = { path: string; line: number; text: string }

/** The comments of a file, and the names of its tests: what cites rules. */
export function commentsOf(path: string, text: string): Comment[] {
	return /\.tsx?$/.test(path) ? commentsOfCode(path, text) : commentsOfStyle(path, text)
}

/** A run of `//` lines is one comment, so that a sentence is read whole. */
function commentsOfCode(path: string, text: string): Comment[] {
	const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
	const ranges = new Map<number, number>()
	const titles: Comment[] = []
	const lineOf = (at: number) => tree.getLineAndCharacterOfPosition(at).line + 1
	const walk = (node: ts.Node) => {
		if (node.kind !== ts.SyntaxKind.JsxText) {
			const found = [
				...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
				...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
			]
			for (const { pos, end } of found) ranges.set(pos, end)
		}
		const title = titleOf(node)
		if (title) titles.push({ path, line: lineOf(title.getStart()), text: title.text })
		for (const child of node.getChildren(tree)) walk(child)
	}
	walk(tree)
	const comments = [...ranges]
		.sort(([a], [b]) => a - b)
		.map(([pos, end]) => ({ path, line: lineOf(pos), text: text.slice(pos, end) }))
	return [...comments, ...titles]
}

/** What a test, or a group of them, is called. */
function titleOf(node: ts.Node): ts.StringLiteralLike | undefined {
	if (!ts.isCallExpression(node) || !/^(test|describe|it)\b/.test(node.expression.getText())) return undefined
	const [title] = node.arguments
	return title && ts.isStringLiteralLike(title) ? title : undefined
}

/** SQL's `--` lines, and the blocks of CSS. */
function commentsOfStyle(path: string, text: string): Comment[] {
	const pattern = path.endsWith('.sql') ? /--(?!>).*/g : /\/\*[\s\S]*?\*\//g
	return [...text.matchAll(pattern)].map((found) => ({
		path,
		line: text.slice(0, found.index).split('\n').length,
		text: found[0],
	}))
}
