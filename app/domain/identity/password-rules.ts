/** C6. */
export const MIN_PASSWORD_LENGTH = 6
export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters'
/** Bounds what scrypt hashes, far above what password managers make (W23). */
const MAX_PASSWORD_BYTES = 128

/** One password gives the same bytes on every keyboard. */
export function normalizePassword(typed: string): string {
	return typed.normalize('NFKC')
}

/** Whether a password is short enough to be hashed, as all accounts' are. */
export function isHashablePassword(typed: string): boolean {
	return new TextEncoder().encode(normalizePassword(typed)).length <= MAX_PASSWORD_BYTES
}

/** Why a new password's length is refused, or null. C6 fixes the first text. */
export function passwordLengthProblem(typed: string): string | null {
	if ([...normalizePassword(typed)].length < MIN_PASSWORD_LENGTH) return PASSWORD_TOO_SHORT
	return isHashablePassword(typed) ? null : 'Password is too long: at most 128 characters'
}

export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong'

/** A hint from length and variety, which never refuses anything. */
export function passwordStrength(typed: string): PasswordStrength {
	const letters = [...normalizePassword(typed)]
	if (letters.length < MIN_PASSWORD_LENGTH) return 'short'
	const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(typed)).length
	const different = new Set(letters).size
	if (different < 5) return 'weak'
	// Length counts most: four plain words beat one with signs.
	const points = Math.min(letters.length, different * 2) + kinds * 2
	if (points < 13) return 'weak'
	return points < 18 ? 'fair' : 'strong'
}
