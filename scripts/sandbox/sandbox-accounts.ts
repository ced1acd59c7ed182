import { bankByCode } from '#app/kernel/nigerian-banks.ts'

const firstNames = ['ADA', 'BOLA', 'CHIDI', 'DAYO', 'EFE', 'FUNKE', 'GOZIE', 'HALIMA', 'IFEOMA', 'JIDE']
const lastNames = ['OBI', 'ADEYEMI', 'OKAFOR', 'BELLO', 'EZE', 'BALOGUN', 'MUSA', 'NWOSU', 'ALABI', 'UMEH']

/** An account's holder, by its last two digits. Null for an unknown bank, not ten digits, or 0000 at the end. */
export function sandboxHolderName(bankCode: unknown, accountNumber: unknown): string | null {
	const isBank = typeof bankCode === 'string' && bankByCode(bankCode) !== undefined
	const [, first, last] = (typeof accountNumber === 'string' && /^\d{8}(\d)(\d)$/.exec(accountNumber)) || []
	if (!isBank || first === undefined || String(accountNumber).endsWith('0000')) return null
	return `${firstNames[Number(first)]} ${lastNames[Number(last)]}`
}
