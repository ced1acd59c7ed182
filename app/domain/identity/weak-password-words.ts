/** Why a new password is too easy to guess. */
export type WeakPassword = 'common' | 'first_name' | 'own_name' | 'own_email' | 'pattern'

/** Each at its field. */
export const weakPasswordWords: Record<WeakPassword, string> = {
	common: 'This password is one of the most used, so it’s easy to guess. Please choose another one.',
	first_name: 'A first name with a few digits is easy to guess. Please choose another password.',
	own_name: 'Your own name is easy to guess. Please choose another password.',
	own_email: 'Your own email is easy to guess. Please choose another password.',
	pattern: 'Characters that repeat or follow each other are easy to guess. Please choose another password.',
}
