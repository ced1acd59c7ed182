/** 'wk7 4qmh', as somebody reads it out, is WK74QMH. */
export function lettersOf(typed: string): string {
	return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
