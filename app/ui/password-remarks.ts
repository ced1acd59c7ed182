/** How hard a new password is to guess, in words: a hint, never a refusal. */
export const passwordRemarks = {
	none: '',
	short: 'Too short yet.',
	weak: 'Easy to guess. Longer is better.',
	fair: 'Fair. A word more makes it strong.',
	strong: 'Strong.',
} as const
