import type { Kobo } from '#app/kernel/money.ts'

type Credit = { shopId: string; cashbackAccountId: string; amountKobo: Kobo }

/** The shop's cashback expense, owed to the account; negative amounts reverse it. The shape is the ledger's. */
export function cashbackLines({ shopId, cashbackAccountId, amountKobo }: Credit) {
	const currency = 'NGN'
	return [
		{ account: { kind: 'shop_cashback', owner: shopId, currency }, amountKobo },
		{ account: { kind: 'cashback', owner: cashbackAccountId, currency }, amountKobo: -amountKobo },
	] as const
}

/** Spent cashback becomes the shop's takings; negative amounts refund it. The shape is the ledger's. */
export function cashbackSpentLines({ shopId, cashbackAccountId, amountKobo }: Credit) {
	const currency = 'NGN'
	return [
		{ account: { kind: 'cashback', owner: cashbackAccountId, currency }, amountKobo },
		{ account: { kind: 'cashback_spent', owner: shopId, currency }, amountKobo: -amountKobo },
	] as const
}
