type Named = { firstName: string; lastName: string; email: string }

/** One letter for the small avatar: of the first name, else of the e-mail, else 'U' (spec 1 §2). */
export function initialOf({ firstName, email }: Pick<Named, 'firstName' | 'email'>): string {
	return firstLetter(firstName) || firstLetter(email) || 'U'
}

/** 'AO' for Ada Obi; what is missing is left out, and somebody without a name is their e-mail's first letter. */
export function initialsOf({ firstName, lastName, email }: Named): string {
	return firstLetter(firstName) + firstLetter(lastName) || initialOf({ firstName: '', email })
}

/** A letter with its marks is one: 'Ọ' stays whole. */
function firstLetter(text: string): string {
	return (/\p{L}\p{M}*/u.exec(text.normalize('NFC'))?.[0] ?? '').toUpperCase()
}
