/** A hint on a password's strength, never a refusal. */
export const passwordRemarks = {
	none: '',
	short: 'Still too short.',
	weak: 'Easy to guess. Longer is better.',
	fair: 'Fair. Add another word to make it strong.',
	strong: 'Strong.',
} as const
