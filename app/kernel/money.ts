/** Money is whole kobo (₦1 = 100 kobo), an integer, everywhere in code and database. Named `…Kobo`. */
export type Kobo = number

export const KOBO_PER_NAIRA = 100

const grouped = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 })
const groupedWithKobo = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** '₦17,854', and '₦17,854.50' when there are odd kobo. A minus stands before the sign: '−₦500'. */
export function formatNaira(amountKobo: Kobo): string {
	const sign = amountKobo < 0 ? '−' : ''
	const naira = Math.abs(amountKobo) / KOBO_PER_NAIRA
	return `${sign}₦${Number.isInteger(naira) ? grouped.format(naira) : groupedWithKobo.format(naira)}`
}

/** '₦2,800.00': what is counted in kobo, such as cashback, shows them always. */
export function formatNairaAndKobo(amountKobo: Kobo): string {
	const sign = amountKobo < 0 ? '−' : ''
	return `${sign}₦${groupedWithKobo.format(Math.abs(amountKobo) / KOBO_PER_NAIRA)}`
}

/** An amount of any currency: '₦500', 'USD 50.00'. Other currencies are taken to have hundredths as well. */
export function formatMoney(amountKobo: Kobo, currency: string): string {
	return currency === 'NGN' ? formatNaira(amountKobo) : `${currency} ${(amountKobo / 100).toFixed(2)}`
}

/** A percentage of an amount, rounded half up to the whole naira (C47). */
export function percentOf(amountKobo: Kobo, percent: number): Kobo {
	// Integer arithmetic: 15% of 1,234,500 kobo is (1234500·15 + 5000) div 10000 naira.
	return Math.floor((amountKobo * percent + 5_000) / 10_000) * KOBO_PER_NAIRA
}
