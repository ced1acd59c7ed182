import type { Kobo } from '#app/kernel/money.ts'

/**
 * A shop gave cashback to a customer: its expense, and owed to the account. Below zero it takes some back. The shape is
 * the ledger's.
 */
export function cashbackLines({
	shopId,
	cashbackAccountId,
	amountKobo,
}: {
	shopId: string
	cashbackAccountId: string
	amountKobo: Kobo
}) {
	const currency = 'NGN'
	return [
		{ account: { kind: 'shop_cashback', owner: shopId, currency }, amountKobo },
		{ account: { kind: 'cashback', owner: cashbackAccountId, currency }, amountKobo: -amountKobo },
	] as const
}
