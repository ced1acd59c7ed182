import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import { type Statement, type WriteFailure, writeOrRefuse } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { ImportedBankAccount } from './imported-shop.ts'
import type { ImportDeps } from './stored-shop.server.ts'

type BankAccountChange = {
	actId: string
	shopId: string
	shopName: string
	bankAccount: ImportedBankAccount
	now: Instant
}

/**
 * Stands before the change of the account for transfers: the operator's act, and a mail to the shop's earlier address.
 */
export function bankAccountChange(
	{ shops: { shopActs }, messaging: { shopNotices } }: Pick<Repositories, 'shops' | 'messaging'>,
	{ actId, shopId, shopName, bankAccount: { bankName, accountNumber }, now }: BankAccountChange,
): Statement[] {
	return [
		shopNotices.insertShopNotice({
			kind: 'shop_bank_account_changed',
			shopId,
			shopName,
			onceFor: actId,
			bankName,
			accountNumber,
			now,
		}),
		...shopActs.insertAct({
			id: actId,
			shopId,
			kind: 'bank_account_changed',
			subjectId: shopId,
			summary: `${bankName}, account ending in ${accountNumber.slice(-4)}`,
			now,
		}),
	]
}

/** The operator sets a shop's account for transfers (D26). */
export async function setBankAccount(
	deps: Pick<Repositories, 'shops' | 'messaging' | 'writeBatch'> & Pick<ImportDeps, 'shopImports'>,
	input: { shop: { id: string; name: string }; bankAccount: ImportedBankAccount; now: Instant },
): Promise<Outcome<null, WriteFailure>> {
	const { shop, bankAccount, now } = input
	const change = { actId: newId(), shopId: shop.id, shopName: shop.name, bankAccount, now }
	return writeOrRefuse(null, () =>
		deps.writeBatch([
			...bankAccountChange(deps, change),
			deps.shopImports.writeBankAccount({ shopId: shop.id, ...bankAccount }),
		]),
	)
}
