import type { Mutant } from './mutant.ts'

const FORMS = ['expression', 'property', 'element', 'statement'] as const

/**
 * A file's code with all its mutants in it: each place asks `$mutant` whether its own change is the one of this run.
 * So one copy of the app, and one build, has every mutant.
 */
export function switchedCode(code: string, mutants: readonly Mutant[]): string {
	const ordered = mutants.toSorted((one, other) => one.start - other.start || other.end - one.end)
	const switched = render(code, 0, code.length, ordered)
	return switched.includes('mutantBuilder.')
		? `import * as mutantBuilder from 'drizzle-orm'\n${switched}`
		: switched
}

/** `mutants` are within the range: a place before the places inside it. */
function render(code: string, start: number, end: number, mutants: readonly Mutant[]): string {
	let written = ''
	let at = start
	let next = 0
	while (next < mutants.length) {
		const outer = mutants[next] as Mutant
		const within = mutants.slice(next).filter((one) => one.start < outer.end)
		const here = within.filter((one) => one.start === outer.start && one.end === outer.end)
		const inner = within.filter((one) => !here.includes(one))
		written += code.slice(at, outer.start)
		const body = render(code, outer.start, outer.end, inner)
		written += FORMS.reduce(
			(text, form) =>
				asForm(
					text,
					here.filter((one) => one.form === form),
				),
			body,
		)
		at = outer.end
		next += within.length
	}
	return written + code.slice(at, end)
}

function asForm(body: string, mutants: readonly Mutant[]): string {
	return mutants.reduce((text, { id, form, replacement }) => {
		const isOn = `globalThis.$mutant?.(${id})`
		if (form === 'element') return `...(${isOn} ? [] : [${text}])`
		// In brackets: an `else` may follow.
		if (form === 'statement') return `{ if (!${isOn}) ${text} }`
		if (form === 'property')
			return text.startsWith('[') ? text : `[${isOn} ? ${replacement} : '${text.trim().slice(1)}']`
		return `(${isOn} ? ${replacement} : ${text})`
	}, body)
}
