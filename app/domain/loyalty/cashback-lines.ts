import type { Kobo } from '#app/kernel/money.ts'

type Credit = { shopId: string; cashbackAccountId: string; amountKobo: Kobo }

/**
 * A shop gave cashback to a customer: its expense, and owed to the account. Below zero it takes some back. The shape is
 * the ledger's.
 */
export function cashbackLines({ shopId, cashbackAccountId, amountKobo }: Credit) {
	const currency = 'NGN'
	return [
		{ account: { kind: 'shop_cashback', owner: shopId, currency }, amountKobo },
		{ account: { kind: 'cashback', owner: cashbackAccountId, currency }, amountKobo: -amountKobo },
	] as const
}

/**
 * A customer paid a shop with cashback: it is owed no more, and is the shop's takings. Below zero it is given back. The
 * shape is the ledger's.
 */
export function cashbackSpentLines({ shopId, cashbackAccountId, amountKobo }: Credit) {
	const currency = 'NGN'
	return [
		{ account: { kind: 'cashback', owner: cashbackAccountId, currency }, amountKobo },
		{ account: { kind: 'cashback_spent', owner: shopId, currency }, amountKobo: -amountKobo },
	] as const
}
