import type { MutantKind } from './mutant.ts'

/** Stands for one `${…}` of a template. */
export const SLOT = '\uE000'

export type SqlEdit = { kind: MutantKind; start: number; end: number; text: string }

type Token = { text: string; upper: string; start: number; end: number; depth: number; clause: string }

const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\w+|<=|>=|<>|!=|\|\||[^\s]/g
/** A condition ends in front of these. */
const CLAUSES = new Set(
	'WHERE ON HAVING SET VALUES SELECT FROM JOIN LEFT ORDER GROUP LIMIT RETURNING UNION DO WHEN THEN ELSE END ,'.split(
		' ',
	),
)
const TURNED: Record<string, [MutantKind, string]> = {
	'<': ['bound moved', '<='],
	'<=': ['bound moved', '<'],
	'>': ['bound moved', '>='],
	'>=': ['bound moved', '>'],
	'=': ['condition turned', '<>'],
	'<>': ['condition turned', '='],
	DESC: ['order turned', ''],
	MIN: ['bound moved', 'max'],
	MAX: ['bound moved', 'min'],
}

/** Edits of a statement or fragment, whose `${…}`s are slots: each is still SQL that SQLite can read. */
export function sqlEdits(sql: string): SqlEdit[] {
	const tokens = readTokens(sql)
	return tokens.flatMap((token, place): SqlEdit[] => {
		if (token.upper === 'AND' || token.upper === 'OR') return conditionEdits(tokens, place)
		const next = tokens[place + 1]
		const edit = (kind: MutantKind, end: number, text: string) => [{ kind, start: token.start, end, text }]
		if (token.upper === 'IS' && next?.upper === 'NULL')
			return edit('condition turned', next.end, 'IS NOT NULL')
		if (token.upper === 'IS' && next?.upper === 'NOT' && tokens[place + 2]?.upper === 'NULL')
			return edit('condition turned', (tokens[place + 2] as Token).end, 'IS NULL')
		if (token.upper === 'NOT' && (next?.upper === 'EXISTS' || next?.upper === 'IN'))
			return edit('condition turned', next.end, next.upper)
		if (token.upper === 'EXISTS' && !['NOT', 'IF'].includes(tokens[place - 1]?.upper ?? ''))
			return edit('condition turned', token.end, 'NOT EXISTS')
		if (token.upper === 'IN' && next?.text === '(' && tokens[place - 1]?.upper !== 'NOT')
			return edit('condition turned', token.end, 'NOT IN')
		const turned = TURNED[token.upper]
		// In SET a '=' assigns.
		if (!turned || (token.text === '=' && token.clause === 'SET')) return []
		if (/^M(IN|AX)$/.test(token.upper) && next?.text !== '(') return []
		return edit(turned[0], token.end, turned[1])
	})
}

/** The two sides of an AND or OR dropped in turn, and the word turned. */
function conditionEdits(tokens: readonly Token[], place: number): SqlEdit[] {
	const word = tokens[place] as Token
	if (word.upper === 'AND' && isOfBetween(tokens, place)) return []
	const right = sideEnd(tokens, place)
	const left = sideStart(tokens, place)
	if (right === null) return []
	const dropped: SqlEdit[] = [{ kind: 'condition dropped', start: word.start, end: right, text: '' }]
	// A side that begins outside of the fragment cannot be dropped, nor its word turned.
	if (left === null) return dropped
	const before = tokens.findLast(({ end }) => end <= left)
	const isFirst = !/^(AND|OR)$/.test(before?.upper ?? '')
	return [
		...dropped,
		...(isFirst ? [{ kind: 'condition dropped' as const, start: left, end: word.end, text: '' }] : []),
		{ kind: 'and for or', start: word.start, end: word.end, text: word.upper === 'AND' ? 'OR' : 'AND' },
	]
}

function isOfBetween(tokens: readonly Token[], place: number): boolean {
	const { depth } = tokens[place] as Token
	for (let at = place - 1; at >= 0; at -= 1) {
		const token = tokens[at] as Token
		if (token.depth < depth) return false
		if (token.depth > depth) continue
		if (token.upper === 'BETWEEN') return true
		if (token.upper === 'AND' || token.upper === 'OR' || CLAUSES.has(token.upper)) return false
	}
	return false
}

/** The end of the condition behind a word; null where the fragment ends with the word. */
function sideEnd(tokens: readonly Token[], place: number): number | null {
	const { depth } = tokens[place] as Token
	let last: Token | null = null
	for (let at = place + 1; at < tokens.length; at += 1) {
		const token = tokens[at] as Token
		if (token.depth < depth) break
		if (token.depth === depth) {
			if (CLAUSES.has(token.upper)) break
			if ((token.upper === 'AND' && !isOfBetween(tokens, at)) || token.upper === 'OR') break
		}
		last = token
	}
	return last?.end ?? null
}

/** The start of the condition in front of a word; null where it begins outside of the fragment. */
function sideStart(tokens: readonly Token[], place: number): number | null {
	const { depth } = tokens[place] as Token
	let first: Token | null = null
	for (let at = place - 1; at >= 0; at -= 1) {
		const token = tokens[at] as Token
		if (token.depth < depth) break
		if (token.depth === depth && (CLAUSES.has(token.upper) || /^(AND|OR)$/.test(token.upper))) break
		first = token
	}
	return first?.start ?? null
}

function readTokens(sql: string): Token[] {
	let depth = 0
	const clauses = ['']
	return [...sql.matchAll(TOKEN)].map((found) => {
		const [text] = found
		const upper = text.toUpperCase()
		// A bracket counts to what is around it.
		if (text === ')') depth = Math.max(0, depth - 1)
		clauses.length = depth + 1
		if (CLAUSES.has(upper) && upper !== ',') clauses[depth] = upper
		const token = {
			text,
			upper,
			start: found.index,
			end: found.index + text.length,
			depth,
			clause: clauses[depth] ?? '',
		}
		if (text === '(') depth += 1
		return token
	})
}
