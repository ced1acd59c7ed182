import { clockLabel } from '#app/kernel/date-labels.server.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { termsWords, usualTerms } from './payout-terms.ts'

/** The costs, and when online money is paid out, for a shop that may join. Null: nothing is paid online here. */
export function joiningWords(
	payouts: { isByTransfer: boolean; hour: number; minimumKobo: Kobo } | null,
	name: string,
): string[] {
	const free = 'Joining is free, and so are bookings that customers pay at your shop.'
	if (!payouts) return [free]
	const { isByTransfer, hour, minimumKobo } = payouts
	const least = `from ${formatNaira(minimumKobo)} on`
	return [
		free,
		...termsWords(usualTerms, name),
		isByTransfer
			? `Money for a completed visit goes to your bank account at ${clockLabel(hour * 60)} on working days, ${least}.`
			: `${name} sends the money for completed visits to your bank account, ${least}.`,
	]
}
