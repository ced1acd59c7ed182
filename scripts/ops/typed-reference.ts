import { type OpsResult, refusedResult } from './ops-command.ts'

/** 'wk7 4qmh' → 'WK7-4QMH': typed as it was read out. */
export function parseReference(typed: string): string {
	const letters = plainLetters(typed)
	return `${letters.slice(0, 3)}-${letters.slice(3)}`
}

/** In upper case. */
export function plainLetters(typed: string): string {
	return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

export const noSuchShop: OpsResult = refusedResult(
	'shop_not_found',
	'No shop has this id, external id or short name. See npm run ops -- shops list.',
)
