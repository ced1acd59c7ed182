/** Never given back to a page: passwords, and tokens that grant something. */
const SECRET = /password|token|secret/i

/** True for a field whose value is kept on every page. */
export function isSecretField(name: string): boolean {
	return SECRET.test(name)
}

/**
 * The typed values of a form, in the shape that a form is filled with again: a name that was sent more than once has a
 * list. Passwords and tokens are left out.
 */
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
