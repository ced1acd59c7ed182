/** Money is whole kobo (₦1 = 100 kobo), in code and database. Named `…Kobo`. */
export type Kobo = number

export const KOBO_PER_NAIRA = 100

/** The maximum of any amount that a shop sets. */
export const MAX_AMOUNT_KOBO: Kobo = 100_000_000_00

/** '₦17,854'; '₦17,854.50' with odd kobo; '−₦500'. */
export function formatNaira(amountKobo: Kobo): string {
	return amountKobo % KOBO_PER_NAIRA === 0 ? wholeNaira(amountKobo) : formatNairaAndKobo(amountKobo)
}

/** '₦2,800.00': for sums counted in kobo, such as cashback. */
export function formatNairaAndKobo(amountKobo: Kobo): string {
	return `${wholeNaira(amountKobo)}.${String(Math.abs(amountKobo) % KOBO_PER_NAIRA).padStart(2, '0')}`
}

/** By hand: one `Intl.NumberFormat` would take most of a Worker's start-up time. */
function wholeNaira(amountKobo: Kobo): string {
	const naira = Math.floor(Math.abs(amountKobo) / KOBO_PER_NAIRA)
	return `${amountKobo < 0 ? '−' : ''}₦${String(naira).replace(/\B(?=(\d{3})+$)/g, ',')}`
}

/** 1785450 → '17854.50', for programs. */
export function nairaDecimal(amountKobo: Kobo): string {
	return (amountKobo / KOBO_PER_NAIRA).toFixed(2)
}

/** '₦500', 'USD 50.00'. Assumes hundredths in other currencies. */
export function formatMoney(amountKobo: Kobo, currency: string): string {
	return currency === 'NGN' ? formatNaira(amountKobo) : `${currency} ${(amountKobo / 100).toFixed(2)}`
}

/** Rounds half up to the whole naira (C47). */
export function percentOf(amountKobo: Kobo, percent: number): Kobo {
	// Integer arithmetic: 15% of 1,234,500 kobo is (1234500·15 + 5000) div 10000 naira.
	return Math.floor((amountKobo * percent + 5_000) / 10_000) * KOBO_PER_NAIRA
}

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
