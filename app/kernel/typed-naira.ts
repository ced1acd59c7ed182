import { formatNaira, KOBO_PER_NAIRA, type Kobo } from './money.ts'

const THOUSAND = 1_000

/** Digits alone or in groups of three, two digits of kobo, and a 'k' for thousands. */
const AMOUNT = /^(?:₦|NGN)?\s*(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\s\d{3})+)(\.\d{1,2})?\s*(k?)$/iu

/**
 * Typed naira as kobo (D68); 0 when empty. '1,500', '₦1 500' and '1.5k' are 1500. Null for 'abc', '-5', '1e9',
 * '12.345', and for '10,00', which may be ten or a thousand. Fields clean the text before: browsers use this too and
 * have no cleaner.
 */
export function parseNaira(typed: string): Kobo | null {
	const line = typed.normalize('NFKC').trim()
	if (line === '') return 0
	const [, naira, kobo = '', thousands] = AMOUNT.exec(line) ?? []
	if (naira === undefined) return null
	const amount = Number(naira.replace(/[\s,]/g, '') + kobo)
	return Math.round(amount * (thousands ? THOUSAND : 1) * KOBO_PER_NAIRA)
}

/** '22,000' or '22,000.50', to type over. */
export function nairaToType(amountKobo: Kobo): string {
	return formatNaira(amountKobo).replace('₦', '')
}
