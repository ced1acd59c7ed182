/** 'wk7 4qmh', as it is read out, is WK7-4QMH. */
export function referenceOf(typed: string): string {
	const letters = lettersOf(typed)
	return `${letters.slice(0, 3)}-${letters.slice(3)}`
}

/** In upper case. */
export function lettersOf(typed: string): string {
	return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
