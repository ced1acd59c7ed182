import { formatNaira, KOBO_PER_NAIRA, type Kobo } from './money.ts'

const THOUSAND = 1_000

/**
 * A typed amount of naira, as kobo; an empty one is 0. '1,500', '₦1 500' and '1.5k' are how people write 1500 (D68).
 * Null for what is no plain non-negative amount, such as 'abc', '-5', '1e9' and '12.345'.
 */
export function parseNaira(typed: string): Kobo | null {
	const compact = typed.normalize('NFKC').replace(/[\s,₦]/g, '')
	if (compact === '') return 0
	const [, naira, thousands] = /^(\d+(?:\.\d{1,2})?)(k?)$/i.exec(compact) ?? []
	if (naira === undefined) return null
	return Math.round(Number(naira) * (thousands ? THOUSAND : 1) * KOBO_PER_NAIRA)
}

/** An amount as a field shows it to be typed over: '22,000', or '22,000.50'. */
export function nairaToType(amountKobo: Kobo): string {
	return formatNaira(amountKobo).replace('₦', '')
}
