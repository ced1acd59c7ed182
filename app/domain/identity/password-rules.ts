/** Spec 1 §5. */
const MIN_PASSWORD_LENGTH = 6
/** What scrypt is fed is capped; far above what a manager makes (guide: reliability, "Passwords"). */
const MAX_PASSWORD_BYTES = 128

/** The same password typed on any keyboard is the same bytes. */
export function normalizePassword(typed: string): string {
	return typed.normalize('NFKC')
}

/** Whether a password is small enough to be hashed at all; a longer one cannot be anybody's. */
export function isHashablePassword(typed: string): boolean {
	return new TextEncoder().encode(normalizePassword(typed)).length <= MAX_PASSWORD_BYTES
}

/** Why a new password cannot be taken; null when it can. The first text is the specification's (spec 1 §5). */
export function passwordLengthProblem(typed: string): string | null {
	if ([...normalizePassword(typed)].length < MIN_PASSWORD_LENGTH)
		return 'Password must be at least 6 characters'
	return isHashablePassword(typed) ? null : 'Password is too long: at most 128 letters of the Latin alphabet'
}

/** How hard a password is to guess, for a hint that never refuses anything. */
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong'

export function passwordStrength(typed: string): PasswordStrength {
	const letters = [...normalizePassword(typed)]
	if (letters.length < MIN_PASSWORD_LENGTH) return 'short'
	const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(typed)).length
	const different = new Set(letters).size
	if (different < 5) return 'weak'
	// Length counts more than variety: four plain words beat one with signs in it.
	const points = Math.min(letters.length, different * 2) + kinds * 2
	if (points < 13) return 'weak'
	return points < 18 ? 'fair' : 'strong'
}
