import { rows, rowsOrNull, text } from './row.server.ts'
import { shopBankAccounts } from './schema/discovery.ts'

/** The account for transfers to the shop; null where the LEFT JOIN finds none. */
export const bankAccount = rowsOrNull(
	'accountNumber',
	rows({
		bankName: text(shopBankAccounts.bankName),
		accountNumber: text(shopBankAccounts.accountNumber),
		accountName: text(shopBankAccounts.accountName),
	}),
)
