import type { OpsResult } from './ops-command.ts'
import type { OperatorRepositories } from './ops-environment.ts'

/** 'wk7 4qmh' → 'WK7-4QMH': typed as it was read out. */
export function referenceOf(typed: string): string {
	const letters = lettersOf(typed)
	return `${letters.slice(0, 3)}-${letters.slice(3)}`
}

/** In upper case. */
export function lettersOf(typed: string): string {
	return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

export const noSuchShop: OpsResult = {
	isWell: false,
	lines: ['No shop has this id, external id or short name. See npm run ops -- shops list.'],
	data: { refusal: 'shop_not_found' },
}

/** By id, by the id of the operator's files, or by short name. */
export function shopCalled({ shopLists }: OperatorRepositories, name: string) {
	return shopLists.shopCalled(name)
}
