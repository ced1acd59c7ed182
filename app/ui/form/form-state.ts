import type { SubmissionResult } from '@conform-to/react'
import type { FieldConstraint, FieldConstraints } from '#app/kernel/typed-fields.ts'

/** What a field shows of the last answer, and the constraints of its schema. */
export interface FieldState {
	name: string
	defaultValue: string | undefined
	error: string | undefined
	/** Native attributes, by the schema. */
	constraint: FieldConstraint | undefined
}

export interface FormState {
	/** `value` is what was typed, else the default. */
	field(name: string): FieldState
	/** For radio and checkbox rows. */
	isChosen(name: string, value: string): boolean
	/** In the answer's order; `name` is '' for the whole form. */
	problems: { name: string; message: string }[]
	/** A new object with each answer. */
	result: SubmissionResult | null | undefined
}

/**
 * Reads conform's `SubmissionResult` without conform's client code: pages work without JavaScript, and need only the
 * typed values and their problems.
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
