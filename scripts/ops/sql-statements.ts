const closing: Record<string, string> = { "'": "'", '"': '"', '`': '`', '[': ']' }

export class CutTextError extends Error {
	override name = 'CutTextError'
}

/**
 * Splits SQL that comes in pieces into statements, without semicolons. A trigger is one statement. Throws a
 * CutTextError for an incomplete end.
 */
export async function* sqlStatements(pieces: AsyncIterable<string>): AsyncGenerator<string> {
	let rest = ''
	for await (const piece of pieces) {
		rest += piece
		for (;;) {
			const end = endOfStatement(rest)
			if (end === null) break
			const statement = rest.slice(0, end).trim()
			rest = rest.slice(end + 1)
			if (statement !== '') yield statement
		}
	}
	if (rest.trim() !== '') throw new CutTextError('the text ends in the middle of a statement')
}

/** The first statement's semicolon; null while it has not come yet. */
function endOfStatement(text: string): number | null {
	const isTrigger = /^\s*CREATE\s+(TEMP(ORARY)?\s+)?TRIGGER\b/i.test(text)
	let afterLastSemicolon = 0
	for (let at = 0; at < text.length; at++) {
		const sign = text[at] ?? ''
		if (sign in closing) {
			const end = text.indexOf(closing[sign] ?? '', at + 1)
			if (end < 0) return null
			// A doubled quote ends one text and begins the next, which has the same effect.
			at = end
		} else if (text.startsWith('--', at)) {
			const end = text.indexOf('\n', at)
			if (end < 0) return null
			at = end
		} else if (sign === ';') {
			// A trigger's body has semicolons; the last one follows a lone END.
			if (!isTrigger || /^\s*END\s*$/i.test(text.slice(afterLastSemicolon, at))) return at
			afterLastSemicolon = at + 1
		}
	}
	return null
}
