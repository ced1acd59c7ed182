import { formatNaira, KOBO_PER_NAIRA, type Kobo } from './money.ts'

const THOUSAND = 1_000

/** Digits alone or in groups of three, two digits of kobo, and a 'k' for thousands. */
const AMOUNT = /^(?:₦|NGN)?\s*(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\s\d{3})+)(\.\d{1,2})?\s*(k?)$/iu

/**
 * An amount of naira as people and files write it, as kobo; an empty one is 0. '1,500', '₦1 500' and '1.5k' are 1500
 * (D68). Null for what is no plain non-negative amount, such as 'abc', '-5', '1e9', '12.345', and '10,00', which may be
 * ten or a thousand. Fields clean the text before: browsers, which show a tip's total with this, have no cleaner.
 */
export function parseNaira(typed: string): Kobo | null {
	const line = typed.normalize('NFKC').trim()
	if (line === '') return 0
	const [, naira, kobo = '', thousands] = AMOUNT.exec(line) ?? []
	if (naira === undefined) return null
	const amount = Number(naira.replace(/[\s,]/g, '') + kobo)
	return Math.round(amount * (thousands ? THOUSAND : 1) * KOBO_PER_NAIRA)
}

/** An amount as a field shows it to be typed over: '22,000', or '22,000.50'. */
export function nairaToType(amountKobo: Kobo): string {
	return formatNaira(amountKobo).replace('₦', '')
}
