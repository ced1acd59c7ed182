import { bankByCode } from '#app/kernel/nigerian-banks.ts'

const firstNames = ['ADA', 'BOLA', 'CHIDI', 'DAYO', 'EFE', 'FUNKE', 'GOZIE', 'HALIMA', 'IFEOMA', 'JIDE']
const lastNames = ['OBI', 'ADEYEMI', 'OKAFOR', 'BELLO', 'EZE', 'BALOGUN', 'MUSA', 'NWOSU', 'ALABI', 'UMEH']

/**
 * Whose account it is: each of ten digits at a bank of the table has a holder, by its last two digits, but for those
 * that end in 0000. Null for others.
 */
export function sandboxHolderName(bankCode: unknown, accountNumber: unknown): string | null {
	const isBank = typeof bankCode === 'string' && bankByCode(bankCode) !== undefined
	const [, first, last] = (typeof accountNumber === 'string' && /^\d{8}(\d)(\d)$/.exec(accountNumber)) || []
	if (!isBank || first === undefined || String(accountNumber).endsWith('0000')) return null
	return `${firstNames[Number(first)]} ${lastNames[Number(last)]}`
}
