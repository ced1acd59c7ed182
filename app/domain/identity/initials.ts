type Named = { firstName: string; lastName: string; email: string }

/** One letter for the small avatar: of the first name, else of the e-mail, else 'U' (C11). */
export function initialOf({ firstName, email }: Pick<Named, 'firstName' | 'email'>): string {
	return firstLetter(firstName) || firstLetter(email) || 'U'
}

/** 'AO' for Ada Obi. A missing name is left out; without any name the e-mail's first letter is used. */
export function initialsOf({ firstName, lastName, email }: Named): string {
	return firstLetter(firstName) + firstLetter(lastName) || initialOf({ firstName: '', email })
}

/** A letter keeps its marks: 'Ọ' stays whole. */
function firstLetter(text: string): string {
	return (/\p{L}\p{M}*/u.exec(text.normalize('NFC'))?.[0] ?? '').toUpperCase()
}
