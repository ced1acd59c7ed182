import type { SubmissionResult } from '@conform-to/react'
import type { FieldConstraint, FieldConstraints } from '#app/kernel/typed-fields.ts'

/** What a field needs to know from the last answer of the server, and from the schema that reads it. */
export interface FieldState {
	name: string
	defaultValue: string | undefined
	error: string | undefined
	/** The native attributes of its input; undefined where the form has none for it. */
	constraint: FieldConstraint | undefined
}

export interface FormState {
	/** The answer's state of one field: the typed value, else the value to begin with. */
	field(name: string): FieldState
	/** Whether this was among the answers to a question: for radio and checkbox rows. */
	isChosen(name: string, value: string): boolean
	/** Every problem in the order of the answer: `name` is '' for one of the whole form. */
	problems: { name: string; message: string }[]
	/** The answer itself: a new one each time the server answers. */
	result: SubmissionResult | null | undefined
}

/**
 * Reads conform's `SubmissionResult` (what `submission.reply()` gives) without conform's client code: the pages work
 * with JavaScript off, so all that a form needs is the typed values and their problems.
 */
export function formState(
	result: SubmissionResult | null | undefined,
	startValues: Record<string, string | readonly string[] | null | undefined> = {},
	constraints: FieldConstraints = {},
): FormState {
	const typed = result?.initialValue
	const typedOrStart = (name: string): unknown => (typed ? valueAt(typed, name) : startValues[name])
	return {
		field(name) {
			const value = typedOrStart(name)
			return {
				name,
				defaultValue: typeof value === 'string' ? value : undefined,
				error: result?.error?.[name]?.[0],
				constraint: constraints[name],
			}
		},
		isChosen(name, value) {
			const chosen = typedOrStart(name)
			return Array.isArray(chosen) ? chosen.includes(value) : chosen === value
		},
		result,
		problems: Object.entries(result?.error ?? {}).flatMap(([name, messages]) =>
			(messages ?? []).map((message) => ({ name, message })),
		),
	}
}

/** conform nests 'guest.email' as { guest: { email } }. */
function valueAt(values: Record<string, unknown>, name: string): unknown {
	return name
		.split('.')
		.reduce<unknown>(
			(value, part) =>
				typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
			values,
		)
}
