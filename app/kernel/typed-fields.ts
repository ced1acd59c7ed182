/** Passwords and tokens never return to a page. */
const SECRET = /password|token|secret/i

export function isSecretField(name: string): boolean {
	return SECRET.test(name)
}

/** A form's values, to fill it again. A name sent twice has a list. Passwords and tokens are left out. */
export function typedFields(form: FormData): Record<string, string | string[]> {
	const typed: Record<string, string | string[]> = {}
	for (const name of new Set(form.keys())) {
		if (isSecretField(name)) continue
		const values = form.getAll(name).filter((value) => typeof value === 'string')
		const [first, ...others] = values
		if (first !== undefined) typed[name] = others.length === 0 ? first : values
	}
	return typed
}

/** Attributes of a form's input. */
export type FieldConstraint = { required?: true; minLength?: number; maxLength?: number }

/** By field name. */
export type FieldConstraints = Readonly<Record<string, FieldConstraint>>
