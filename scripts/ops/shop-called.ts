import type { OpsResult } from './ops-command.ts'
import type { OperatorRepositories } from './ops-database.ts'

export const noSuchShop: OpsResult = {
	isWell: false,
	lines: ['No shop has this id, external id or short name. See npm run ops -- shops list.'],
	data: { refusal: 'shop_not_found' },
}

/** By id, by the id of the operator's files, or by short name. */
export function shopCalled({ shopLists }: OperatorRepositories, name: string) {
	return shopLists.shopCalled(name)
}
