import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { ImportedBankAccount } from './imported-shop.ts'

type BankAccountChange = {
	actId: string
	shopId: string
	shopName: string
	bankAccount: ImportedBankAccount
	now: Instant
}

/**
 * What belongs before the statement that changes the account which a shop's customers send transfers to: the act of the
 * operator, and a mail to the address that the shop had until then.
 */
export function bankAccountChange(
	{ shopActs, shopNotices }: Pick<Repositories, 'shopActs' | 'shopNotices'>,
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
			requestId: actId,
			shopId,
			keyId: null,
			kind: 'bank_account_changed',
			subjectId: shopId,
			summary: `${bankName}, account ending in ${accountNumber.slice(-4)}`,
			now,
		}),
	]
}
