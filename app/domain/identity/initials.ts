type Named = { firstName: string; lastName: string; email: string }

/** The small avatar's letter: of the first name, else of the e-mail, else 'U' (C11). */
export function firstInitial({ firstName, email }: Pick<Named, 'firstName' | 'email'>): string {
	return firstLetter(firstName) || firstLetter(email) || 'U'
}

/** 'AO' for Ada Obi; without any name the e-mail's first letter. */
export function nameInitials({ firstName, lastName, email }: Named): string {
	return firstLetter(firstName) + firstLetter(lastName) || firstInitial({ firstName: '', email })
}

/** A letter keeps its marks, such as 'Ọ'. */
function firstLetter(text: string): string {
	return (/\p{L}\p{M}*/u.exec(text.normalize('NFC'))?.[0] ?? '').toUpperCase()
}
