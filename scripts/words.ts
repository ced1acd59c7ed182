import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { PROJECT_ROOT } from './local/project-root.ts'

/** Calls whose words go to a log or another program, never to a customer. */
const silentCalls = /^(log|error|warn|info|alertLine|Error|test|replace|match|startsWith|includes|split|sql)$/
const sentence = /^["'“‘(]?[A-Z₦][^\s]*(\s|$)|[a-z]\s[a-z]+.*[.!?…]$/
const code = /SELECT|INSERT|UPDATE |DELETE |[{}<>=]|^[A-Z_]+$|^[\w-]+\/[\w.+-]+$/

/** Texts of a source file for people: text in JSX, and strings like a sentence or a label. */
function findWords(path: string, source: string): { line: number; text: string }[] {
	const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
	const found: { line: number; text: string }[] = []

	function add(node: ts.Node, raw: string) {
		const text = raw.replace(/\s+/g, ' ').trim()
		if (!/\p{L}{2}/u.test(text)) return
		found.push({ line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
	}

	function appointment(node: ts.Node) {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
		if (ts.isJsxText(node)) add(node, node.text)
		if (ts.isJsxAttribute(node) && node.name.getText() === 'className') return
		if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
			const name = node.expression.getText().split('.').at(-1) ?? ''
			if (silentCalls.test(name)) return
		}
		if (ts.isTaggedTemplateExpression(node)) return
		if (ts.isStringLiteralLike(node) && reads(node.text)) add(node, node.text)
		if (ts.isTemplateExpression(node)) {
			const pieces = [node.head.text, ...node.templateSpans.map((span) => `…${span.literal.text}`)]
			const text = pieces.join('')
			if (reads(text)) add(node, text)
		}
		ts.forEachChild(node, appointment)
	}
	appointment(tree)
	return found
}

function reads(text: string): boolean {
	return sentence.test(text.trim()) && !code.test(text)
}

// `npx tsx scripts/words.ts`: all that a customer can read, as 'file:line text', by folder.
const folder = join(PROJECT_ROOT, 'app')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((path) => /\.tsx?$/.test(path))
	.sort()
let heading = ''
for (const file of files) {
	const words = findWords(file, readFileSync(join(folder, file), 'utf8'))
	if (words.length === 0) continue
	const room = file.split('/').slice(0, -1).join('/')
	if (room !== heading) console.info(`\n# app/${room}`)
	heading = room
	for (const { line, text } of words) console.info(`${file.split('/').at(-1)}:${line}  ${text}`)
}
